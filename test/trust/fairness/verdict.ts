import type { Figures } from '../trial.ts';
import type { Case, Seen } from './case.ts';
import type { Report } from './report.ts';
import { counted, type Kind, longest, notAnswered, quantile, type Wait } from './waits.ts';

const pointMs = 250;
const writeMs = 1_000;
/**
 * How much slower a 99th percentile may be than on an idle gateway. A shorter one is noise. Over fewer reads it would
 * be one of the longest waits.
 */
const slower = { times: 3, leastIdleMs: 5, leastReads: 300 };
/** A list or a search that takes this long counts as not served. A query or a question may take longer. */
const [servedMs, served] = [1_000, new Set<Kind>(['health', 'point', 'list', 'search', 'write'])];

export interface Outcome extends Seen {
  readonly tried: Case;
  readonly idle: readonly Wait[];
  /** The share of the time before the attack in which the machine kept somebody from working. */
  readonly kept: number;
  readonly lost: readonly string[];
}

export type Verdict = 'held' | 'BROKEN' | 'not measured';

/** Where the machine is kept busy otherwise for more of the time, waits tell nothing of the gateway. */
const mostKept = 1 / 2;

/** Twice as long as on the machine that docs/trust.md tells of. `bench/gateway` tells a gateway that is slow by itself. */
const mostIdleP99Ms = 50;

export function verdictOf(outcome: Outcome): Verdict {
  if (brokenIn(outcome).length === 0) return missingIn(outcome).length === 0 ? 'held' : 'not measured';
  return isTooSlow(outcome) && promisesBrokenIn(outcome).length === 0 ? 'not measured' : 'BROKEN';
}

/** Whether users waited too long before any attack, so that the machine cannot hold the bounds. */
const isTooSlow = ({ kept, idle }: Outcome): boolean =>
  kept > mostKept ||
  longest(counted(idle, 'point', 'health')) > pointMs ||
  quantile(counted(idle, 'point'), 0.99) > mostIdleP99Ms;

/** How long others waited in all cases. */
export function worstOf(outcomes: readonly Outcome[]): Figures {
  const most = (...kinds: Kind[]) => ms(longest(outcomes.flatMap(({ waits }) => counted(waits, ...kinds))));
  const p99 = (of: (outcome: Outcome) => readonly Wait[]) => ms(quantile(counted(outcomes.flatMap(of), 'point'), 0.99));
  return {
    'point reads waited at most': most('point', 'health'),
    'their 99th percentile in all cases, beside the idle one': `${p99(({ waits }) => waits)} beside ${p99(({ idle }) => idle)}`,
    'their median while nobody was hostile': ms(
      quantile(
        counted(
          outcomes.flatMap(({ idle }) => idle),
          'point',
        ),
        0.5,
      ),
    ),
    'own writes waited at most': most('write'),
  };
}

/** The promises that a case broke, as sentences. */
export const brokenIn = (outcome: Outcome): string[] => [...waitsBrokenIn(outcome), ...promisesBrokenIn(outcome)];

/** The operations for which a slow machine left no time. */
export const missingIn = (outcome: Outcome): readonly string[] => outcome.tried.missing?.(outcome) ?? [];

/** Broken bounds for which a slow machine may also be to blame. */
function waitsBrokenIn({ tried, idle, waits, got, sent, done }: Outcome): string[] {
  const point = longest(counted(waits, 'point', 'health'));
  const write = longest(counted(waits, 'write'));
  return [
    ...(point > pointMs ? [`a point read waited ${ms(point)}, more than ${pointMs} ms`] : []),
    ...slowerThanIdle(waits, idle),
    ...(write > writeMs ? [`a write waited ${ms(write)}, more than ${writeMs} ms`] : []),
    ...(tried.broken?.({ waits, got, sent, done }) ?? []),
  ];
}

/** Broken promises for which no machine is to blame. */
const promisesBrokenIn = ({ waits, lost }: Outcome): string[] => [
  ...refusalsIn(waits).map((refusal) => `refused: ${refusal}`),
  ...lost.map((path) => `acknowledged and not there: ${path}`),
];

/** The promises that all cases together broke. */
export function brokenInAll(outcomes: readonly Outcome[]): string[] {
  const measured = outcomes.filter((outcome) => verdictOf(outcome) !== 'not measured');
  return slowerThanIdle(
    measured.flatMap(({ waits }) => waits),
    measured.flatMap(({ idle }) => idle),
  );
}

/** Whether point reads wait much longer than without anybody hostile. */
function slowerThanIdle(waits: readonly Wait[], idle: readonly Wait[]): string[] {
  const reads = [waits, idle].map((all) => counted(all, 'point')) as [number[], number[]];
  if (reads.some(({ length }) => length < slower.leastReads)) return [];
  const [busyP99, idleP99] = reads.map((all) => quantile(all, 0.99)) as [number, number];
  const most = slower.times * Math.max(idleP99, slower.leastIdleMs);
  return busyP99 > most ? [`the 99th percentile of point reads is ${ms(busyP99)} beside ${ms(idleP99)} idle`] : [];
}

function refusalsIn(waits: readonly Wait[]): string[] {
  const refused = waits.filter(({ kind, refusal, took, excused }) =>
    refusal === notAnswered ? served.has(kind) && took - excused > servedMs : refusal !== undefined,
  );
  const counts = Map.groupBy(refused, ({ kind, refusal }) => `${kind}: ${refusal}`);
  return [...counts].map(([what, all]) => `${all.length} times ${what}`);
}

/** The outcome, as one line. */
export function told(outcome: Outcome): string {
  const { idle, waits } = outcome;
  const p99 = (all: readonly Wait[]) => ms(quantile(counted(all, 'point'), 0.99));
  const most = (...kinds: Kind[]) => ms(longest(counted(waits, ...kinds)));
  const excused = longest(waits.map((wait) => wait.excused));
  return [
    `point reads ${most('point', 'health')} at most, p99 ${p99(waits)} beside ${p99(idle)}`,
    `writes ${most('write')}, lists ${most('list')}, searches ${most('search')}, queries ${most('query')}, questions ${most('question')} at most`,
    `hostile: ${gotIn(outcome)}`,
    `the machine's, and not counted: ${ms(excused)} at most, ${Math.round(100 * outcome.kept)} % of the time before`,
  ].join('; ');
}

const gotIn = ({ got, sent, done }: Report) =>
  Object.entries(got)
    .map(([what, count]) => `${count} ${what}`)
    .concat(sent.length > 0 ? [`${done.length} of ${sent.length} operations and tools answered`] : [])
    .join(', ') || 'nothing';

const ms = (milliseconds: number) => `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`;
