import assert from 'node:assert/strict';
import type { Figures } from '../trial.ts';
import type { Machine } from './machine.ts';
import type { Meter, Run } from './meter.ts';
import type { Sample } from './observation.ts';

export interface Outcome {
  readonly run: Run;
  readonly machine: Machine;
  readonly meter: Meter;
  /** By quarters. */
  readonly samples: readonly (readonly Sample[])[];
  readonly agentsSeconds: number;
  readonly retries: number;
  readonly stopSeconds: number;
}

const MiB = 1024 * 1024;

/**
 * Bounds of the last quarter against the second, as a factor and an addend. The addend covers variation on a machine
 * that others use too.
 */
const bounds: readonly (readonly [what: keyof Sample, factor: number, more: number])[] = [
  ['anonymous', 1.1, 10],
  ['hostAnonymous', 1.1, 10],
  ['descriptors', 1.1, 10],
  ['logBytes', 1.5, 4 * MiB],
  ['temporaryBytes', 1.1, MiB],
  ['temporaryFiles', 1.1, 5],
];
const costlier = 1.25;
const slower = { factor: 1.5, milliseconds: 10 };
/** The least number of times that gives a 95th percentile. */
const enough = 200;

/**
 * Sentences about growth from the second quarter to the last: memory, open descriptors, leftover files, and time.
 * Throws when a quarter has no samples.
 */
export function growthIn({ meter, samples }: Outcome): string[] {
  const growing = bounds.flatMap(([what, factor, more]) => {
    const quarters = samples.map((quarter) => median(quarter.map((sample) => sample[what])));
    return grown(what, quarters, factor, more);
  });
  const timed = [...meter.kinds].filter(([, quarters]) =>
    quarters.every(({ milliseconds }) => milliseconds.length >= enough),
  );
  assert.ok(timed.length > 0, `no call was made ${enough} times a quarter while the machine was there for the gateway`);
  const slowing = timed.flatMap(([kind, quarters]) => {
    const p95 = quarters.map(({ milliseconds }) => quantile(milliseconds, 0.95));
    return grown(`p95 of ${kind}, in ms`, p95, slower.factor, slower.milliseconds);
  });
  return [...growing, ...grown('CPU a request, in µs', cpuByRequest(meter, samples), costlier), ...slowing];
}

function grown(what: string, quarters: readonly number[], factor: number, more = 0): string[] {
  assert.ok(quarters.every(Number.isFinite), `${what}: not seen in each quarter, but ${quarters.join(', ')}`);
  const [, second, , last] = quarters;
  return last! > factor * second! + more ? [`${what}: ${second} in the second quarter, ${last} in the last`] : [];
}

export function figuresOf({ run, machine, meter, samples, agentsSeconds, retries, stopSeconds }: Outcome): Figures {
  const byQuarters = (what: keyof Sample, unit = 1) =>
    samples.map((quarter) => shown(median(quarter.map((sample) => sample[what])) / unit)).join(', ');
  const cores = (seconds: number) => (seconds / run.seconds).toFixed(2);
  return {
    requests: meter.calls(),
    'requests a second': Math.round(meter.calls() / run.seconds),
    ...Object.fromEntries([...meter.refusals].map(([code, count]) => [`provoked: ${code}`, count])),
    'turned away while others had the processors, and sent again': meter.turnedAway,
    'changes sent again under their key': retries,
    'seconds without its turns, for others had the processors': Math.round(machine.secondsStarved),
    'cores busy with the gateway and its processes': cores(cpuSeconds(samples.flat())),
    'cores busy with the host over stdio': cores(cpuSeconds(samples.flat(), 'hostCpuSeconds')),
    'cores busy with the agents': cores(agentsSeconds),
    'CPU of the gateway a request, in µs by quarters': cpuByRequest(meter, samples)
      .map((microseconds) => shown(microseconds))
      .join(', '),
    'gateway, MiB of its own by quarters': byQuarters('anonymous'),
    'gateway, MiB resident by quarters': byQuarters('resident'),
    'host over stdio, MiB of its own by quarters': byQuarters('hostAnonymous'),
    'open files by quarters': byQuarters('descriptors'),
    'MiB of log by quarters': byQuarters('logBytes', MiB),
    'temporary files by quarters': byQuarters('temporaryFiles'),
    'MiB of database by quarters': byQuarters('databaseBytes', MiB),
    'seconds to stop': stopSeconds.toFixed(1),
    ...Object.fromEntries(
      [...meter.kinds]
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([kind, quarters]) => [
          `${kind}, ${quarters.reduce((sum, { calls }) => sum + calls, 0)} times: p50/p95/p99 in ms by quarters`,
          quarters
            .map(({ milliseconds }) =>
              [0.5, 0.95, 0.99].map((share) => shownMs(quantile(milliseconds, share))).join('/'),
            )
            .join(', '),
        ]),
    ),
  };
}

/** Between the first and the last of them. */
const cpuSeconds = (samples: readonly Sample[], of: 'cpuSeconds' | 'hostCpuSeconds' = 'cpuSeconds'): number =>
  (samples.at(-1)?.[of] ?? Number.NaN) - (samples[0]?.[of] ?? Number.NaN);

/** In microseconds. */
const cpuByRequest = (meter: Meter, samples: Outcome['samples']): number[] =>
  samples.map((quarter, index) => (cpuSeconds(quarter) * 1e6) / meter.calls(index));

const median = (values: readonly number[]): number => quantile(values, 0.5);

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}

const shown = (figure: number, digits = 0): string => (Number.isFinite(figure) ? figure.toFixed(digits) : '–');

const shownMs = (milliseconds: number): string => shown(milliseconds, milliseconds < 10 ? 1 : 0);
