import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { OpenApi } from '../../src/http/openapi/document.ts';
import { check, sound } from '../support/check.ts';
import { inStorage } from '../support/storage.ts';
import { ensure, Judge } from './inputs/judging.ts';
import { linesOf } from './inputs/lines.ts';
import { Outcomes } from './inputs/outcomes.ts';
import { tried } from './inputs/parts.ts';
import { Probe } from './inputs/probe.ts';
import { Line } from './inputs/sending.ts';
import { definitionsAt } from './inputs/tools.ts';
import { worldIn } from './inputs/world.ts';
import { MemoryWatch } from './memory.ts';
import type { Effort, Figures } from './trial.ts';

/** MiB of its own that the gateway may have held at most. */
const mostMemory = 1_024;

/** Users who send; one of them asks the questions. */
const senderCount = 3;

/** Sends the gateway whatever its interface lets be sent, good, nearly good and broken, and looks at every answer. */
export async function inputs({ long, seed, folder }: Effort): Promise<Figures> {
  const dataFolder = join(folder, 'data');
  await mkdir(dataFolder);
  const world = await worldIn(dataFolder, senderCount);
  using memory = new MemoryWatch(world.processId);
  try {
    const line = new Line(world.url, world.senders[0]!.token!);
    const document = (await line.ask({ method: 'GET', path: '/openapi.json' })).body as unknown as OpenApi;
    const [judge, outcomes] = [new Judge(document, world), new Outcomes()];
    const judgeOfAdministration = new Judge(document, world.administrator);
    const lines = { world, judge, judgeOfAdministration, outcomes, definitions: await definitionsAt(line) };
    const probe = new Probe(line);
    const counts = await tried(linesOf(lines, long ? 'long' : 'short'), seed);
    const probes = await probe.end();
    const { status } = await world.administrator.account.call('GET /admin/users');
    ensure(![401, 403].includes(status), `the administrator may not administer any more: ${status}`);
    if (long) outcomes.ensureBoth();
    await readThrough(dataFolder);
    ensure((memory.most ?? 0) < mostMemory, `the gateway held ${memory.most} MiB of its own`);
    await world.close();
    const found = await check(dataFolder);
    ensure(JSON.stringify(found) === JSON.stringify(sound), `admin check: ${JSON.stringify(found)}`);
    return {
      'inputs tried': [...counts.values()].reduce((sum, count) => sum + count, 0),
      ...Object.fromEntries([...counts].sort(([one], [other]) => one.localeCompare(other))),
      'of requests and tool calls, did what they asked': outcomes.done,
      'probes answered beside them': probes,
      'most memory of the gateway of its own, MiB': memory.most ?? 'not known here',
    };
  } finally {
    await world.close();
  }
}

/** Waits until everything that was stored has been indexed: no text may keep the indexer from the others. */
async function readThrough(dataFolder: string): Promise<void> {
  const left = () =>
    inStorage(dataFolder, async (db) => {
      const [texts, queued] = await Promise.all([
        db.selectFrom('file_texts').select('file_id').where('status', '=', 'pending').execute(),
        db.selectFrom('index_queue').select('resource_id').execute(),
      ]);
      return texts.length + queued.length;
    });
  for (let before = await left(), idle = 0; before > 0; await pause(500)) {
    const now = await left();
    idle = now === before ? idle + 1 : 0;
    ensure(idle < 240, `${now} texts are not read`);
    before = now;
  }
}

/** MiB that its process has held at most. */
