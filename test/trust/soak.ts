import assert from 'node:assert/strict';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { check, sound } from '../support/check.ts';
import { stop } from '../support/product.ts';
import type { Agent, Duty } from './soak/agent.ts';
import { Files } from './soak/files.ts';
import { fillConversations } from './soak/filled-conversations.ts';
import { fillTables } from './soak/filled-tables.ts';
import { beImpatient } from './soak/impatient.ts';
import { Imports } from './soak/imports.ts';
import { Machine } from './soak/machine.ts';
import { Meter, Run } from './soak/meter.ts';
import { Observer } from './soak/observer.ts';
import { OwnDocuments } from './soak/own-documents.ts';
import { Questions } from './soak/questions.ts';
import { Records } from './soak/records.ts';
import { type Server, startServer } from './soak/server.ts';
import { SharedDocuments, verifyVersions } from './soak/shared-documents.ts';
import { OwnSheets } from './soak/sheets.ts';
import { Talk } from './soak/talk.ts';
import { agentOf, gather } from './soak/team.ts';
import { figuresOf, growthIn } from './soak/verdict.ts';
import { prepareWorkplace } from './soak/workplace.ts';
import { type Effort, type Figures, NotPossible } from './trial.ts';

const overRest = 16;
const overMcp = 5;

/**
 * Agents do all that they do in a real office, as fast as the gateway answers. The long run lasts ten minutes. Only an agent
 * that provokes a refusal gets one. Each reads the state that was acknowledged last. Memory and latency do not grow.
 */
export async function soak({ long, seed, folder }: Effort): Promise<Figures> {
  if (process.platform !== 'linux') throw new NotPossible('what processes take is read as Linux tells it');
  const server = await startServer(folder);
  try {
    const work = await workOn(server, { seconds: long ? 600 : 15, seed, isJudged: long });
    const outcome = { ...work, stopSeconds: await stopInOrder(server) };
    assert.deepEqual(server.complaints, [], 'the log tells of nothing but requests');
    assert.deepEqual(await check(server.dataFolder), sound);
    const [figures, growth] = [figuresOf(outcome), long ? growthIn(outcome) : []];
    if (growth.length > 0) throw new Error(`${growth.join('\n')}\n${inspect(figures)}`);
    return figures;
  } finally {
    await stop(server.process, 'SIGKILL');
  }
}

interface Work {
  readonly seconds: number;
  readonly seed: number;
  /** By growth, so that what is bounded has to be full before. */
  readonly isJudged: boolean;
}

async function workOn(server: Server, { seconds, seed, isJudged }: Work) {
  const team = await gather(server, overRest, overMcp);
  try {
    const names = team.workers.map(({ name }) => name);
    const workplace = await prepareWorkplace(team.local.client, names);
    if (isJudged) await Promise.all([fillTables(team.local), fillConversations(team.local)]);
    const run = new Run(seconds);
    const machine = new Machine(server.process.pid!);
    const meter = new Meter(run, machine);
    const staff = team.workers.map((person, index) => {
      const agent = agentOf(person, { workplace, meter, seed: seed + index });
      return employ(agent, person.tools === undefined);
    });
    const observer = new Observer(server, team.hostPid, run);
    const impatience = () => beImpatient(team.impatient, meter, run);
    await workTogether(staff, meter, run, impatience).finally(() => {
      observer.stop();
      machine.stop();
    });
    await queuesDrain(server);
    await verify(staff);
    const retries = staff.reduce((sum, { agent }) => sum + agent.retries, 0);
    const { samples, agentsSeconds } = observer;
    return { run, machine, meter, samples, agentsSeconds, retries };
  } finally {
    await Promise.all(team.workers.map((person) => person.close()));
  }
}

interface Employed {
  readonly agent: Agent;
  readonly duties: readonly Duty[];
  readonly shared: SharedDocuments;
}

function employ(agent: Agent, isOverRest: boolean): Employed {
  const shared = new SharedDocuments(agent);
  const everyone = [OwnDocuments, OwnSheets, Files, Records, Talk, Questions].map((Duty) => new Duty(agent));
  const duties = [shared, ...everyone, ...(isOverRest ? [new Imports(agent)] : [])];
  return { agent, duties, shared };
}

/** Until the time is over, or one meets what may not be. */
async function workTogether(
  staff: readonly Employed[],
  meter: Meter,
  run: Run,
  alsoBeImpatient: () => Promise<void>,
): Promise<void> {
  const works = [...staff.map(({ agent, duties }) => agent.work(duties, () => run.isOver)), alsoBeImpatient()];
  const guard = new AbortController();
  const overtime = sleep((run.seconds + answerSeconds) * 1_000, undefined, { signal: guard.signal }).then(() =>
    assert.fail(`never answered: ${[...meter.underWay.values()].join(', ')}`),
  );
  try {
    await Promise.race([Promise.all(works), overtime]);
  } finally {
    run.end();
    guard.abort();
    await overtime.catch(() => {});
  }
}

/** After which a request counts as one that is never answered, on whatever machine. */
const answerSeconds = 300;
const patienceSeconds = 60;

/** Background work ends once no more requests come. */
async function queuesDrain(server: Server): Promise<void> {
  for (const queue of ['workspace_writer_queue', 'workspace_index_queue', 'workspace_question_queue']) {
    const deadline = performance.now() + patienceSeconds * 1_000;
    while ((await server.gauge(queue)) !== 0) {
      assert.ok(performance.now() < deadline, `${queue} is not empty after ${patienceSeconds} s`);
      await sleep(100);
    }
  }
}

async function verify(staff: readonly Employed[]): Promise<void> {
  for (const { duties } of staff) for (const duty of duties) await duty.verify();
  await verifyVersions(
    staff[0]!.agent,
    staff.map(({ shared }) => shared),
  );
}

/** Within what a supervisor gives it. */
async function stopInOrder({ process: child }: Server): Promise<number> {
  const began = performance.now();
  child.kill('SIGTERM');
  const [status] = (await once(child, 'exit', { signal: AbortSignal.timeout(answerSeconds * 1_000) })) as [
    number | null,
  ];
  assert.equal(status, 0);
  return (performance.now() - began) / 1_000;
}
