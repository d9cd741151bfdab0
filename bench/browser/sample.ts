import { execFileSync } from 'node:child_process';
import SQLite from 'better-sqlite3';
import { limits } from '../../schemas/limits.ts';
import { openLocalWorkspace } from '../support/core.ts';
import { csvOf, importSales, sales } from '../support/sales.ts';
import { executable } from '../support/stdio.ts';

/** A workspace to look at, and its addresses in the app. */
export interface Sample {
  readonly feed: string;
  readonly document: string;
  readonly sheet: string;
  readonly table: string;
  readonly dashboard: string;
  readonly texts: { readonly document: string; readonly sheet: string };
}

const rowsOfFile = 500_000;

export async function sample(dataFolder: string): Promise<Sample> {
  const { workspace, databasePath, close } = await openLocalWorkspace(dataFolder);
  const texts = { document: largeDocument(), sheet: largestSheet() };
  const keyed = (title: string) => ({ title, idempotencyKey: title });
  const document = await workspace.artifacts.create({ kind: 'markdown', content: texts.document, ...keyed('Rules') });
  const sheet = await workspace.artifacts.create({ kind: 'csv', content: texts.sheet, ...keyed('Sales') });
  const rows = sales(2 * rowsOfFile);
  const table = await importSales(workspace, 'Sales of a month', [csvOf(rows.slice(0, 100_000))]);
  const halves = [csvOf(rows.slice(0, rowsOfFile)), csvOf(rows.slice(rowsOfFile))];
  const whole = await importSales(workspace, 'All sales', halves);
  const tableView = await workspace.views.create({ ...table, name: 'Sales of a month', renderer: 'table' });
  const dashboard = await workspace.views.create({ ...whole, name: 'Figures', renderer: 'dashboard', widgets });
  const { channelId } = table;
  for (let number = 0; number < 50; number += 1)
    await workspace.posts.create({ channelId, body: `Unloading ${number} starts at six.` });
  await close();
  leaveUnsearched(databasePath);
  const channel = `/channels/${channelId}`;
  return {
    feed: channel,
    document: `/artifacts/${document.artifact.id}`,
    sheet: `/artifacts/${sheet.artifact.id}/cells`,
    table: `${channel}/views/${tableView.view.id}`,
    dashboard: `${channel}/views/${dashboard.view.id}`,
    texts,
  };
}

/** Nobody searches here, and a million records are indexed longer than all turns take. */
function leaveUnsearched(databasePath: string): void {
  const database = new SQLite(databasePath);
  database.exec('delete from index_queue');
  database.close();
}

/** A link that signs a browser in, once. */
export const linkToOpen = (dataFolder: string, gatewayUrl: string): string => {
  const told = execFileSync(process.execPath, [executable, 'open', '--data', dataFolder], { encoding: 'utf8' });
  return gatewayUrl + told.trim().slice(new URL(told.trim()).origin.length);
};

/** Markdown of 1 MiB: headings, lists, tables, code, links. */
function largeDocument(): string {
  const section = (number: number) =>
    `## Rule ${number}\n\nThe **crane** of berth ${number} works *after six*, see [the plan](https://example.org/${number}).\n\n` +
    `- Take the keys\n- Tell the \`harbour\` master\n  1. by radio\n  2. by hand\n\n` +
    `| Berth | Depth |\n|---|---|\n| ${number} | 12 m |\n\n\`\`\`\nunload ${number}\n\`\`\`\n\n`;
  let text = '# Rules\n\n';
  for (let number = 1; text.length < 2 ** 20 - 400; number += 1) text += section(number);
  return text;
}

function largestSheet(): string {
  const all = csvOf(sales(250_000));
  return all.subarray(0, all.lastIndexOf('\n', limits.csvBytes - 1) + 1).toString();
}

const metrics = [
  { alias: 'number', function: 'count_rows' as const },
  { alias: 'total', function: 'sum' as const, field: 'amount' },
];
const groups = ['region', 'paid', 'product'];

const widgets = Array.from({ length: 20 }, (_, place) => ({
  id: `w${place}`,
  title: `Widget ${place}`,
  metrics,
  filters: [{ field: 'quantity', operator: 'gte' as const, value: 1 + place }],
  ...(place % 2 === 0
    ? { type: 'number' as const }
    : { type: 'bar' as const, groupBy: [groups[place % groups.length]!] }),
}));
