import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { stop } from '../support/product.ts';
import { Random } from '../support/random.ts';
import { accountAt } from '../support/rest.ts';
import type { commands as attacker } from './fairness/attacker.ts';
import type { Case, Stage } from './fairness/case.ts';
import type { Report } from './fairness/report.ts';
import { nobodyThere } from './fairness/cases/everyday.ts';
import { cases } from './fairness/cases/index.ts';
import { Child } from './fairness/child.ts';
import type { commands as control } from './fairness/control.ts';
import type { commands as neighbours } from './fairness/neighbours.ts';
import { buildTown, type Town, townFolder } from './fairness/town.ts';
import { use } from './fairness/used.ts';
import {
  brokenIn,
  brokenInAll,
  missingIn,
  type Outcome,
  told,
  type Verdict,
  verdictOf,
  worstOf,
} from './fairness/verdict.ts';
import { Product } from './product.ts';
import { type Effort, type Figures, NotPossible } from './trial.ts';

const moduleOf = (name: string) => new URL(`fairness/${name}.ts`, import.meta.url);

/**
 * Hostile users send the heaviest requests that are allowed. Meanwhile well-behaved users of the same organisation and
 * of another one work at a calm pace. Nobody waits for another.
 */
export async function fairness(effort: Effort): Promise<Figures> {
  if (process.platform !== 'linux')
    throw new NotPossible('how long a process waits for a processor is read as Linux tells it');
  const town = await buildTown(townFolder(effort.folder));
  const watch = new Child<typeof control>(moduleOf('control'));
  const outcomes: Outcome[] = [];
  const all = chosen(effort);
  const end = performance.now() + effort.minutes * 60_000;
  try {
    const controlUrl = await watch.tell('listen', undefined);
    for (const one of all) {
      if (performance.now() > end) break;
      const mostVain = unmeasuredIn(outcomes).length < mostUnmeasured ? mostTries : 1;
      outcomes.push(await triedAgain(one, mostVain, { effort, town, controlUrl }));
    }
  } finally {
    await watch.end();
  }
  return summary(outcomes, all.length - outcomes.length);
}

/** Where time is short, another seed leaves out other cases. */
function chosen({ cases: names, long: isLong, minutes, seed }: Effort): readonly Case[] {
  const unknown = names.filter((name) => !cases.some((one) => one.name === name));
  if (unknown.length > 0)
    throw new Error(`No case ${unknown.join(', ')}; there are ${cases.map(({ name }) => name).join(', ')}.`);
  if (names.length > 0) return cases.filter(({ name }) => names.includes(name));
  const all = cases.filter((one) => isLong || !one.isLong);
  return Number.isFinite(minutes) ? new Random(seed).some(all, all.length) : all;
}

interface Circumstances {
  readonly effort: Effort;
  readonly town: Town;
  readonly controlUrl: string;
}

/** An unmeasured case is tried again, each time for twice as long, up to this many tries. */
const mostTries = 3;
/** Once this many cases are unmeasured, each other case is tried only once. */
const mostUnmeasured = 3;

/** A case is broken when two tries are. A chance delay hardly comes twice. */
async function triedAgain(one: Case, mostVain: number, circumstances: Circumstances): Promise<Outcome> {
  const outcomes: Record<Verdict, Outcome[]> = { held: [], BROKEN: [], 'not measured': [] };
  for (let tries = 0; tries < mostTries && outcomes['not measured'].length < mostVain; tries += 1) {
    const outcome = await tried(one, circumstances, 2 ** tries);
    const verdict = verdictOf(outcome);
    outcomes[verdict].push(outcome);
    if (verdict === 'held' || outcomes.BROKEN.length === 2) return outcome;
  }
  return outcomes['not measured'][0]!;
}

