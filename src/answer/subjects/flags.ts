import type { Workspace } from '../../../schemas/index.ts';
import { dataOf } from '../figures/data.ts';
import { labelWords, positiveOf, type Word } from '../language/words.ts';
import { kindsIn } from './kinds.ts';
import type { Subject } from './subjects.ts';

type SubjectField = Subject['fields'][number];

const saying = /^(?:yes|no|y|n|true|false)$/iu;
/** The rows that are looked at first. Nearly every text says more than yes or no there. */
const looked = 20;

/**
 * Finds texts that say only yes or no, such as `Paid`, and reads them as fields of these two choices. A field is looked
 * through only if the question says its name.
 */
export const withFlags = (
  subjects: readonly Subject[],
  words: readonly Word[],
  workspace: Workspace,
): Promise<Subject[]> => Promise.all(subjects.map((subject) => flagged(subject, words, workspace)));

async function flagged(subject: Subject, words: readonly Word[], workspace: Workspace): Promise<Subject> {
  const fields = await Promise.all(
    subject.fields.map(async (field) => (isSaid(field, words) ? asFlag(field, subject, workspace) : field)),
  );
  return fields.every((field, at) => field === subject.fields[at]) ? subject : { ...subject, fields };
}

/** Whether a question says the name of a text: "paid", "unpaid". */
function isSaid({ key, type, label }: SubjectField, words: readonly Word[]): boolean {
  if (type !== 'text' || key === 'title') return false;
  const named = labelWords(label);
  const isNamed = (name: Word) =>
    words.some((word) => word.folded === name.folded || positiveOf(word.folded).includes(name.folded));
  return named.length > 0 && named.every(isNamed);
}

/** A text with its two choices where it says nothing else, or else as it is. */
async function asFlag(field: SubjectField, subject: Subject, workspace: Workspace): Promise<SubjectField> {
  const { key } = field;
  const first = { operation: 'records' as const, fields: [key], limit: looked };
  const rows = (await dataOf({ mode: 'deterministic', ...subject.of, ...first }, workspace))?.rows ?? [];
  const said = rows.flatMap((row) => row[key] ?? []).map(String);
  if (said.length === 0 || !said.every((value) => saying.test(value))) return field;
  const kinds = await kindsIn(key, subject, workspace);
  if (kinds?.length !== 2 || !kinds.every((value) => saying.test(value))) return field;
  return {
    ...field,
    type: 'select',
    options: { ...field.options, choices: kinds.map((value) => ({ key: value, label: value })) },
  };
}
