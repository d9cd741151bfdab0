import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { operations } from '../../schemas/index.ts';
import type { OpenApi } from '../../src/http/openapi/document.ts';
import { check, sound } from '../support/check.ts';
import type { Account } from '../support/rest.ts';
import { inStorage } from '../support/storage.ts';
import { csvParts } from './inputs/csv.ts';
import { cursorParts } from './inputs/cursors.ts';
import { documentParts } from './inputs/documents.ts';
import { editParts } from './inputs/edits.ts';
import { ensure, Judge } from './inputs/judging.ts';
import { Lab } from './inputs/lab.ts';
import { messageParts } from './inputs/messages.ts';
import { Outcomes } from './inputs/outcomes.ts';
import { partsOf, type Sender } from './inputs/operations.ts';
import { type Part, tried } from './inputs/parts.ts';
import { questionParts } from './inputs/questions.ts';
import { Line } from './inputs/sending.ts';
import { definitionsAt, partsOfTool } from './inputs/tools.ts';
import { uploadParts } from './inputs/uploads.ts';
import { type World, worldIn } from './inputs/world.ts';
import type { Effort, Figures } from './trial.ts';

/** MiB that the gateway may have held at most. */
const mostMemory = 1_024;

/** In which the operations and tools are tried side by side. */
const contractLines = 6;

/** How many inputs: of each operation, of each tool, and of each kind that is tried beside them. */
const shortForm = {
  operation: 16,
  tool: 12,
  csv: 80,
  uploads: 60,
  edits: 60,
  messages: 100,
  questions: 20,
  cursors: 60,
  documents: 8,
};
const longForm = {
  operation: 900,
  tool: 600,
  csv: 5_000,
  uploads: 5_000,
  edits: 4_000,
  messages: 5_000,
  questions: 1_200,
  cursors: 4_000,
  documents: 400,
};

/** Sends the gateway whatever its interface lets be sent, good, nearly good and broken, and looks at every answer. */
export async function inputs({ long, seed, folder }: Effort): Promise<Figures> {
  const dataFolder = join(folder, 'data');
  await mkdir(dataFolder);
  const world = await worldIn(dataFolder, 3);
  try {
    const lineOf = ({ token }: Account) => new Line(world.url, token!);
    const line = lineOf(world.senders[0]!);
    const document = (await line.ask({ method: 'GET', path: '/openapi.json' })).body as unknown as OpenApi;
    const judge = new Judge(document, world);
    const definitions = await definitionsAt(line);
    const outcomes = new Outcomes();
    const senderOf = (account: Account): Sender => ({
      line: lineOf(account),
      judge,
      lab: new Lab(account, world),
      outcomes,
    });
    const [asker, ...others] = world.senders;
    const next = (at: number) => senderOf(others[at % others.length]!);
    const amounts = long ? longForm : shortForm;
    const every = [
      ...operations.map((entry) => (sender: Sender) => partsOf(entry, amounts.operation, sender)),
      ...definitions.map((tool) => (sender: Sender) => partsOfTool(tool, amounts.tool, sender)),
    ];
    const ofContract = Array.from({ length: contractLines }, (_, at): Part[] => {
      const sender = next(at);
      return every.filter((_parts, number) => number % contractLines === at).flatMap((parts) => parts(sender));
    });
    const lines = [
      ...ofContract,
      csvParts(amounts.csv, next(0)),
      uploadParts(amounts.uploads, next(1)),
      [...editParts(amounts.edits, next(0)), ...cursorParts(amounts.cursors, next(1))],
      [...documentParts(amounts.documents, next(0)), ...messageParts(amounts.messages, next(1))],
      // Of one who asks nothing else: so many questions of a user may wait.
      questionParts(amounts.questions, senderOf(asker!)),
    ];
    const probe = new Probe(line);
    const counts = await tried(lines, seed);
    const probes = await probe.end();
    if (long) outcomes.ensureBoth();
    await readThrough(dataFolder);
    const memory = await mostMemoryOf(world);
    ensure(memory < mostMemory, `the gateway held ${memory} MiB`);
    await world.close();
    const found = await check(dataFolder);
    ensure(JSON.stringify(found) === JSON.stringify(sound), `admin check: ${JSON.stringify(found)}`);
    return {
      'inputs tried': [...counts.values()].reduce((sum, count) => sum + count, 0),
      ...Object.fromEntries([...counts].sort(([one], [other]) => one.localeCompare(other))),
      'of requests and tool calls, did what they asked': outcomes.done,
      'probes answered beside them': probes,
      'most memory of the gateway, MiB': memory,
    };
  } finally {
    await world.close();
  }
}

/** Asks beside all else who the sender is, again and again. */
class Probe {
  #isOver = false;
  readonly #running: Promise<number>;

  constructor(line: Line) {
    this.#running = this.#run(line);
    this.#running.catch(() => {});
  }

  async #run(line: Line): Promise<number> {
    let answered = 0;
    for (; !this.#isOver; answered += 1) {
      const { status } = await line.ask({ method: 'GET', path: '/api/workspace/me' });
      ensure(status === 200, `a good request beside all others was answered ${status}`);
      await pause(100);
    }
    return answered;
  }

  end(): Promise<number> {
    this.#isOver = true;
    return this.#running;
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
async function mostMemoryOf({ processId }: World): Promise<number> {
  const status = await readFile(`/proc/${processId}/status`, 'utf8');
  return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(status)![1]) / 1024);
}