/** On a folder of its own, so that nothing of another case is in its way. */
async function tried(one: Case, { effort, town, controlUrl }: Circumstances, times: number): Promise<Outcome> {
  const dataFolder = join(effort.folder, one.name);
  await cp(townFolder(effort.folder), dataFolder, { recursive: true });
  const calm = new Child<typeof neighbours>(moduleOf('neighbours'));
  try {
    await using product = new Product({ dataFolder });
    const gateway = await product.serve('--rate-limit', '6000', '--allow-registration', '--webhook-hosts', nobodyThere);
    const { url } = gateway;
    const stage: Stage = {
      dataFolder,
      url,
      town,
      member: accountAt(url, town.memberToken),
      stranger: accountAt(url, town.strangerTokens[0]),
      long: effort.long,
      seed: effort.seed,
    };
    const prepared = await one.prepare?.(stage);
    await use(stage);
    await calm.tell('move', { url, gatewayPid: gateway.process.pid!, controlUrl, desks: town.desks });
    const { warmUp, idle: idleMs, attack } = effort.long ? long : short;
    const attackMs = attack * (one.slower ?? 1) * times;
    await calm.tell('work', warmUp);
    const idle = await calm.tell('work', idleMs);
    const options = { url, ...town, seed: effort.seed };
    const { worked, report } = await attacked(one, prepared, options, () => calm.tell('work', attackMs));
    await stop(gateway.process, 'SIGKILL');
    const again = await product.serve();
    const lost = await calm.tell('lost', again.url);
    const outcome = { tried: one, idle: idle.waits, kept: idle.kept, waits: worked.waits, ...report, lost };
    say(outcome);
    return outcome;
  } finally {
    await calm.end();
    await rm(dataFolder, { recursive: true, force: true });
  }
}

/** Milliseconds of a case. */
const short = { warmUp: 400, idle: 800, attack: 2_000 };
const long = { warmUp: 2_000, idle: 5_000, attack: 20_000 };

type Options = Parameters<(typeof attacker)['begin']>[0]['options'];

/** Runs hostile users while somebody works, and reports how the work went. */
async function attacked<Worked>(
  { name, attacks }: Case,
  prepared: unknown,
  options: Options,
  work: () => Promise<Worked>,
): Promise<{ worked: Worked; report: Report }> {
  const children = attacks.map(() => new Child<typeof attacker>(moduleOf('attacker')));
  try {
    await Promise.all(children.map((child, number) => child.tell('begin', { name, number, prepared, options })));
    const worked = await work();
    const reports = await Promise.all(children.map((child) => child.tell('end', undefined)));
    return { worked, report: reports.reduce(together) };
  } finally {
    await Promise.all(children.map((child) => child.end()));
  }
}

const together = (one: Report, other: Report): Report => ({
  got: Object.fromEntries(
    union(Object.keys(one.got), Object.keys(other.got)).map((what) => [
      what,
      (one.got[what] ?? 0) + (other.got[what] ?? 0),
    ]),
  ),
  sent: union(one.sent, other.sent),
  done: union(one.done, other.done),
});

const union = (one: readonly string[], other: readonly string[]) => [...new Set([...one, ...other])];

function say(outcome: Outcome): void {
  const { name, does } = outcome.tried;
  console.log(`  ${name} (${does}): ${verdictOf(outcome)}\n    ${told(outcome)}`);
  for (const sentence of brokenIn(outcome)) console.log(`    ${sentence}`);
  const missing = missingIn(outcome);
  if (missing.length > 0) console.log(`    there was no time to send ${missing.join(', ')}`);
}

const namesOf = (verdict: Verdict, outcomes: readonly Outcome[]) =>
  outcomes.filter((outcome) => verdictOf(outcome) === verdict).map(({ tried: { name } }) => name);

const unmeasuredIn = (outcomes: readonly Outcome[]) => namesOf('not measured', outcomes);

function summary(outcomes: readonly Outcome[], left: number): Figures {
  const [broken, unmeasured] = [namesOf('BROKEN', outcomes), unmeasuredIn(outcomes)];
  if (broken.length > 0)
    throw new Error(`others wait in ${broken.length} of ${outcomes.length} cases: ${broken.join(', ')}`);
  const [brokenTogether] = brokenInAll(outcomes);
  if (brokenTogether !== undefined) throw new Error(`in all cases together ${brokenTogether}`);
  if (unmeasured.length > 0)
    throw new NotPossible(`the machine is too busy or too slow to tell anything of ${unmeasured.join(', ')}`);
  return {
    'cases in which nobody waits for another': outcomes.length,
    'cases left out, because the time was over': left,
    ...worstOf(outcomes),
  };
}
