import type { LearnedIndex } from '../../../schemas/indexes.ts';
import { limits } from '../../../schemas/limits.ts';
import type { Config } from '../../config.ts';
import { itemsOf } from '../../sdk/pages.ts';
import { administer, printList, type Printing } from './administration.ts';

/** `workspace admin indexes list`. */
export async function listOfIndexes(config: Config, options: Printing): Promise<void> {
  await administer(config, async (workspace) => {
    const indexes = await Array.fromAsync(itemsOf(workspace.indexes.list, { limit: limits.pageMost }));
    printList(options, { indexes }, indexes.map(describe), 'learned indexes');
  });
}

function describe({ objectTypeId, name, learnedBy, learnedAt, lastUsedAt, uses, bytes }: LearnedIndex): string {
  const size = bytes === undefined ? 'not made yet' : `${bytes} bytes`;
  return `${objectTypeId} "${name}" by ${learnedBy}: ${size}, learned ${learnedAt}, last used ${lastUsedAt}, uses: ${uses}`;
}
