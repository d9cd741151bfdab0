import type { SearchType } from '../../../schemas/search.ts';
import type { Workspace } from '../../../schemas/index.ts';
import type { Turn } from '../../turns/turn.ts';
import { type Word, wordsOf } from '../language/words.ts';
import { type Evidence, evidenceFor, newestEvidence } from '../passages/evidence.ts';

/** The words of texts as they stand there. */
export type TextWords = ReadonlySet<string>;

/** The words of the texts that have other words of a question. */
export async function wordsBeside(
  words: readonly Word[],
  workspace: Workspace,
  channelId: string | undefined,
  turn: Turn,
): Promise<TextWords> {
  const { evidence } = await evidenceFor(words, workspace, channelId, turn);
  return wordsIn(evidence, turn);
}

/** The words of the newest texts. */
export const wordsOfNewest = async (
  workspace: Workspace,
  channelId: string | undefined,
  turn: Turn,
): Promise<TextWords> => wordsIn(await newestEvidence(workspace, channelId, turn), turn);

async function wordsIn(evidence: readonly Evidence[], turn: Turn): Promise<TextWords> {
  const said = new Set<string>();
  for (const { title, statements } of evidence) {
    for (const { folded } of [...wordsOf(title), ...statements.flatMap((one) => one.words)]) said.add(folded);
    await turn.yield();
  }
  return said;
}

const types: SearchType[] = ['artifact', 'file', 'post'];
const beginning = 3;
const mostResults = 5;

/** The words of texts in which a word begins like this one. Its first two letters may have changed places. */
export async function wordsBegunLike(
  { folded: word }: Word,
  workspace: Workspace,
  channelId: string | undefined,
): Promise<TextWords> {
  const swapped = word.slice(1, 2) + word.slice(0, 1) + word.slice(2);
  const searches = [word, swapped].map((one) =>
    workspace.search.run({
      q: one.slice(0, beginning),
      unfinished: true,
      types,
      limit: mostResults,
      passages: 1,
      ...(channelId !== undefined && { channelId }),
    }),
  );
  const texts = (await Promise.all(searches)).flatMap(({ results }) =>
    results.flatMap(({ title, snippet, passages = [] }) => [title, snippet, ...passages]),
  );
  return new Set(texts.flatMap((text) => wordsOf(text).map(({ folded }) => folded)));
}
