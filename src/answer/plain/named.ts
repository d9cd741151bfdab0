import { dateTypes, type FieldType, isMultiple, numberTypes } from '../../../schemas/fields.ts';
import { contentOf, wordsOf } from '../language/words.ts';
import type { Subject } from '../subjects/subjects.ts';
import type { Line } from './line.ts';

export type SubjectField = Subject['fields'][number] & { readonly derived?: true | undefined };

/** Fields that a question can mean: neither when a record was made, nor what was read out of another. */
export const ownFields = ({ fields }: Subject): SubjectField[] =>
  (fields as readonly SubjectField[]).filter(
    ({ key, derived, queryable }) =>
      queryable && !derived && !/^(created|updated)_(at|by)$/.test(key) && key !== 'title',
  );

export const isNumber = ({ type }: { type: FieldType }): boolean => numberTypes.has(type);
export const isDate = ({ type }: { type: FieldType }): boolean => dateTypes.has(type);
export const isPerson = ({ type }: { type: FieldType }): boolean => type === 'user';
/** That has one value in each record, by which records can be told apart or put together. */
export const isGroup = (field: SubjectField): boolean => !isNumber(field) && !isMultiple(field) && !isDate(field);

export const rootsOfLabel = (label: string): string[] => contentOf(wordsOf(label)).map(({ root }) => root);

/** The field whose label stands in the words that are left, behind so many, the longest label before all others; its words are read. */
export function takeField(line: Line, fields: readonly SubjectField[], behind = 0): SubjectField | undefined {
  const found = fields
    .flatMap((field) => {
      const roots = rootsOfLabel(field.label);
      const whole = line.find(roots, behind);
      const place = whole ?? (roots.length > 1 ? line.find(roots.slice(0, 1), behind) : undefined);
      return place ? [{ field, place, isWhole: whole !== undefined, length: roots.length }] : [];
    })
    .toSorted((a, b) => Number(b.isWhole) - Number(a.isWhole) || b.length - a.length || a.place[0] - b.place[0]);
  const [best, next] = found;
  if (!best || (!best.isWhole && next && !next.isWhole)) return undefined;
  line.read(...best.place);
  return best.field;
}

/** All fields that are named, in the order of the question. */
export function takeFields(line: Line, fields: readonly SubjectField[]): SubjectField[] {
  const taken: SubjectField[] = [];
  for (let field = takeField(line, fields); field; field = takeField(line, fields)) {
    if (!taken.includes(field)) taken.push(field);
  }
  return taken;
}

export const onlyOne = <One>(all: readonly One[]): One | undefined => (all.length === 1 ? all[0] : undefined);
