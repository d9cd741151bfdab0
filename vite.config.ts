import react from '@vitejs/plugin-react';
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite';
import project from './package.json' with { type: 'json' };
import { compressed } from './src/build/compressed.ts';
import { limitsAsNumbers } from './src/build/limits-as-numbers.ts';
import { tableAsData } from './src/build/table-as-data.ts';
import { thirdParties } from './src/build/third-parties.ts';

/**
 * One file for all modules that every page waits for, because a browser fetches six files at once. The start module
 * itself stays outside.
 */
const frame = {
  name: 'frame',
  tags: ['$initial' as const],
  test: (id: string) => !/\/(?:main\.tsx|index\.html)$/.test(id),
};

/** Small parts that pages share. */
const common = { name: 'common', minShareCount: 9, maxModuleSize: 6_000, includeDependenciesRecursively: false };

/** The page names them as well, so that they come with the frame. */
const commonAhead: Plugin = {
  name: 'common-ahead',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.values(bundle).flatMap((part) => {
        if (part.type !== 'chunk' || part.name !== common.name) return [];
        const styles = [...(part.viteMetadata?.importedCss ?? [])];
        return [link('modulepreload', part.fileName), ...styles.map((file) => link('stylesheet', file))];
      }),
  },
};

const link = (rel: string, file: string): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { rel, crossorigin: true, href: `./${file}` },
  injectTo: 'head',
});

/** Builds the web app into `dist/web/`, which the gateway serves. */
export default defineConfig({
  root: 'web',
  base: './', // The gateway may be below a path of a proxy.
  publicDir: false,
  logLevel: 'warn',
  plugins: [
    commonAhead,
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
    rolldownOptions: { output: { codeSplitting: { groups: [frame, common] } } },
  },
});
