import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'rolldown';

interface Package {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression. */
  readonly license: string;
  /** The texts that its authors ask to be passed on with it. */
  readonly notices: readonly string[];
}

/**
 * Lists the packages in the bundles, which no lock file of a user names. `third-parties.txt` passes their licences on,
 * as they ask, and `sbom.json` (CycloneDX 1.6) serves scanners. Bundles made with one of these plugins share both files.
 */
export function thirdParties(project: { name: string; version: string }): Plugin {
  const packages = new Map<string, Package>();
  return {
    name: 'third-parties',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        for (const module of file.type === 'chunk' ? file.moduleIds : []) {
          const folder = packageFolder(module);
          if (folder !== undefined && !packages.has(folder)) packages.set(folder, packageIn(folder));
        }
      }
      const sorted = [...packages.values()].sort((a, b) => (identity(a) < identity(b) ? -1 : 1));
      this.emitFile({ type: 'asset', fileName: 'third-parties.txt', source: licences(sorted) });
      this.emitFile({ type: 'asset', fileName: 'sbom.json', source: cycloneDx(project, sorted) });
    },
  };
}

/** The innermost package that a module is of; the project's own are of none. */
const packageFolder = (module: string): string | undefined =>
  /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)/.exec(module)?.[1];

function packageIn(folder: string): Package {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Package;
  if (typeof license !== 'string') throw new Error(`${folder} does not say its licence: look, and decide`);
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file));
  return { name, version, license, notices: files.map((file) => readFileSync(join(folder, file), 'utf8').trim()) };
}

const identity = ({ name, version }: { name: string; version: string }) => `${name}@${version}`;

const licences = (packages: readonly Package[]): string =>
  packages
    .map((one) => [`${identity(one)} (${one.license})`, ...one.notices].join('\n\n'))
    .join(`\n\n${'-'.repeat(80)}\n\n`);

function cycloneDx(project: { name: string; version: string }, packages: readonly Package[]): string {
  const described = ({ name, version }: { name: string; version: string }) => {
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
    return { 'bom-ref': purl, name, version, purl };
  };
  return JSON.stringify({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', ...described(project) } },
    components: packages.map((one) => ({
      type: 'library',
      ...described(one),
      licenses: [{ expression: one.license }],
    })),
  });
}
