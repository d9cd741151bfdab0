import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type EnvironmentOptions, type Plugin } from 'vite';
import project from './package.json' with { type: 'json' };
import { appNames } from './schemas/mcp-apps.ts';
import { limitsAsNumbers } from './src/build/limits-as-numbers.ts';
import { thirdParties } from './src/build/third-parties.ts';

/** Modules that an app replaces. An app calls through its host, and has no router, no SDK and no Base UI. */
const otherForms: Record<string, string> = {
  'web/fields/typing/typing.tsx': 'typing.tsx',
  'web/grid/printing.ts': 'printing.ts',
  'web/views/calendar/agenda.tsx': 'agenda.tsx',
  'web/views/timeline/axis.tsx': 'axis.tsx',
  'web/views/timeline/going.tsx': 'going.tsx',
  'web/views/timeline/use-opening.ts': 'use-opening.ts',
  'web/ui/link.tsx': 'link.tsx',
  'web/read/text-link.tsx': 'text-link.tsx',
  'web/ui/overlays/dialog-popup.tsx': 'dialog-popup.tsx',
  'web/ui/overlays/menu-popup.tsx': 'menu-popup.tsx',
  'web/ui/overlays/toasts.tsx': 'toasts.tsx',
  'web/data/client.ts': 'client.ts',
  'web/data/cache.ts': 'cache.ts',
  'web/data/kept-work.ts': 'kept-work.ts',
  'web/data/retrying.ts': 'retrying.ts',
  'src/sdk/index.ts': '../../../schemas/errors.ts',
};
const replaced = new Map(
  Object.entries(otherForms).map(([path, form]) => [resolve(path), resolve('web/mcp-app/stand-ins', form)]),
);

const standIns: Plugin = {
  name: 'stand-ins',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    if (!source.startsWith('.')) return null;
    const found = await this.resolve(source, importer, { ...options, skipSelf: true });
    return (found && replaced.get(found.id)) ?? found;
  },
};

/** Kinds of comparison that an app does not use are left out, because making one changes nothing else. */
const pureComparisons: Plugin = {
  name: 'pure-comparisons',
  transform: {
    filter: { id: /\/node_modules\/diff\// },
    handler: (code) => ({ code: code.replaceAll(/= new (\w*Diff)\(\)/gi, '= /* @__PURE__ */ new $1()'), map: null }),
  },
};

/** One page with its script and its style in it, and nothing beside it. */
const onePage: Plugin = {
  name: 'one-page',
  async writeBundle(_options, bundle) {
    const parts = Object.values(bundle);
    const script = parts.map((part) => (part.type === 'chunk' ? part.code : '')).join('');
    const textOf = (ending: string) =>
      parts
        .map((part) => (part.fileName.endsWith(ending) && part.type === 'asset' ? String(part.source) : ''))
        .join('');
    const style = textOf('.css');
    const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Workspace</title><style>${style}</style></head><body><div id="app"></div><script>${script.replaceAll('</script', String.raw`<\/script`)}</script></body></html>`;
    const compressed = brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
    await mkdir('dist/apps', { recursive: true });
    await writeFile(join('dist/apps', `${this.environment.name}.html.br`), compressed);
    for (const name of ['third-parties.txt', 'sbom.json']) await writeFile(join('dist/apps', name), textOf(name));
  },
};

/** Classes with short names, because each stands twice in the page. Two that came to the same name would fail the build. */
function scopedName(name: string, file: string): string {
  const whole = `${relative('.', file.replace(/\?.*$/, ''))} ${name}`;
  const short = `_${createHash('sha256').update(whole).digest('base64url').slice(0, 3)}`;
  const other = wholeNames.get(short) ?? whole;
  if (other !== whole) throw new Error(`${whole} and ${other} have the same short name: rename one`);
  wholeNames.set(short, whole);
  return short;
}
const wholeNames = new Map<string, string>();

const environment = (name: string): EnvironmentOptions => ({
  consumer: 'client',
  build: {
    outDir: `node_modules/.cache/apps/${name}`,
    emptyOutDir: true,
    target: 'es2024',
    cssCodeSplit: false,
    assetsInlineLimit: 100_000,
    modulePreload: false,
    rolldownOptions: {
      input: resolve(`web/mcp-app/${name}/main.tsx`),
      output: { format: 'iife', codeSplitting: false },
      checks: { emptyImportMeta: false }, // Vite's own helper has one, and loads nothing here.
    },
  },
});

/** The apps that chat hosts show beside answers: `dist/apps/`, which the MCP server serves as resources. */
export default defineConfig({
  publicDir: false,
  logLevel: 'warn',
  plugins: [standIns, limitsAsNumbers, pureComparisons, react(), thirdParties(project), onePage],
  css: { modules: { generateScopedName: scopedName } },
  // They know `light-dark()`, whose stand-in is four times as long.
  build: { cssTarget: ['chrome123', 'firefox120', 'safari17.5'] },
  resolve: {
    alias: {
      'react/jsx-runtime': 'preact/jsx-runtime',
      'react-dom/client': 'preact/compat/client',
      'react-dom': 'preact/compat',
      react: 'preact/compat',
    },
  },
  environments: Object.fromEntries(appNames.map((name) => [name, environment(name)])),
  builder: {
    sharedConfigBuild: true, // One list of licences, of all apps.
    async buildApp(builder) {
      for (const name of appNames) await builder.build(builder.environments[name]!);
    },
  },
});
