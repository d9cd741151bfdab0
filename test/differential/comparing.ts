import { isDeepStrictEqual } from 'node:util';
import { dateTypes } from '../../schemas/fields.ts';
import { dayIn, isDuration, momentFrom } from './calendar.ts';
import type { Random } from '../support/random.ts';
import type { ZonedGateway } from './gateway.ts';
import { mistakesWith, spoilt } from './mistakes.ts';
import { type Coverage, conditionsOf, cover, noCoverage, wellTyped } from './random-queries.ts';
import { type Expected, near, type Query, type Reference, referenceOf } from './reference.ts';
import { fieldOf, type Table } from './table.ts';

export interface Findings {
  asked: number;
  /** Queries whose right answer hangs on rounding or on the moment of asking. */
  passedOver: number;
  readonly disagreements: string[];
  readonly coverage: Coverage;
}

const noFindings = (): Findings => ({ asked: 0, passedOver: 0, disagreements: [], coverage: noCoverage() });

interface Run {
  readonly seed: number;
  readonly chance: Random;
}

/**
 * Asks the gateway and DuckDB the same queries, as many as are wanted. Those of each operator and function come first.
 */
export async function compare(
  gateway: ZonedGateway,
  table: Table,
  { queries, seed, chance }: Run & { queries: number },
): Promise<Findings> {
  const findings = noFindings();
  const report = reporter(findings, gateway, table, seed);
  const reference = await referenceOf(table, gateway.timeZone);
  try {
    for (const query of wellTyped(table, chance)) {
      if (findings.asked >= queries) break;
      const difference = await differenceIn(gateway, table, reference, query);
      if (difference === 'passed over') {
        findings.passedOver += 1;
        continue;
      }
      findings.asked += 1;
      cover(findings.coverage, table, query);
      if (difference) report(difference.what, query, difference.expected, difference.actual);
      if (findings.asked % 4 === 0) {
        const body = spoilt(query, chance);
        const fault = await faultIn(gateway, body, '', [200, 400, 404]);
        if (fault) report('A spoilt query', body, 'an answer or a refusal with its path', fault);
      }
    }
  } finally {
    reference.close();
  }
  return findings;
}

/** Makes every mistake that can be made with a table; the gateway must refuse each and say where it is. */
export async function refusals(gateway: ZonedGateway, table: Table, { seed, chance }: Run): Promise<Findings> {
  const findings = noFindings();
  const report = reporter(findings, gateway, table, seed);
  for (const { what, body, path } of mistakesWith(table, chance)) {
    findings.asked += 1;
    const fault = await faultIn(gateway, body, path, [400]);
    if (fault) report(`Mistake: ${what}`, body, `400 at ${path}`, fault);
  }
  return findings;
}

/** The fault of the refusal of a mistaken query. It must have one of these statuses, and a 400 must name the place. */
async function faultIn({ account }: ZonedGateway, query: unknown, path: string, statuses: readonly number[]) {
  const { status, body } = await account.call('POST /queries', query);
  const at = status === 400 ? body.errors?.[0]?.path : path;
  if (statuses.includes(status) && at?.startsWith(path)) return undefined;
  return `${status} at ${at}: ${body.detail ?? 'answered'}`;
}

const reporter =
  ({ disagreements }: Findings, { timeZone }: ZonedGateway, { name }: Table, seed: number) =>
  (what: string, query: unknown, expected: unknown, actual: unknown) =>
    disagreements.push(
      [
        `${what} (${name}, ${timeZone}, seed ${seed})`,
        ...Object.entries({ query, expected, actual }).map(
          ([word, part]) => `  ${word}: ${JSON.stringify(part)?.slice(0, 3000)}`,
        ),
      ].join('\n'),
    );

interface Difference {
  readonly what: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

async function differenceIn(
  gateway: ZonedGateway,
  table: Table,
  reference: Reference,
  query: Query,
): Promise<Difference | 'passed over' | undefined> {
  const clock = { now: new Date(), timeZone: gateway.timeZone };
  if (isOnTheEdge(table, query, clock)) return 'passed over';
  const expected = await reference.answer(query, clock);
  if (expected.rounding) return 'passed over';
  const { status, body } = await gateway.account.call('POST /queries', query);
  if (dayIn(clock.timeZone, clock.now) !== dayIn(clock.timeZone, new Date())) return 'passed over';
  if (status !== 200) return { what: `Refused with ${status}`, expected: 'an answer', actual: body.detail };
  return differenceBetween(expected, (body as unknown as { data: Answer }).data);
}

interface Answer {
  readonly columns: { key: string }[];
  readonly rows: Record<string, unknown>[];
  readonly completeness: Expected['completeness'];
}

function differenceBetween(expected: Expected, actual: Answer): Difference | undefined {
  const columns = actual.columns.map(({ key }) => key);
  if (!isDeepStrictEqual(columns, expected.columns))
    return { what: 'Columns', expected: expected.columns, actual: columns };
  if (!isDeepStrictEqual(actual.completeness, expected.completeness)) {
    return { what: 'Completeness', expected: expected.completeness, actual: actual.completeness };
  }
  const length = Math.max(expected.rows.length, actual.rows.length);
  for (let index = 0; index < length; index += 1) {
    const [wanted, got] = [expected.rows[index], actual.rows[index]];
    if (!isSame(wanted, got)) return { what: `Row ${index} of ${length}`, expected: wanted, actual: got };
  }
}

function isSame(one: unknown, other: unknown): boolean {
  if (typeof one === 'number' && typeof other === 'number') return near(one, other);
  if (!one || !other || typeof one !== 'object' || typeof other !== 'object') return one === other;
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) =>
    isSame((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]),
  );
}

const hour = 3_600_000;

/** Whether the answer depends on the clock: a relative moment of the query is near a time of the data. */
function isOnTheEdge(table: Table, query: Query, clock: { now: Date; timeZone: string }): boolean {
  const conditions = [query, ...(query.metrics ?? [])].flatMap(({ filters }) => conditionsOf(filters));
  return conditions.some(({ field: key, value }) => {
    const field = fieldOf(table, key);
    if (!dateTypes.has(field.type)) return false;
    const edges = [value].flat().filter((text): text is string => typeof text === 'string' && isDuration(text));
    return edges.some((duration) => {
      const edge = momentFrom(clock, duration);
      if (field.type === 'date')
        return dayIn(clock.timeZone, new Date(edge.getTime() + hour / 60)) !== dayIn(clock.timeZone, edge);
      return table.rows.some(({ values }) => Math.abs(Date.parse(String(values[key])) - edge.getTime()) < 2 * hour);
    });
  });
}

/** The findings as text, with every disagreement. */
export function summary(findings: readonly Findings[], seed: number): string {
  const sum = (count: (one: Findings) => number) => findings.reduce((total, one) => total + count(one), 0);
  const disagreements = findings.flatMap((one) => one.disagreements);
  return [
    ...disagreements,
    `seed ${seed}: ${sum(({ asked }) => asked)} queries, ${sum(({ passedOver }) => passedOver)} passed over, ${disagreements.length} disagreements`,
  ].join('\n\n');
}
