import { randomBytes } from 'node:crypto';
import type { Provenance } from '../../../schemas/common.ts';
import { limits } from '../../../schemas/limits.ts';
import { jsonOf, shown } from '../../../schemas/shown.ts';

/** Which text of the workspace it is, and where it comes from. */
interface Marked {
  readonly type: string;
  readonly id?: string;
  readonly title?: string;
  readonly written?: Provenance;
}

/** Marks text of the workspace, so that a model can tell it from instructions. */
export interface Marking {
  /** Drawn for one question, so that no stored text can imitate a mark. */
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

/** Only what holds many hidden characters is longer than what was asked for. */
const clipped = (text: string): string =>
  text.length <= limits.modelResultCharacters
    ? text
    : `${text.slice(0, limits.modelResultCharacters).toWellFormed()} … (cut)`;
