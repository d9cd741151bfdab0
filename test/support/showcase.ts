import type { Account } from './rest.ts';
import type { AppName } from '../../schemas/mcp-apps.ts';

/** An answer that hosts show as an app. */
export interface Show {
  readonly app: AppName;
  readonly tool: string;
  readonly input: Record<string, unknown>;
  /** Words that only the app holds once it is drawn. */
  readonly words: string;
}

/** A day of the present month, on which calendars open. */
const dayOf = (day: number) => `${new Date().toISOString().slice(0, 8)}${String(day).padStart(2, '0')}`;

const stages = ['lead', 'won', 'lost'].map((key) => ({ key, label: key[0]!.toUpperCase() + key.slice(1) }));
const deals = Array.from({ length: 9 }, (_, index) => ({
  title: `Deal ${index + 1}`,
  values: {
    stage: stages[index % 3]!.key,
    amount: 1_000 * (index + 1),
    starts: dayOf(index + 1),
    ends: dayOf(index + 3),
  },
}));

export const count = { alias: 'deals', function: 'count_rows' };
export const dealViews = {
  table: { columns: ['stage', 'amount', 'owner'], sort: [{ fieldKey: 'amount', direction: 'asc' }] },
  board: { groupByFieldKey: 'stage', cardFieldKeys: ['amount'] },
  calendar: { dateFieldKey: 'starts', endDateFieldKey: 'ends', cardFieldKeys: ['amount'] },
  timeline: { startFieldKey: 'starts', endFieldKey: 'ends', groupByFieldKey: 'stage' },
  dashboard: {
    widgets: [
      { id: 'all', title: 'All deals', type: 'number', metrics: [count] },
      { id: 'stages', title: 'Stages', type: 'bar', groupBy: ['stage'], metrics: [count] },
    ],
  },
  pivot_table: {
    rowFieldKeys: ['stage'],
    period: { fieldKey: 'starts', interval: 'month', count: 3 },
    metric: { function: 'sum', field: 'amount' },
    totals: { rows: true, columns: true },
  },
} as const;
type Renderer = keyof typeof dealViews;
export const renderers = Object.keys(dealViews) as Renderer[];

const drawn: Record<Renderer, string> = {
  table: '€1,000',
  board: 'Add a card to Won',
  calendar: 'Deal 1',
  timeline: 'Deal 1',
  dashboard: 'Stages',
  pivot_table: '€45,000',
};

export const viewNamed = (renderer: string) => `Deals as ${renderer}`;
export const slugOf = (renderer: string) => `deals-as-${renderer.replace('_', '-')}`;

/** Makes a Data Set of nine deals with a View of each renderer, and returns its ID. */
async function addDeals({ done }: Account, channelId: string, owner?: string): Promise<string> {
  const fields = [
    { key: 'stage', label: 'Stage', type: 'select', options: { choices: stages } },
    { key: 'amount', label: 'Amount', type: 'currency', options: { currencyCode: 'EUR' } },
    { key: 'starts', label: 'Starts', type: 'date' },
    { key: 'ends', label: 'Ends', type: 'date' },
    { key: 'owner', label: 'Owner', type: 'user' },
  ];
  const { objectTypeId } = (await done(`POST /channels/${channelId}/data-sets`, { name: 'Deals', fields })).dataSet;
  const create = deals.map(({ title, values }) => ({ title, values: { ...values, owner } }));
  await done(`POST /channels/${channelId}/records/batch`, { objectTypeId, create });
  for (const [renderer, definition] of Object.entries(dealViews)) {
    const view = { objectTypeId, name: viewNamed(renderer), renderer, ...definition };
    await done(`POST /channels/${channelId}/views`, view);
  }
  return objectTypeId;
}

const plan = '# Plan\n\nWe **begin** on [Monday](https://example.com/x).\n\n- [ ] one\n- [x] two\n';

/** The deals, a document of two versions and a sheet, and every app that shows them. */
export async function addShowcase(account: Account, channelId: string, owner?: string): Promise<Record<string, Show>> {
  const objectTypeId = await addDeals(account, channelId, owner);
  const add = async (kind: string, title: string, content: string) =>
    (await account.done('POST /artifacts', { kind, title, content, channelId, idempotencyKey: title })).artifact;
  const document = await add('markdown', 'Plan', plan);
  await account.done(`PATCH /artifacts/${document.id}`, {
    expectedVersionId: document.versionId,
    content: plan.replace('Monday', 'Friday'),
    idempotencyKey: 'Friday',
  });
  const sheet = await add('csv', 'Prices', 'part,price\nWheel,120\nSaddle,80\n');

  const view = (renderer: Renderer): [string, Show] => {
    const input = { channelId, viewId: slugOf(renderer) };
    return [renderer, { app: 'view', tool: 'workspace_view_data', input, words: drawn[renderer] }];
  };
  const query = (words: string, input: object): Show => ({
    app: 'query',
    tool: 'workspace_query_run',
    input: { channelId, objectTypeId, ...input },
    words,
  });
  const artifact = (words: string, input: object): Show => ({
    app: 'artifact',
    tool: 'workspace_artifact_get',
    input: { ...input },
    words,
  });
  const counted = { operation: 'aggregate', metrics: [count] };
  return {
    ...Object.fromEntries(renderers.map(view)),
    figure: query('9', counted),
    chart: query('Won', { ...counted, groupBy: ['stage'] }),
    rows: query('Deal 3', { operation: 'records' }),
    document: artifact('begin', { artifactId: document.id }),
    sheet: artifact('Saddle', { artifactId: sheet.id }),
    versions: artifact('Plan', { artifactId: document.id, versions: true }),
    difference: artifact('Friday', { artifactId: document.id, diffFrom: document.versionId }),
    upload: {
      app: 'upload',
      tool: 'workspace_file_upload_prepare',
      input: { channelId, fileName: 'notes.txt' },
      words: 'Choose the file',
    },
  };
}
