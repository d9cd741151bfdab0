import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { openLocalWorkspace, type LocalWorkspace } from '../../bench/support/core.ts';
import type { Workspace } from '../../schemas/index.ts';
import type { TableSubject } from '../../src/answer/table/subject.ts';

/** A workspace in this process for the tests of a file. */
export function localWorkspace(): { readonly workspace: Workspace } {
  let folder = '';
  let local: LocalWorkspace | undefined;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'workspace-answer-'));
    local = await openLocalWorkspace(join(folder, 'data'));
  });
  afterAll(async () => {
    await local?.close();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    get workspace() {
      return local!.workspace;
    },
  };
}

export const harbours = `Name,Country,Opened,Berths,Depth,Visitors,Harbour master
Brunnvik,Sweden,1921,14,"6.5 m","12,400 (2019)",Ida Holm
Kalmvik,Sweden,1934,8,"4.2 m","9,150 (2019)",Per Lind
Sandhavn,Denmark,1908,22,"8.0 m","31,020 (2018)",Mads Kjær
Vesterby,Denmark,1962,31,"9.5 m","45,300 (2019)",Lone Friis
Torsnes,Norway,1947,11,"12.1 m","7,800 (2019)",Ida Holm
Fjellvåg,Norway,1988,5,"15.3 m","2,950 (2017)",Odd Berge
Halmstrand,Sweden,1975,19,"7.1 m","18,600 (2019)",Eva Ek
`;

export async function sheetSubject(workspace: Workspace, name: string, content: string): Promise<TableSubject> {
  const idempotencyKey = crypto.randomUUID();
  const { artifact } = await workspace.artifacts.create({ kind: 'csv', title: name, content, idempotencyKey });
  const { sheet } = await workspace.artifacts.sheet({ artifactId: artifact.id });
  return { name, of: { artifactId: artifact.id }, fields: sheet.fields, rows: sheet.rowCount };
}

const day = (fromToday: number): string => new Date(Date.now() + fromToday * 86_400_000).toISOString().slice(0, 10);

/** Deals of people whom nobody knows, some closed today. */
export async function dealsSubject(workspace: Workspace): Promise<TableSubject> {
  const { channels } = await workspace.channels.list({});
  const channelId = channels[0]!.id;
  const choices = ['Lead', 'Won', 'Lost'].map((label) => ({ key: label.toLowerCase(), label }));
  const { dataSet } = await workspace.dataSets.create({
    channelId,
    name: 'Deals',
    fields: [
      { key: 'company', label: 'Company', type: 'text' },
      { key: 'stage', label: 'Stage', type: 'select', options: { choices } },
      { key: 'amount', label: 'Amount', type: 'currency', options: { currencyCode: 'EUR' } },
      { key: 'paid', label: 'Paid', type: 'checkbox' },
      { key: 'closed_on', label: 'Closed on', type: 'date' },
    ],
  });
  const { objectTypeId } = dataSet;
  const records = [
    ['Pilot', 'Nordhavn', 'won', 6_200, true, day(0)],
    ['Expansion', 'Brightwater', 'won', 9_750, false, day(0)],
    ['Migration', 'Atlas', 'lost', 31_500, false, day(-400)],
    ['Annual plan', 'Brightwater', 'won', 18_400, true, day(-400)],
    ['Starter', 'Nordhavn', 'lead', 900, false, day(-401)],
  ] as const;
  for (const [title, company, stage, amount, paid, closed] of records) {
    await workspace.records.create({
      channelId,
      objectTypeId,
      title,
      values: { company, stage, amount, paid, closed_on: closed },
    });
  }
  const { channel } = await workspace.channels.get({ channelId });
  const { fields } = channel.dataSets.find((one) => one.objectTypeId === objectTypeId)!;
  return { name: 'Deals', of: { channelId, objectTypeId }, fields, rows: records.length };
}
