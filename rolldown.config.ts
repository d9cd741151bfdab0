import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig, type OutputOptions, type Plugin, type RolldownOptions } from 'rolldown';
import project from './package.json' with { type: 'json' };
import { compressed } from './src/build/compressed.ts';
import { compressedContract, compressedWeights } from './src/build/compressed-data.ts';
import { cssAsText } from './src/build/css-as-text.ts';
import { helpSite, partFiles } from './src/help/site.ts';
import { tableAsData } from './src/build/table-as-data.ts';
import { thirdParties } from './src/build/third-parties.ts';

/**
 * Fastify loads these only for route schemas and injected requests, which we do not use. They are a third of its code.
 */
const neverLoaded = ['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler', 'light-my-request'];

const output: OutputOptions = {
  dir: 'dist',
  format: 'esm',
  chunkFileNames: '[name]-[hash].js',
  // A process keeps the text of the code that it loaded. A single character outside ASCII doubles its size. Functions
  // and classes keep their names so that stack traces stay readable.
  minify: { compress: { keepNames: { function: true, class: true } }, mangle: { keepNames: true }, codegen: true },
  charset: 'ascii',
};

/**
 * Every start loads one file, and only some commands load the other chunks. Reading hundreds of small modules is most
 * of a cold start. Packages with binaries or worker files of their own stay outside the bundle.
 */
const program: RolldownOptions = {
  input: { main: 'src/main.ts' },
  platform: 'node',
  plugins: [compressedContract, compressedWeights, tableAsData, cssAsText, thirdParties(project)],
  external: ['better-sqlite3', 'tinypool', '@napi-rs/keyring', ...neverLoaded],
  // Its main file requires its parts by computed names, which a bundler cannot follow.
  resolve: { alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' } },
  checks: { eval: false }, // `depd`, which oidc-provider needs, makes a function from text.
  output,
};

/** Processes and threads beside the gateway, built apart: a chunk that both shared would cost the idle gateway some MiB. */
const helpers: RolldownOptions = {
  ...program,
  input: {
    'reader-process': 'src/store/sqlite/readers/reader-process.ts',
    'sheet-process': 'src/tables/sheet-process.ts',
    'json-worker': 'src/http/bodies/json-worker.ts',
    'checkpoint-thread': 'src/store/sqlite/log/checkpoint-thread.ts',
    'altering-process': 'src/store/sqlite/schema-changes/altering-process.ts',
  },
  output: { ...output, chunkFileNames: 'helper-[name]-[hash].js' },
};

/** Tables that PDF needs beside the bundle. */
const pdfTables: Plugin = {
  name: 'pdf-tables',
  generateBundle() {
    for (const folder of ['cmaps', 'standard_fonts']) {
      for (const name of readdirSync(`node_modules/pdfjs-dist/${folder}`)) {
        const source = readFileSync(`node_modules/pdfjs-dist/${folder}/${name}`);
        this.emitFile({ type: 'asset', fileName: `pdf/${folder}/${name}`, source });
      }
    }
  },
};

/** Built apart for the same reason. */
const extraction: RolldownOptions = {
  ...program,
  input: { 'extraction-process': 'src/documents/extraction-process.ts' },
  plugins: [program.plugins, pdfTables],
  output: { ...output, chunkFileNames: 'extraction-[name]-[hash].js' },
};

/**
 * The SDK runs in Node and in browsers. It imports nothing, and looks up by name the Node modules that browsers lack.
 */
const sdk: RolldownOptions = {
  input: { sdk: 'src/sdk/index.ts' },
  platform: 'neutral',
  plugins: [tableAsData],
  output,
};

const docsStyle: Plugin = {
  name: 'docs-style',
  generateBundle() {
    const sheets = ['node_modules/swagger-ui-dist/swagger-ui.css', 'web/ui/tokens.css', 'src/http/pages/docs-page.css'];
    const source = sheets.map((sheet) => readFileSync(sheet, 'utf8')).join('\n');
    this.emitFile({ type: 'asset', name: 'page.css', source });
  },
};

/** The script and the style sheet of the page `/docs`. */
const docs: RolldownOptions = {
  input: { page: 'src/http/pages/docs-page.js' },
  platform: 'browser',
  plugins: [program.plugins, docsStyle, compressed(/^docs\/.*\.(js|css)$/, { alone: true })],
  output: {
    ...output,
    entryFileNames: 'docs/[name]-[hash].js',
    assetFileNames: 'docs/[name]-[hash][extname]',
  },
};

/** The pages of `/help`, and what they are made of. */
const help: RolldownOptions = {
  input: { page: 'src/help/page.js' },
  platform: 'browser',
  plugins: [program.plugins, helpSite(project), compressed(/^help\/.*\.(html|js|css|json)$/, { alone: true })],
  output: {
    ...output,
    entryFileNames: `${partFiles}.js`,
    assetFileNames: `${partFiles}[extname]`,
  },
};

export default defineConfig([program, helpers, extraction, sdk, docs, help]);
