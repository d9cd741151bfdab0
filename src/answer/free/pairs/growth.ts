import type { Row } from '../../../../schemas/queries.ts';
import type { Interval } from '../../../../schemas/fields.ts';
import { figureOf } from '../../plain/compound/figure.ts';
import { mainDate, type SubjectField } from '../../plain/named.ts';
import { speaksOf } from '../fields.ts';
import type { Scene } from '../scene.ts';
import type { Paired } from './paired.ts';

const overNext = /\b(?:(day|week|month|quarter|year) (?:over|on|to|by|after) \1|(mom|wow|qoq|yoy))\b/u;
const short: Readonly<Record<string, Interval>> = { mom: 'month', wow: 'week', qoq: 'quarter', yoy: 'year' };
const changing =
  /\b(?:percent(?:age|ual)?|changes?|changed|growth|grow|grew|grown|growing|increases?d?|decreases?d?|developed|develop|development|differences?|rates?)\b/gu;
const asking =
  /^(?:(?:what|how) (?:is|was|are|were|did|does|has|have)|by how (?:much|many)|how (?:much|many)|show|list|give|calculate) (?:the |our )?/u;
const behind = /(?:^| )(?:in|of|for|by|the|our|each|from|did|has|have|was|is)(?= )/u;

/** Reads "month over month change in sales": each month's figure beside the one before, in percent. */
export function growthIn(scene: Scene): Paired | undefined {
  const { line, whole, subject, cells } = scene;
  const match = overNext.exec(whole);
  if (!match || !whole.match(changing)) return undefined;
  const interval = short[match[2] ?? ''] ?? (match[1] as Interval);
  const gone = new Set<number>();
  const leave = ({ index, 0: { length } }: RegExpExecArray) => {
    for (let at = line.wordsBefore(index); at < line.wordsBefore(index + length); at += 1) gone.add(at);
  };
  for (const one of [match, asking.exec(whole), ...whole.matchAll(changing)]) if (one) leave(one);
  const kept = line.words.filter((_, at) => !gone.has(at));
  while (kept.length > 0 && behind.test(` ${kept[0]!.folded} `)) kept.shift();
  while (kept.length > 0 && behind.test(` ${kept.at(-1)!.folded} `)) kept.pop();
  const date = dateIn(scene);
  const figure = ['', 'total', 'how many']
    .map((words) => figureOf(words, kept, subject, cells))
    .find((one) => one && /^(?:sum|count_rows)$/u.test(one.metric.function));
  if (!figure || !date || kept.length === 0) return undefined;
  const { metric, filters, plan } = figure;
  if (filters.some((filter) => 'field' in filter && filter.field === date.key)) return undefined;
  const what = plan.field?.label ?? 'the number of records';
  return {
    fields: [date],
    rest: [],
    filters,
    metrics: [metric],
    groupBy: [{ field: date.key, interval }],
    reading: `the change of ${what} from each ${interval} of ${date.label} to the next, in percent`,
    valuesIn: (rows) => changesIn(rows, metric.alias, `${date.key}_${interval}`, interval),
  };
}

function dateIn({ line, dates }: Scene): SubjectField | undefined {
  const spoken = dates.filter((field) => line.words.some((word) => speaksOf(word, field)));
  return spoken.length > 1 ? undefined : (spoken[0] ?? mainDate(dates));
}

/** Nothing where a time between has no records, because nothing grows from 0. */
function changesIn(rows: readonly Row[], alias: string, key: string, interval: Interval) {
  const figures = rows.map((row) => ({ begin: beginningOf(String(row[key])), figure: Number(row[alias]) }));
  const pairs = figures.slice(1).map((one, at) => [figures[at]!, one] as const);
  const isWhole = pairs.every(([one, other]) => one.figure > 0 && other.begin - one.begin <= longest[interval]);
  if (!isWhole) return [];
  return pairs.map(([one, other]) => ({
    value: Math.round((1_000 * (other.figure - one.figure)) / one.figure) / 10,
    type: 'percent' as const,
  }));
}

/** When `2026-Q2`, `2026-W07` or `2026-04` begins. */
function beginningOf(time: string): number {
  const [, year, kind, number] = /^(\d{4})-([QW])(\d+)$/u.exec(time) ?? [];
  if (kind === 'Q') return Date.UTC(Number(year), 3 * Number(number) - 3, 1);
  if (kind === 'W') return Date.UTC(Number(year), 0, 4) + 7 * day * Number(number);
  return Date.parse(time.slice(0, 10));
}

const day = 86_400_000;
const longest: Readonly<Record<Interval, number>> = {
  day,
  week: 9 * day,
  month: 31 * day,
  quarter: 92 * day,
  year: 366 * day,
};
