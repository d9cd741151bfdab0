import type { ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { activity } from './activity.ts';
import { bytes } from './bytes.ts';
import { clock } from './clock.ts';
import { disk } from './disk.ts';
import { fairness } from './fairness.ts';
import { failover } from './failover.ts';
import { gateways } from './gateways.ts';
import { inputs } from './inputs.ts';
import { kills } from './kills.ts';
import { lock } from './lock.ts';
import { openPage } from './open-page.ts';
import { readOnly } from './read-only.ts';
import { releases } from './releases.ts';
import { requests } from './requests.ts';
import { soak } from './soak.ts';
import { trash } from './trash.ts';
import { NotPossible, type Trial } from './trial.ts';
import { webhooks } from './webhooks.ts';

const trials: Record<string, Trial> = {
  kills,
  disk,
  'read-only': readOnly,
  lock,
  requests,
  clock,
  activity,
  inputs,
  gateways,
  failover,
  releases,
  soak,
  'open-page': openPage,
  bytes,
  fairness,
  trash,
  webhooks,
};
const seeds = 2 ** 31;

/**
 * `npm run trust` does to the built product what it must survive, and says how often. Exit status 1: a promise was
 * broken. `-- kills inputs` runs these trials only. `--long` does as much as the figures in docs/trust.md say. `--seed
 * N` repeats the random choices of a failed run. `--case NAME` runs only this case of a trial that has several.
 * `--minutes N` is the time in which a trial of many cases may begin further ones. It takes them in random order.
 */
const { names, long, seed, cases, minutes } = asked();
console.log(`seed ${seed}`);
const folder = await mkdtemp(join(tmpdir(), 'workspace-trust-'));
const broken = new Map<string, unknown>();
cleanUpWhenTold();
try {
  for (const [name, trial] of Object.entries(trials)) if (names.includes(name)) await undergo(name, trial);
} finally {
  await rm(folder, { recursive: true, force: true });
}
tellAgainWhatBroke();

/** The choices of the command line. Where they are wrong it prints a sentence and exits with status 2. */
function asked() {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: {
        long: { type: 'boolean', default: false },
        seed: { type: 'string' },
        case: { type: 'string', multiple: true, default: [] },
        minutes: { type: 'string' },
      },
    });
    const unknown = positionals.filter((name) => !Object.hasOwn(trials, name));
    if (unknown.length > 0)
      throw new Error(`No trial ${unknown.join(', ')}; there are ${Object.keys(trials).join(', ')}.`);
    return {
      names: positionals.length > 0 ? positionals : Object.keys(trials),
      long: values.long,
      cases: values.case,
      seed: values.seed === undefined ? randomInt(seeds) : seedOf(values.seed),
      minutes: values.minutes === undefined ? Number.POSITIVE_INFINITY : minutesOf(values.minutes),
    };
  } catch (error) {
    console.error((error as Error).message);
    process.exit(2);
  }
}

function seedOf(given: string): number {
  const seed = /^\d+$/.test(given) ? Number(given) : Number.NaN;
  if (seed < seeds) return seed;
  throw new Error(`--seed takes a whole number from 0 to ${seeds - 1}, not "${given}".`);
}

function minutesOf(given: string): number {
  if (/^[1-9]\d*$/.test(given)) return Number(given);
  throw new Error(`--minutes takes a whole number from 1, not "${given}".`);
}

/** Ending a run early also ends its processes and removes its folder. */
function cleanUpWhenTold(): void {
  const running = new Set<ChildProcess>();
  subscribe('child_process', (message) => {
    const { process: child } = message as { process: ChildProcess };
    running.add(child.once('exit', () => running.delete(child)));
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      for (const child of running) child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
      process.kill(process.pid, signal);
    });
  }
}

async function undergo(name: string, trial: Trial): Promise<void> {
  const started = performance.now();
  const own = join(folder, name);
  await mkdir(own);
  try {
    const figures = await trial({ long, seed, cases, minutes, folder: own });
    console.log(`${name}: held, ${Math.round((performance.now() - started) / 1000)} s`);
    for (const [figure, value] of Object.entries(figures)) console.log(`  ${figure}: ${value}`);
  } catch (error) {
    if (error instanceof NotPossible) return console.log(`${name}: not run: ${error.message}`);
    console.log(`${name}: BROKEN`);
    console.error(error);
    broken.set(name, error);
    process.exitCode = 1;
  }
}

/** The log of a run is long, and people read its end. */
function tellAgainWhatBroke(): void {
  for (const [name, error] of broken) console.log(`${name}: BROKEN: ${(error as Error).message}`);
}
