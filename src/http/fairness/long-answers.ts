import { isOnePiece } from '../../turns/json-pieces.ts';
import { oneAtATime, wouldWait } from '../../turns/turn.ts';
import { longJson } from '../answer-json.ts';

interface Answer<Made> {
  readonly subject: string;
  /** Called again for a long answer that has to wait. */
  readonly read: () => Promise<unknown>;
  readonly make: (json: string | Buffer) => Promise<Made>;
  readonly gone: () => AbortSignal;
}

/**
 * Makes an answer of the JSON of what is read. A subject's long answers are made one after the other. One that has to
 * wait is dropped and read again, because hundreds of them would fill the memory.
 */
export async function madeInLine<Made>(answer: Answer<Made>): Promise<Made> {
  const first = await madeAtOnce(answer);
  if (first) return first.made;
  const { subject, read, make, gone } = answer;
  return oneAtATime(lineOf(subject), async () => {
    gone().throwIfAborted();
    return make(await longJson(subject, await read()));
  });
}

/** Undefined if the answer is long and would wait. Nothing then holds what was read. */
async function madeAtOnce<Made>({ subject, read, make }: Answer<Made>) {
  const output = await read();
  if (isOnePiece(output)) return { made: await make(JSON.stringify(output)) };
  if (wouldWait(lineOf(subject))) return undefined;
  return { made: await oneAtATime(lineOf(subject), async () => make(await longJson(subject, output))) };
}

const lineOf = (subject: string): string => `long answers to ${subject}`;
