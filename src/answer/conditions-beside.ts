import { dateTypes } from '../../schemas/fields.ts';
import type { TypedQuery } from '../../schemas/queries.ts';
import { isOfTime, sentencesBeside } from './language/asides.ts';
import type { Part } from './language/parts.ts';
import { contentOf, labelWords, type Word } from './language/words.ts';
import type { Subject } from './subjects/subjects.ts';

/**
 * Sentences beside a question that alone name a condition of its query, as "You're a star!" names the city Star. The
 * condition may be nothing but talk.
 */
export function conditionsBeside(text: string, words: readonly Word[], query: TypedQuery, { fields }: Subject): Part[] {
  const conditions = (query.filters ?? []).flatMap(conditionsOf);
  const beside = conditions.length === 0 ? [] : sentencesBeside(text);
  if (beside.length === 0) return [];
  const named = namedBy(conditions, fields);
  return beside.filter(({ start, end, words: said }) => {
    const others = words.filter((word) => word.end <= start || word.start >= end);
    const isAskedToo = ({ root }: Word) => others.some((word) => word.root === root);
    return contentOf(said).some((word) => named(word) && !isAskedToo(word));
  });
}

type Filter = NonNullable<TypedQuery['filters']>[number];
type Condition = Exclude<Filter, { or: unknown } | { and: unknown }>;

function conditionsOf(filter: Filter): Condition[] {
  if ('or' in filter) return filter.or.flatMap(conditionsOf);
  return 'and' in filter ? filter.and.flatMap(conditionsOf) : [filter];
}

/** Tells whether a word may name one of the conditions. Users and times are not written as they are stored. */
function namedBy(conditions: readonly Condition[], fields: Subject['fields']): (word: Word) => boolean {
  const roots = new Set<string>();
  let [isOfUser, isOfDate] = [false, false];
  for (const condition of conditions) {
    const field = fields.find(({ key }) => key === condition.field);
    const values = 'value' in condition ? [condition.value].flat().map(String) : [];
    const choices = field?.options?.choices?.filter(({ key }) => values.includes(key)) ?? [];
    for (const label of [field?.label ?? '', ...values, ...choices.map((choice) => choice.label)])
      for (const { root } of labelWords(label)) roots.add(root);
    isOfUser ||= field?.type === 'user';
    isOfDate ||= field !== undefined && dateTypes.has(field.type);
  }
  return (word) =>
    roots.has(word.root) ||
    (isOfUser && word.kind === 'name') ||
    (isOfDate && (word.kind === 'number' || isOfTime(word)));
}
