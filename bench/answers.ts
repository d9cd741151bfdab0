import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Workspace } from '../schemas/index.ts';
import { embeddedAnswerer } from '../src/answer/engine.ts';
import { openLocalWorkspace } from './support/core.ts';
import { type Figure, quantile, timed } from './support/figures.ts';
import { inPairs, type Measured } from './support/pairs.ts';
import { beside } from './support/reads.ts';
import { csvOf, importSales, sales } from './support/sales.ts';

const records = 100_000;
const documents = 10_000;
const rounds = 5;

/** As a team asks: figures, look-ups, what somebody wrote, what nobody did, and of the workspace itself. */
const questions = [
  'How many sales are there?',
  'How many sales are in North?',
  'What is the average amount by region?',
  'Total amount of the paid sales in Coast?',
  'Which region has the highest total amount?',
  'What is the amount of Sale 4711?',
  'How many sales were closed in 2023?',
  'What did we decide about the heron project?',
  'Who leads the walrus project?',
  'When does the otter project end?',
  'What is the budget of the unicorn project?',
  'How many employees do we have?',
  'Who is a member of General?',
  'What is the latest document?',
];

/** The embedded engine over a large workspace, and single reads beside it in the same process. */
export async function answers(folder: string): Promise<Figure[]> {
  mkdirSync(folder);
  const { workspace, indexed, close } = await openLocalWorkspace(join(folder, 'data'));
  const { channelId, objectTypeId } = await importSales(workspace, 'Sales', [csvOf(sales(records))]);
  await addDocuments(workspace, channelId);
  await indexed();
  const times = await answerTimes(workspace);
  const reads = await readsBeside(workspace, await someRecords(workspace, { channelId, objectTypeId }));
  await close();
  return [
    {
      name: `an answer over ${records.toLocaleString('en')} records and ${documents.toLocaleString('en')} documents: median time`,
      pairs: times.map((ours) => ({ ours, baseline: mostMs })),
      isQuiet: reads.isQuiet,
      unit: 'ms',
      bound: { atMost: 1 },
    },
    {
      name: 'single reads beside answers: 99th percentile',
      ...reads,
      unit: 'ms',
      bound: { atMost: 3 },
    },
  ];
}

const mostMs = 150;

const animals = ['heron', 'walrus', 'otter', 'lynx', 'badger', 'falcon', 'marten', 'osprey', 'puffin', 'weasel'];
const people = ['Mara', 'Tomasz', 'Odile', 'Ravi', 'Sade', 'Ingrid', 'Katrin', 'Noor', 'Emil', 'Yuna'];
const places = ['harbour', 'office', 'warehouse', 'laboratory', 'workshop', 'archive', 'garden', 'station'];

async function addDocuments({ artifacts }: Workspace, channelId: string): Promise<void> {
  for (let number = 0; number < documents; number += 1) {
    const [animal, person, place] = [animals, people, places].map((of, step) => of[(number * (step + 3)) % of.length]);
    const content = `# Note ${number}\n\nWe talked about the ${place} and what the ${animal} project needs there. ${person} takes care of item ${number}.\n\n- The delivery to the ${place} comes in week ${number % 52}.\n- Costs stay below ${number} this year.\n`;
    await artifacts.create({ kind: 'markdown', title: `Notes of meeting ${number}`, content, channelId });
  }
  const content = `We decided to continue the heron project until May. Mara leads the walrus project. The otter project ends on 3 August.\n`;
  await artifacts.create({ kind: 'markdown', title: 'Projects', content, channelId });
}

async function answerTimes(workspace: Workspace): Promise<number[]> {
  const times: number[] = [];
  for (const question of questions) await answer(workspace, question);
  for (let round = 0; round < rounds; round += 1) {
    for (const question of questions) times.push(await timed(() => answer(workspace, question)));
  }
  return times;
}

const answer = (workspace: Workspace, text: string) =>
  embeddedAnswerer({ asker: 'usr', text, earlier: [] }, workspace, new AbortController().signal);

interface Place {
  readonly channelId: string;
  readonly objectTypeId: string;
}

async function someRecords({ queries, records }: Workspace, place: Place): Promise<() => Promise<unknown>> {
  const { data } = await queries.run({
    mode: 'deterministic',
    operation: 'records',
    ...place,
    fields: [],
    limit: 1_000,
  });
  const ids = data.rows!.map(({ id }) => String(id));
  let next = 0;
  return () => records.get({ channelId: place.channelId, recordId: ids[(next += 1) % ids.length]! });
}

const readsOfTurn = 400;
const pauseMs = 1;

/** Read one after the other, a moment apart, so that each meets whatever the process is at. */
function readsBeside(workspace: Workspace, read: () => Promise<unknown>): Promise<Measured<number>> {
  const turn = async () => {
    const times: number[] = [];
    for (let count = 0; count < readsOfTurn; count += 1) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      times.push(await timed(read));
    }
    return quantile(times, 0.99);
  };
  let asked = 0;
  return inPairs(rounds, {
    ours: () => beside(() => answer(workspace, questions[(asked += 1) % questions.length]!), turn),
    baseline: turn,
  });
}
