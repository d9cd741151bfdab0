import type { Workspace } from '../../../schemas/index.ts';
import type { TypedQuery } from '../../../schemas/queries.ts';
import { dataOf } from '../figures/data.ts';
import type { Word } from '../language/words.ts';
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
  return [
    ...(codes === undefined ? [] : [`${codes} may hold codes, places or years, which nobody adds up.`]),
    ...(countsAll(query, subject) ? [`The records of ${subject.name} may be something else.`] : []),
    ...(repeated === undefined ? [] : [`Several records have the same ${repeated}, which is counted once.`]),
  ];
}

/** Whether all records are counted of a table whose name does not say what they are. */
const countsAll = ({ metrics = [], groupBy = [], filters = [] }: TypedQuery, subject: Subject): boolean =>
  isNameless(subject) &&
  groupBy.length + filters.length === 0 &&
  metrics.some(({ function: name }) => name === 'count_rows');

/**
 * The label of the values that are counted once each, where several records have the same. The records of a nameless table
 * may be meant: "how many championships" beside one of each year.
 */
async function countedOnce(
  query: TypedQuery,
  words: readonly Word[],
  subject: Subject,
  workspace: Workspace,
): Promise<string | undefined> {
  const { metrics = [], groupBy = [] } = query;
  const [counted, other] = metrics;
  const isOnce = counted?.function === 'count_distinct' && other === undefined && groupBy.length === 0;
  if (!isOnce || !isNameless(subject) || words.some(({ folded }) => distinct.test(folded))) return undefined;
  const rows = { alias: `${counted.alias}_rows`, function: 'count_rows' as const };
  const data = await dataOf({ ...query, metrics: [counted, rows] }, workspace);
  const [figures] = data?.rows ?? [];
  if (!figures || figures[counted.alias] === figures[rows.alias]) return undefined;
  return subject.fields.find(({ key }) => key === counted.field)?.label;
}

const distinct = /^(?:different|distinct|unique)$/u;
