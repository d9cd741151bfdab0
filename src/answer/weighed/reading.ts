import type { Workspace } from '../../../schemas/index.ts';
import type { Turn } from '../../turns/turn.ts';
import { wordsOf } from '../language/words.ts';
import { inWordsOfTables } from '../free/patterns.ts';
import { frameOf } from '../free/reading.ts';
import type { Frame } from '../free/frame.ts';
import type { Subject } from '../subjects/subjects.ts';
import { besideTable, isTooLong } from '../free/answer.ts';
import { type Beside, besideOf } from './candidates.ts';
import type { Before } from './following.ts';
import { mostWords, partsOf } from './parts.ts';

/** Reads one question beside each table. Empty where it is too long. */
export async function readBeside(
  text: string,
  subjects: readonly Subject[],
  before: Before | undefined,
  workspace: Workspace,
  turn: Turn,
): Promise<Beside[]> {
  const today = new Date().toISOString().slice(0, 10);
  const words = wordsOf(inWordsOfTables(text));
  if (words.length > mostWords || words.length === 0 || words.some(isTooLong)) return [];
  const found: Beside[] = [];
  for (const plain of subjects) {
    const { subject, cells, spans } = await besideTable(words, plain, workspace, turn);
    const free: Frame = await turn.finish(frameOf(words, subject, cells, today, spans));
    const parts = await turn.finish(partsOf(words, subject, cells, today, spans));
    const others = subjects.filter((one) => one !== plain);
    found.push(await turn.finish(besideOf(parts, free, others, before)));
  }
  return found;
}
