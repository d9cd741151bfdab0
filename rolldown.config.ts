import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig, type OutputOptions, type Plugin, type RolldownOptions } from 'rolldown';
import project from './package.json' with { type: 'json' };
import { compressed } from './src/build/compressed.ts';
import { compressedContract, compressedWeights } from './src/build/compressed-data.ts';
import { cssAsText } from './src/build/css-as-text.ts';
import { helpSite, partFiles } from './src/help/site.ts';
import { tableAsData } from './src/build/table-as-data.ts';
import { thirdParties } from './src/build/third-parties.ts';

/** What Fastify would load for schemas of routes, which there are not, and for requests of tests: a third of its text. */
const neverLoaded = ['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler', 'light-my-request'];

const output: OutputOptions = {
  dir: 'dist',
  format: 'esm',
  chunkFileNames: '[name]-[hash].js',
  // A process keeps the text of what it loaded, at two bytes a character if a single one is not ASCII. The names of
  // functions and classes stay, for stacks.
  minify: { compress: { keepNames: { function: true, class: true } }, mangle: { keepNames: true }, codegen: true },
  charset: 'ascii',
};

/**
 * One file for what every start loads, and chunks for what only some commands load: reading hundreds of small modules
 * is most of a cold start. What brings binaries or worker files of its own stays a package.
 */
const program: RolldownOptions = {
  input: { main: 'src/main.ts' },
  platform: 'node',
  plugins: [compressedContract, compressedWeights, tableAsData, cssAsText, thirdParties(project)],
  external: ['better-sqlite3', 'tinypool', '@napi-rs/keyring', ...neverLoaded],
  // What it names as its main file loads its parts by names that no bundler can follow.
  resolve: { alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' } },
  checks: { eval: false }, // Of `depd`, below oidc-provider.
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

/** For Node and browsers alike: it imports nothing, and takes from Node by name what a browser has not. */
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

/** The script and the style sheet of `/docs`, for browsers. */
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
