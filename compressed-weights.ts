import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { Plugin } from 'rolldown';

const compress = promisify(brotliCompress);

/** Learned weights are 2 MB of names. They are packed compressed, and read for the first question that needs them. */
export const compressedWeights: Plugin = {
  name: 'compressed-weights',
  load: {
    filter: { id: /\/weights\.json$/ },
    async handler(id) {
      const fileName = `weights/${basename(dirname(id))}.br`;
      const text = JSON.stringify(JSON.parse(await readFile(id, 'utf8')));
      this.emitFile({ type: 'asset', fileName, source: await compress(text) });
      return { code: reading(fileName), moduleType: 'js' };
    },
  },
};

/** The bundle is one folder, so the file is below whatever loads it. */
const reading = (fileName: string) => `
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
const file = await readFile(new URL('./${fileName}', import.meta.url));
export default JSON.parse(await promisify(brotliDecompress)(file));
`;
