import { limits } from '../../../../schemas/limits.ts';
import type { Workspace } from '../../../../schemas/index.ts';
import type { Filters, TypedQuery } from '../../../../schemas/queries.ts';
import type { Turn } from '../../../turns/turn.ts';
import { dataOf } from '../../figures/data.ts';
import { contentOf, type Word, wordsOf } from '../../language/words.ts';
import { figureOf } from '../../plain/compound/figure.ts';
import type { CellNamed } from '../../subjects/cells.ts';
import type { Subject } from '../../subjects/subjects.ts';
import { besideTable, type FreeAnswer, isTooLong, likeliest } from '../answer.ts';
import { Scene } from '../scene.ts';
import { apartIn } from './apart.ts';
import { comparedIn } from './compared.ts';
import { growthIn } from './growth.ts';
import type { Paired } from './paired.ts';
import { spreadIn } from './spread.ts';

const mostWords = 30;
/** A question about a pair has one of these words. */
const hint =
  /\b(?:than|above|below|exceed\p{L}*|equals?|same|different|apart|range|spread|span|between|days|how long|(?:over|on|to|by) (?:month|week|quarter|year|day)|mom|qoq|yoy|wow)\b/iu;

/**
 * Compares two fields of each record, or takes the smallest figure from the largest. The other words must say which
 * records count. Undefined where several tables answer.
 */
export async function answerPaired(
  text: string,
  subjects: readonly Subject[],
  workspace: Workspace,
  turn: Turn,
): Promise<FreeAnswer | undefined> {
  const words = wordsOf(text);
  if (words.length > mostWords || words.some(isTooLong) || !hint.test(text)) return undefined;
  const found: FreeAnswer[] = [];
  for (const plain of likeliest([text], subjects)) {
    const { subject, cells } = await besideTable(words, plain, workspace, turn);
    const scene = new Scene(words, subject, cells);
    const paired = comparedIn(scene) ?? spreadIn(scene) ?? apartIn(scene) ?? growthIn(scene);
    await turn.yield();
    const answer = paired && (await answerOf(paired, subject, cells, workspace));
    if (answer) found.push(answer);
  }
  return found.length === 1 ? found[0] : undefined;
}

async function answerOf(
  paired: Paired,
  subject: Subject,
  cells: readonly CellNamed[],
  workspace: Workspace,
): Promise<FreeAnswer | undefined> {
  const filters = filtersOf(paired.rest, subject, cells);
  if (!filters) return undefined;
  const typedQuery = queryOf(paired, subject, [...filters, ...(paired.filters ?? [])]);
  const data = await dataOf(typedQuery, workspace);
  const isOfOne = paired.metrics !== undefined && paired.groupBy === undefined;
  if (!data || (!isOfOne && !data.completeness?.complete)) return undefined;
  const values = paired.valuesIn(data.rows ?? []);
  return values.length === 0 ? undefined : { subject, values, typedQuery, data, unread: [], reading: paired.reading };
}

/** The conditions in the rest of the words. Undefined where they ask for anything else. */
function filtersOf(rest: readonly Word[], subject: Subject, cells: readonly CellNamed[]): Filters | undefined {
  if (contentOf(rest).length === 0) return [];
  const named = rest.some(({ root }) => subject.called.has(root)) ? rest : [...subject.heads.slice(0, 1), ...rest];
  const figure = figureOf('how many', named, subject, cells);
  return figure?.metric.function === 'count_rows' ? figure.filters : undefined;
}

function queryOf({ fields, metrics, groupBy }: Paired, { of }: Subject, conditions: Filters): TypedQuery {
  const given = fields.map(({ key: field }) => ({ field, operator: 'is_not_empty' as const }));
  const filters = [...conditions, ...given];
  if (metrics)
    return { mode: 'deterministic', ...of, operation: 'aggregate', metrics, filters, ...(groupBy && { groupBy }) };
  const shown = ['title', ...fields.map(({ key }) => key)];
  return { mode: 'deterministic', ...of, operation: 'records', fields: shown, filters, limit: limits.queryRowsMost };
}
