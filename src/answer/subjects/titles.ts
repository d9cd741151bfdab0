import { textTypes } from '../../../schemas/fields.ts';
import type { Workspace } from '../../../schemas/index.ts';
import { dataOf } from '../figures/data.ts';
import { listed } from '../language/listed.ts';
import { contentOf, labelWords, type Word, wordsOf } from '../language/words.ts';
import { personal, type Subject } from './subjects.ts';

/** The most rows that are compared with their titles. */
const mostCompared = 20;

/** Words for the records where they are people. */
const peopled: ReadonlySet<string> = new Set(['people', 'who', 'everyone']);

/** Words of a label that only say that it names: `Pet name` names pets. */
const naming: ReadonlySet<string> = new Set(listed('name title id ref reference code number no'));

/**
 * The field that gives the records of an import their titles also names them: `Job` in a table of works. The question
 * must use the word, and each record must have a value of its own there.
 */
export async function withTitlesNamed(
  subject: Subject,
  words: readonly Word[],
  workspace: Workspace,
): Promise<Subject> {
  const { of, fields, called } = subject;
  const field = fields.find(({ type, queryable }) => queryable && textTypes.has(type));
  if (!('objectTypeId' in of) || !field || field.key === 'title') return subject;
  const head = contentOf(labelWords(field.label)).findLast(
    ({ folded, kind }) => kind !== 'number' && !naming.has(folded),
  );
  if (!head || words.some(({ root }) => called.has(root)) || isNumbered(field, head, fields)) return subject;
  const people = contentOf(personal(head.folded).flatMap((word) => wordsOf(word)));
  const isNamed = ({ root, folded }: Word) => root === head.root || (people.length > 0 && peopled.has(folded));
  if (!words.some(isNamed) || !(await givesTitles(field.key, of, workspace))) return subject;
  return {
    ...subject,
    called: new Set([...called, head.root, ...people.map(({ root }) => root)]),
    heads: [...subject.heads, head, ...people],
  };
}

/** Whether another field has the same label with another number: `Team #1` and `Team #2`. */
const isNumbered = (field: Field, { root }: Word, fields: Subject['fields']): boolean =>
  fields.some(
    ({ key, label, type }) =>
      key !== field.key &&
      textTypes.has(type) &&
      /\d/u.test(label) &&
      labelWords(label).every((word) => word.kind === 'number' || word.root === root),
  );

type Field = Subject['fields'][number];

/** Whether titles are the values of a field, and no value is there twice. */
async function givesTitles(
  field: string,
  of: { readonly channelId: string; readonly objectTypeId: string },
  workspace: Workspace,
): Promise<boolean> {
  const rows = await dataOf(
    { mode: 'deterministic', operation: 'records', ...of, fields: [field], limit: mostCompared },
    workspace,
  );
  if (!rows?.rows?.length || rows.rows.some((row) => row[field] !== row['title'])) return false;
  const metrics = [
    { alias: 'records', function: 'count_rows' as const },
    { alias: 'titles', function: 'count_distinct' as const, field },
  ];
  const counted = await dataOf({ mode: 'deterministic', operation: 'aggregate', ...of, metrics }, workspace);
  return counted?.rows?.[0]?.['records'] === counted?.rows?.[0]?.['titles'];
}
