import type { Workspace } from '../../../schemas/index.ts';
import { dataOf } from '../figures/data.ts';
import { units } from '../language/lexicon/units.ts';
import { isSameWord, labelWords, type Word } from '../language/words.ts';
import { isYear } from '../plain/named.ts';
import type { Subject } from './subjects.ts';

const fewest = 3;

/**
 * Finds tables whose first number names the records, such as `Booking`. Its word then names them too. A table is looked
 * through only if the question says that word.
 */
export const withNumbered = (
  subjects: readonly Subject[],
  words: readonly Word[],
  workspace: Workspace,
): Promise<Subject[]> => Promise.all(subjects.map((subject) => numbered(subject, words, workspace)));

async function numbered(subject: Subject, words: readonly Word[], workspace: Workspace): Promise<Subject> {
  const [first, ...others] = subject.fields;
  const [word, more] = first?.type === 'number' && !isYear(first) ? labelWords(first.label) : [];
  const isName = word && !more && !units.has(word.folded) && !word.folded.endsWith('s');
  if (!first || !isName || !words.some((one) => isSameWord(one, word))) return subject;
  if (first.identifies !== true && !(await isOfEach(first.key, subject, workspace))) return subject;
  return {
    ...subject,
    fields: [{ ...first, identifies: true }, ...others],
    called: subject.called.union(new Set([word.root])),
    heads: [...subject.heads, word],
  };
}

/** Whether every record has a whole number of its own. */
async function isOfEach(field: string, { of }: Subject, workspace: Workspace): Promise<boolean> {
  const metrics = [
    { alias: 'all_records', function: 'count_rows' as const },
    { alias: 'different', function: 'count_distinct' as const, field },
    { alias: 'smallest', function: 'minimum' as const, field },
    { alias: 'largest', function: 'maximum' as const, field },
  ];
  const data = await dataOf({ mode: 'deterministic', ...of, operation: 'aggregate', metrics }, workspace);
  const { all_records: all, different, smallest, largest } = data?.rows?.[0] ?? {};
  return Number(all) >= fewest && all === different && Number(smallest) >= 1 && Number.isInteger(largest);
}
