import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import project from './package.json' with { type: 'json' };
import { limitsAsNumbers } from './limits-as-numbers.ts';
import { tableAsData } from './table-as-data.ts';
import { thirdParties } from './third-parties.ts';

const compress = promisify(brotliCompress);
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** A compressed copy beside each script and style sheet, because the gateway compresses nothing while it answers. */
const compressed: Plugin = {
  name: 'compressed',
  async writeBundle({ dir }, bundle) {
    const names = Object.keys(bundle).filter((name) => /\.(m?js|css)$/.test(name));
    await Promise.all(
      names.map(async (name) => {
        const file = join(dir!, name);
        await writeFile(`${file}.br`, await compress(await readFile(file), quality));
      }),
    );
  },
};

/** The app, for browsers: `dist/web/`, which the gateway serves. */
export default defineConfig({
  root: 'web',
  base: './', // The gateway may be below a path of a proxy.
  publicDir: false,
  logLevel: 'warn',
  plugins: [limitsAsNumbers, tableAsData, react(), thirdParties(project), compressed],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2024',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
  },
});
