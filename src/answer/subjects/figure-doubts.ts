import type { Workspace } from '../../../schemas/index.ts';
import { dateTypes } from '../../../schemas/fields.ts';
import type { TypedQuery } from '../../../schemas/queries.ts';
import { dataOf } from '../figures/data.ts';
import { isSameWord, labelWords, type Word } from '../language/words.ts';
import { looksPlural } from '../plain/named.ts';
import { fieldsOf } from '../view.ts';
import { codesAdded } from './codes.ts';
import { isNameless, type Subject } from './subjects.ts';

/** The doubts about figures of a query. */
export async function doubtsOfFigures(
  query: TypedQuery,
  words: readonly Word[],
  subject: Subject,
  workspace: Workspace,
): Promise<string[]> {
  const codes = await codesAdded(query, subject, workspace);
  const repeated = await countedOnce(query, words, subject, workspace);
  const states = await statesBesideDates(query, words, subject, workspace);
  return [
    ...(codes === undefined ? [] : [`${codes} may hold codes, places or years, which nobody adds up.`]),
    ...(countsUnnamed(query, words, subject) ? [`The records of ${subject.name} may be something else.`] : []),
    ...(countsOneOfThese(query, words, subject) ? ['One of these is named, and it is all that was counted.'] : []),
    ...(asksForOneNumber(query, words) ? ['A number that the record has may be meant.'] : []),
    ...(repeated === undefined ? [] : [`Several records may have the same ${repeated}, which is counted once.`]),
    ...states.map(([date, state]) => `The date ${date} was read, and not the choice ${state}.`),
  ];
}

/** Whether records are counted that neither the name of their table nor the question says what they are. */
const countsUnnamed = (
  { metrics = [], groupBy = [], filters = [] }: TypedQuery,
  words: readonly Word[],
  subject: Subject,
) =>
  isNameless(subject) &&
  groupBy.length === 0 &&
  metrics.some(({ function: name }) => name === 'count_rows') &&
  (filters.length === 0 || ofNothing.test(textOf(words)));

/** "The number of districts of Lima" may be all of them, beside a district that is called Lima too. */
function countsOneOfThese(
  { metrics = [], groupBy = [], filters = [] }: TypedQuery,
  words: readonly Word[],
  { fields }: Subject,
): boolean {
  const [, thing] = /\b(?:how many|number of|count of) (\p{L}+)\b/u.exec(textOf(words)) ?? [];
  const counted = words.find(({ folded }) => folded === thing);
  const isCounted = ({ label }: Subject['fields'][number]) => {
    const [only, ...others] = labelWords(label);
    return only !== undefined && others.length === 0 && only.root === counted?.root;
  };
  return (
    groupBy.length === 0 &&
    metrics.some(({ function: name }) => name.startsWith('count')) &&
    filters.some(
      (filter) =>
        'field' in filter &&
        filter.operator === 'eq' &&
        fields.some((field) => field.key === filter.field && field.type === 'text' && isCounted(field)),
    )
  );
}

/** "How many had more than two?" */
const ofNothing =
  /\bhow many (?:are|came|did|do|does|finished|get|got|had|has|have|lost|made|played|scored|took|was|went|were|won)\b/u;

const textOf = (words: readonly Word[]): string => words.map(({ folded }) => folded).join(' ');

/** "The number of the player from Cork" may be on his shirt. */
function asksForOneNumber({ metrics = [] }: TypedQuery, words: readonly Word[]): boolean {
  const [, thing] = /\bnumber of the (\p{L}+)\b/u.exec(textOf(words)) ?? [];
  return thing !== undefined && !looksPlural(thing) && metrics.some(({ function: name }) => name.startsWith('count'));
}

/**
 * The label of the values that are counted once each, where several records have the same or may have it. The records of
 * a nameless table may be meant: "how many championships" beside one of each year.
 */
async function countedOnce(
  query: TypedQuery,
  words: readonly Word[],
  subject: Subject,
  workspace: Workspace,
): Promise<string | undefined> {
  const { metrics = [], groupBy = [], filters = [] } = query;
  const [counted, other] = metrics;
  const isOnce = counted?.function === 'count_distinct' && other === undefined && groupBy.length === 0;
  if (!isOnce || !isNameless(subject) || words.some(({ folded }) => distinct.test(folded))) return undefined;
  const rows = { alias: `${counted.alias}_rows`, function: 'count_rows' as const };
  if (filters.length === 0) {
    const data = await dataOf({ ...query, metrics: [counted, rows] }, workspace);
    const [figures] = data?.rows ?? [];
    if (!figures || figures[counted.alias] === figures[rows.alias]) return undefined;
  }
  return subject.fields.find(({ key }) => key === counted.field)?.label;
}

const distinct = /^(?:different|distinct|unique)$/u;

/** A date that is read, and the choice that its word is too. */
type DateAndState = readonly [date: string, state: string];

/**
 * The states whose word was read as a date, such as "delivered" in a time. A record that was delivered may be in another
 * state by now.
 */
async function statesBesideDates(
  query: TypedQuery,
  words: readonly Word[],
  { of, fields }: Subject,
  workspace: Workspace,
): Promise<readonly DateAndState[]> {
  const { filters = [] } = query;
  const limited = new Set(filters.flatMap(fieldsOf));
  const dates = fields.filter(({ key, type }) => limited.has(key) && dateTypes.has(type));
  const found: DateAndState[] = [];
  for (const { label } of dates) {
    const [said, ...others] = labelWords(label);
    if (!said || others.length > 0 || !words.some((word) => isSameWord(word, said))) continue;
    for (const { key: field, options, label: name } of fields) {
      const state = limited.has(field) ? undefined : options?.choices?.find((one) => isCalled(one.label, said));
      if (!state) continue;
      const metrics = [{ alias: 'others', function: 'count_rows' as const }];
      const inOthers = [...filters, { field, operator: 'neq' as const, value: state.key }];
      const data = await dataOf(
        { mode: 'deterministic', ...of, operation: 'aggregate', metrics, filters: inOthers },
        workspace,
      );
      if (data?.rows?.[0]?.['others'] !== 0) found.push([label, `${state.label} of ${name}`]);
    }
  }
  return found;
}

const isCalled = (label: string, said: Word): boolean => {
  const [only, ...others] = labelWords(label);
  return only !== undefined && others.length === 0 && isSameWord(said, only);
};
