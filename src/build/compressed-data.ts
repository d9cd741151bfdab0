import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { Plugin, PluginContext } from 'rolldown';
import { contract } from '../http/openapi/contract.ts';

const compress = promisify(brotliCompress);

/** Learned weights are 2 MB of names. They are packed compressed, and read for the first question that needs them. */
export const compressedWeights: Plugin = {
  name: 'compressed-weights',
  load: {
    filter: { id: /\/weights\.json$/ },
    async handler(id) {
      const fileName = `weights/${basename(dirname(id))}.br`;
      return reading(this, fileName, JSON.parse(await readFile(id, 'utf8')), 'default');
    },
  },
};

/** The contract as OpenAPI is made once, here, and read for the first request of `/openapi.json` or `/docs`. */
export const compressedContract: Plugin = {
  name: 'compressed-contract',
  load: {
    filter: { id: /\/src\/http\/openapi\/contract\.ts$/ },
    handler() {
      return reading(this, 'openapi/contract.br', contract, 'contract');
    },
  },
};

/** A module that exports what the file holds. The bundle is one folder, so the file is below whatever loads it. */
async function reading(plugin: PluginContext, fileName: string, data: unknown, name: string) {
  plugin.emitFile({ type: 'asset', fileName, source: await compress(JSON.stringify(data)) });
  const code = `
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
const file = await readFile(new URL('./${fileName}', import.meta.url));
const data = JSON.parse(await promisify(brotliDecompress)(file));
export { data as ${name} };
`;
  return { code, moduleType: 'js' as const };
}
