import { defineConfig } from 'rolldown';

/** What Fastify would load for schemas of routes, which there are not, and for requests of tests: a third of its text. */
const neverLoaded = ['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler', 'light-my-request'];

/**
 * One file for what every start loads, and chunks for what only some commands load: reading hundreds of small modules
 * is most of a cold start. What brings binaries or worker files of its own stays a package.
 */
export default defineConfig({
  input: {
    main: 'src/main.ts',
    'reader-process': 'src/store/reader-process.ts',
    'sheet-process': 'src/workspace/sheet-process.ts',
    'altering-process': 'src/store/altering-process.ts',
    'extraction-process': 'src/documents/extraction-process.ts',
  },
  platform: 'node',
  external: ['better-sqlite3', 'tinypool', '@napi-rs/keyring', /^pdfjs-dist\//, ...neverLoaded],
  checks: { eval: false }, // Of `depd`, below oidc-provider.
  output: {
    dir: 'dist',
    format: 'esm',
    cleanDir: true,
    chunkFileNames: '[name]-[hash].js',
    // A process keeps the text of what it loaded, at two bytes a character if a single one is not ASCII. Names stay.
    minify: { compress: false, mangle: false, codegen: true },
    charset: 'ascii',
  },
});
