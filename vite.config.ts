import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import project from './package.json' with { type: 'json' };
import { compressed } from './compressed.ts';
import { limitsAsNumbers } from './limits-as-numbers.ts';
import { tableAsData } from './table-as-data.ts';
import { thirdParties } from './third-parties.ts';

/** The app, for browsers: `dist/web/`, which the gateway serves. */
export default defineConfig({
  root: 'web',
  base: './', // The gateway may be below a path of a proxy.
  publicDir: false,
  logLevel: 'warn',
  plugins: [
    limitsAsNumbers,
    tableAsData,
    react(),
    thirdParties(project),
    compressed(/\.(js|css)$/),
    // The reader of PDF has no plain copy, which would take 1.3 MB more.
    compressed(/\.mjs$/, { alone: true }),
  ],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2024',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
  },
});
