import { itemsOf, type WorkspaceClient } from '../../../src/sdk/index.ts';
import { Chance } from './chance.ts';

/** The things that agents share, which exist before they start. */
export interface Workplace {
  readonly channelId: string;
  /** The Data Set of the sample, which nothing changes. Questions are about it. */
  readonly salesId: string;
  /** Documents in which each agent has a line. */
  readonly documents: readonly string[];
  /** Contents of several MiB: few, so that the disk does not fill. */
  readonly large: readonly Buffer<ArrayBuffer>[];
  /** IDs of the files that exist before. */
  readonly files: ReadonlySet<string>;
  /** Posts whose discussions all take part in. */
  readonly roots: readonly string[];
  /** A Data Set in which all have records beside settled ones. */
  readonly jobs: Jobs;
  /** A Data Set that nobody changes. It has enough rows that queries over all of them run in a reader process. */
  readonly archive: Jobs;
  readonly views: { readonly table: string; readonly board: string; readonly dashboard: string };
}

interface Jobs {
  readonly objectTypeId: string;
  readonly rows: number;
  readonly effort: number;
}

export const lineOf = (name: string, steps: number): string => `- ${name} is at step ${steps}.`;

const MiB = 1024 * 1024;
const large = [1, 2, 4, 7].map((size) => size * MiB);
const rows = { jobs: 2_000, archive: 8_000 };
const documents = 3;
const roots = 5;

export async function prepareWorkplace(client: WorkspaceClient, agents: readonly string[]): Promise<Workplace> {
  const { channels } = await client.channels.list({});
  const salesId = channels.find(({ slug }) => slug === 'sales')!.id;
  const { channel } = await client.channels.create({ name: 'Workshop' });
  const channelId = channel.id;
  const jobs = await importJobs(client, channelId, 'Jobs', rows.jobs);
  return {
    channelId,
    salesId,
    documents: await repeated(documents, async (number) => {
      const content = ['# Progress', '', ...agents.map((name) => lineOf(name, 0)), ''].join('\n');
      const { artifact } = await client.artifacts.create({
        kind: 'markdown',
        title: `Progress ${number}`,
        content,
        channelId,
      });
      return artifact.id;
    }),
    large: large.map((size) => new Chance(size).bytes(size)),
    files: new Set((await Array.fromAsync(itemsOf(client.files.list, {}))).map(({ id }) => id)),
    roots: await repeated(roots, async (number) => {
      const { post } = await client.posts.create({ channelId, body: `What do we say about matter ${number}?` });
      return post.id;
    }),
    jobs,
    archive: await importJobs(client, channelId, 'Archive', rows.archive),
    views: await addViews(client, channelId, jobs.objectTypeId),
  };
}

const repeated = <Item>(times: number, make: (number: number) => Promise<Item>): Promise<Item[]> =>
  Promise.all(Array.from({ length: times }, (_, index) => make(index + 1)));

async function importJobs(client: WorkspaceClient, channelId: string, name: string, rows: number): Promise<Jobs> {
  const chance = new Chance(1);
  const efforts = Array.from({ length: rows }, () => chance.between(1, 100));
  const lines = efforts.map((effort) => {
    const due = new Date(Date.UTC(2026, 0, 1 + chance.below(365))).toISOString().slice(0, 10);
    return `${chance.words(3)},nobody,${chance.pick(['open', 'done', 'late'])},${effort},${due}`;
  });
  const { dataSet } = await client.dataSets.import({
    channelId,
    name,
    types: { State: 'select', Worker: 'text' },
    file: csvFile('jobs.csv', ['Job,Worker,State,Effort,Due', ...lines]),
  });
  const effort = efforts.reduce((sum, one) => sum + one, 0);
  return { objectTypeId: dataSet.objectTypeId, rows, effort };
}

export const csvFile = (fileName: string, lines: readonly string[]) => ({
  fileName,
  contentType: 'text/csv',
  bytes: Buffer.from(`${lines.join('\n')}\n`),
});

async function addViews(client: WorkspaceClient, channelId: string, objectTypeId: string): Promise<Workplace['views']> {
  const on = { channelId, objectTypeId };
  const table = await client.views.create({
    ...on,
    name: 'By effort',
    renderer: 'table',
    sort: [{ fieldKey: 'effort', direction: 'desc' }],
  });
  const board = await client.views.create({ ...on, name: 'By state', renderer: 'board', groupByFieldKey: 'state' });
  const dashboard = await client.views.create({
    ...on,
    name: 'At a glance',
    renderer: 'dashboard',
    widgets: [
      { id: 'jobs', title: 'Jobs', type: 'number', metrics: [{ alias: 'jobs', function: 'count_rows' }] },
      {
        id: 'states',
        title: 'By state',
        type: 'donut',
        groupBy: ['state'],
        metrics: [{ alias: 'effort', function: 'sum', field: 'effort' }],
      },
    ],
  });
  return { table: table.view.id, board: board.view.id, dashboard: dashboard.view.id };
}
