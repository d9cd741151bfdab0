import { randomBytes } from 'node:crypto';
import type { Provenance } from '../../../schemas/common.ts';
import { limits } from '../../../schemas/limits.ts';
import { jsonOf, shown } from '../../../schemas/shown.ts';

/** The source of a marked text. */
interface Marked {
  readonly type: string;
  readonly id?: string;
  readonly title?: string;
  readonly written?: Provenance;
}

/** Marks text of the workspace, so that a model can distinguish it from instructions. */
export interface Marking {
  /** Random for each question, so that a stored text cannot imitate a mark. */
  readonly boundary: string;
  readonly mark: (marked: Marked, text: string) => string;
}

export function newMarking(): Marking {
  const boundary = randomBytes(16).toString('hex');
  const mark = ({ type, id, title, written }: Marked, text: string) => {
    const from = [
      `type=${type}`,
      ...(id === undefined ? [] : [`id=${jsonOf(id)}`]),
      ...(title === undefined ? [] : [`title=${jsonOf(title)}`]),
      ...(written ? [`by=${jsonOf(written.actor.name)}`, `at=${written.at}`] : []),
      ...(written?.interfaceType ? [`through=${written.interfaceType}`] : []),
    ];
    return `<data ${boundary} ${from.join(' ')}>\n${clipped(shown(text))}\n</data ${boundary}>`;
  };
  return { boundary, mark };
}

/** Cut to the requested length. Only text with many hidden characters exceeds it. */
const clipped = (text: string): string =>
  text.length <= limits.modelResultCharacters
    ? text
    : `${text.slice(0, limits.modelResultCharacters).toWellFormed()} … (cut)`;
