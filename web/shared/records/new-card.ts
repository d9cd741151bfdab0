import { WorkspaceError } from '../../../src/sdk/index.ts';
import { cache } from '../../data/cache.ts';
import { workspace } from '../../data/client.ts';
import { underKey } from '../../data/keys.ts';
import { sentenceOf } from '../../data/problems.ts';

interface NewCard {
  readonly channelId: string;
  readonly objectTypeId: string;
  readonly title: string;
  readonly values: Record<string, unknown>;
}

/** Adds a record to a board. Resolves to what is wrong with it. */
export async function newCard(card: NewCard): Promise<string | undefined> {
  try {
    await underKey(workspace.records.create, card);
  } catch (error) {
    const mistakes = error instanceof WorkspaceError ? (error.extras.errors ?? []) : [];
    return mistakes.length > 0
      ? mistakes.map(({ path, message }) => `${path.split('/').at(-1)} ${message}`).join('; ')
      : sentenceOf(error);
  }
  await cache.invalidateQueries({ queryKey: ['data_set', card.objectTypeId] });
  return undefined;
}
