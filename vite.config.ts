import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import project from './package.json' with { type: 'json' };
import { tableAsData } from './table-as-data.ts';
import { thirdParties } from './third-parties.ts';

const compress = promisify(brotliCompress);
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** A compressed copy beside each script and style sheet, because the gateway compresses nothing while it answers. */
const compressed: Plugin = {
  name: 'compressed',
  async generateBundle(_, bundle) {
    const files = Object.values(bundle).filter(({ fileName }) => /\.(js|css)$/.test(fileName));
    for (const file of files) {
      const source = await compress(file.type === 'chunk' ? file.code : file.source, quality);
      this.emitFile({ type: 'asset', fileName: `${file.fileName}.br`, source });
    }
  },
};

/** The app, for browsers: `dist/web/`, which the gateway serves. */
export default defineConfig({
  root: 'web',
  publicDir: false,
  logLevel: 'warn',
  plugins: [tableAsData, react(), thirdParties(project), compressed],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2024',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
  },
});
