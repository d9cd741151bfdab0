import { autocompletion, type CompletionResult } from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import { withoutHidden } from '../../schemas/shown.ts';
import { linkTo } from './links.ts';

export { startCompletion } from '@codemirror/autocomplete';

/** Something to link to. */
export interface Linkable {
  readonly name: string;
  /** A path of the app. */
  readonly path: string;
  /** Tells it from others of the same name. */
  readonly note?: string | undefined;
}

/** `@` names people, `#` channels, `[[` documents. */
export type Sign = '@' | '#' | '[[';

/** Finds what fits the words behind a sign. */
export type Suggest = (sign: Sign, words: string) => Promise<readonly Linkable[]>;

const word = /(?:^|[\s(])((@|#|\[\[)([^@#[\]\n]{0,40}))$/;

/** Suggests people, channels and documents while one types, and writes a link to the one that is picked. */
export const suggestions = (suggest: Suggest): Extension =>
  autocompletion({
    icons: false,
    override: [
      async ({ state, pos, explicit }): Promise<CompletionResult | null> => {
        const line = state.doc.lineAt(pos);
        const [, written, sign, words] = word.exec(state.sliceDoc(line.from, pos)) ?? [];
        // A heading begins with the same sign.
        if (written === undefined || (sign === '#' && words === '' && !explicit)) return null;
        const found = await suggest(sign as Sign, words!);
        const options = found.map((one) => ({
          label: withoutHidden(one.name),
          ...(one.note !== undefined && { detail: one.note }),
          apply: linkTo((sign === '[[' ? '' : sign) + one.name, one.path),
        }));
        return { from: pos - written.length, options, filter: false };
      },
    ],
  });
