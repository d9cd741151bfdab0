import type { Workspace } from '../../../schemas/index.ts';
import type { TypedQuery } from '../../../schemas/queries.ts';
import { textTypes } from '../../../schemas/fields.ts';
import { type Data, dataOf } from '../figures/data.ts';
import type { Value } from '../figures/values.ts';
import { recordNouns } from '../free/lexicon.ts';
import { contentOf, type Word } from '../language/words.ts';
import { isRecord, ownFields, rootsOfLabel, type SubjectField } from '../plain/named.ts';
import type { Subject } from './subjects.ts';

interface Found {
  readonly values: readonly Value[];
  readonly typedQuery: TypedQuery;
  readonly data: Data;
}

/** Records by their names, and the remark where another column might be meant. */
export interface Renamed extends Found {
  readonly remark?: string;
}

/**
 * Names records by the column that holds their names, where the titles are only codes. A question that speaks of the
 * codes gets them.
 */
export async function byName(
  found: Found,
  subject: Subject,
  words: readonly Word[],
  workspace: Workspace,
): Promise<Renamed> {
  const { values, typedQuery } = found;
  const isOfRecords = typedQuery.operation === 'records' && values.length > 0;
  if (!isOfRecords || !values.every(({ fieldKey, value }) => fieldKey === 'title' && isCode(value))) return found;
  const field = nameOf(subject, words);
  if (!field) return found;
  const query = { ...typedQuery, fields: [...new Set([...(typedQuery.fields ?? []), 'title', field.key])] };
  const data = await dataOf(query, workspace);
  const names = new Map(data?.rows?.map((row) => [row['title'], row[field.key]]));
  const named = values.map(({ value }) => names.get(value));
  if (!data || names.size !== data.rows?.length || !named.every((name) => typeof name === 'string')) return found;
  const remark = `The titles are codes, so ${field.label} names the ${subject.name}.`;
  return {
    values: named.map((value) => ({ value, type: field.type, fieldKey: field.key })),
    typedQuery: query,
    data,
    ...(!isNameOf(field, subject) && { remark }),
  };
}

/** Whether a title is a code: one word with a digit. */
const isCode = (title: unknown): boolean => /^(?=\S*\d)\S+$/u.test(String(title));

/** The column of the names. Orders and visits are known by their codes, and a column of names there holds people. */
function nameOf(subject: Subject, words: readonly Word[]): SubjectField | undefined {
  const [codes, ...others] = ownFields(subject);
  if (!codes || isSpokenOf(codes, words) || subject.heads.some(({ folded }) => recordNouns.has(folded)))
    return undefined;
  const named = others.filter(
    (field) => textTypes.has(field.type) && (/^(?:full )?names?$/iu.test(field.label) || isNameOf(field, subject)),
  );
  return named.length === 1 ? named[0] : undefined;
}

/** Whether a column is called as one record is, perhaps with "name": `Dog`, `Dog name`. */
const isNameOf = (field: SubjectField, subject: Subject): boolean =>
  isRecord({ ...field, label: field.label.replace(/ names?$/iu, '') }, subject);

/** Whether the question says a word of a label. */
function isSpokenOf({ label }: SubjectField, words: readonly Word[]): boolean {
  const roots = new Set(rootsOfLabel(label));
  return contentOf(words).some(({ root }) => roots.has(root));
}
