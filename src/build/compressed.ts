import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin } from 'rolldown';

const compress = promisify(brotliCompress);
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/**
 * A compressed copy beside each text of a page, because the gateway compresses nothing while it answers. With `alone`
 * the text itself is not kept.
 */
export const compressed = (texts: RegExp, { alone = false } = {}): Plugin => ({
  name: 'compressed',
  async writeBundle({ dir }, bundle) {
    const names = Object.keys(bundle).filter((name) => texts.test(name));
    await Promise.all(
      names.map(async (name) => {
        const file = join(dir!, name);
        await writeFile(`${file}.br`, await compress(await readFile(file), quality));
        if (alone) await rm(file);
      }),
    );
  },
});
