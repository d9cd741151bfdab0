import { randomBytes } from 'node:crypto';
import { limits } from '../../../schemas/limits.ts';

/** Where a text of the workspace comes from. */
interface Provenance {
  readonly type: string;
  readonly id?: string;
  readonly title?: string;
}

/** Marks text of the workspace, so that a model can tell it from instructions. */
export interface Marking {
  /** Drawn for one question, so that no stored text can imitate a mark. */
  readonly boundary: string;
  readonly mark: (from: Provenance, text: string) => string;
}

export function newMarking(): Marking {
  const boundary = randomBytes(16).toString('hex');
  const mark = ({ type, id, title }: Provenance, text: string) => {
    const from = [
      `type=${type}`,
      ...(id === undefined ? [] : [`id=${JSON.stringify(visible(id))}`]),
      ...(title === undefined ? [] : [`title=${JSON.stringify(visible(title))}`]),
    ];
    return `<data ${boundary} ${from.join(' ')}>\n${clipped(visible(text))}\n</data ${boundary}>`;
  };
  return { boundary, mark };
}

/** Characters that a person does not see, or that change the order of what they see, except tab and line feed. */
const hidden = /[^\P{C}\t\n]|[\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/gu;

/** The text with hidden characters shown as `⟨U+202E⟩`. */
export const visible = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll(hidden, (character) => `⟨U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}⟩`);

/** Only what holds many hidden characters is longer than what was asked for. */
const clipped = (text: string): string =>
  text.length <= limits.modelResultCharacters
    ? text
    : `${text.slice(0, limits.modelResultCharacters).toWellFormed()} … (cut)`;
