import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Workspace } from '../schemas/index.ts';
import { openSample, type SampleWorkspace } from './support/answering.ts';
import { type Connection, preparedStatements } from './support/sqlite.ts';

const statements = preparedStatements();
let sample: SampleWorkspace;

beforeAll(async () => {
  sample = await openSample({ email: 'mia@workspace.test', name: 'Mia' });
  await sample.indexed();
});
afterAll(() => sample.close());

/** Tables that hold one row, what waits, or what an operator adds. */
const small =
  /^(installation|index_queue|learned_indexes|pending_rows|sources|unshown|unshown_versions|terms|pragma_\w+|sqlite_\w+)\b/;

/** Statements that may read a whole table. The start finds its user, and making a table reads all the schema. */
const exempt = [/from "users" where "removed_at" is null and "role"/, /select count\(\*\) as "count" from "data_sets"/];

/** Steps that read a whole table of the workspace. A Data Set is filtered by any field, so it may be read whole. */
const wholeTables = (): string[] =>
  [...statements]
    .filter(([sql, { open }]) => open && /^\s*(select|with|update|delete|insert)/i.test(sql) && !/data_\d/.test(sql))
    .filter(([sql]) => !exempt.some((one) => one.test(sql)))
    .flatMap(([sql, connection]) => stepsOf(sql, connection).filter((step) => isWhole(step, sql)));

function stepsOf(sql: string, connection: Connection): string[] {
  const plan = connection.prepare(`explain query plan ${sql}`);
  const values = Array.from(sql.matchAll(/\?/g), () => null);
  return (plan.all(...values) as { detail: string }[]).map(({ detail }) => `${detail}   of   ${sql}`);
}

function isWhole(step: string, sql: string): boolean {
  if (step.startsWith('SEARCH') && step.includes('AUTOMATIC')) return true;
  const [, name = ''] = /^SCAN (\S+)/.exec(step) ?? [];
  if (name === '' || name === 'CONSTANT' || name.startsWith('(')) return false;
  if (isForeignKey(name, sql)) return false;
  const isMadeHere = new RegExp(`\\) as "?${name}\\b|\\b${name}(\\([^)]*\\))? as (materialized )?\\(`).test(sql);
  return !isMadeHere && !small.test(name) && !step.includes('VIRTUAL TABLE') && !step.startsWith('SCAN json_each');
}

/** The plan of an insertion names tables that refer to its table. They are read only where keys change. */
const isForeignKey = (table: string, sql: string) => /^\s*insert/i.test(sql) && !sql.includes(table);

const bytes = (text: string) => Readable.from([Buffer.from(text)]);

/** A channel with records, which are written in bulk and have a history. */
async function recordsOf(admin: Workspace) {
  const { id: channelId } = (await admin.channels.create({ name: 'Day' })).channel;
  const note = { key: 'note', type: 'text' } as const;
  const { objectTypeId } = (await admin.dataSets.create({ channelId, name: 'Notes', fields: [note] })).dataSet;
  const place = { channelId, objectTypeId };
  const create = [{ title: 'One', values: { note: 'x' } }, { title: 'Two' }, { title: 'Three' }];
  const [one, two, three] = (await admin.records.batch({ ...place, create })).records;
  await admin.records.batch({
    ...place,
    update: [{ id: three!.id, title: 'Third' }],
    upsert: { matchFieldKey: 'note', records: [{ values: { note: 'x' } }, { title: 'Four', values: { note: 'y' } }] },
    delete: [two!.id],
  });
  const filters = [{ field: 'note', operator: 'eq', value: 'y' } as const];
  await admin.records.updateMany({ ...place, filters, values: { note: 'z' }, expectedCount: 1 });
  await admin.records.versions({ channelId, recordId: one!.id });
  return { place, recordId: one!.id };
}

/** A document with a history, moved to another channel. */
async function documentIn(admin: Workspace, channelId: string) {
  const content = { kind: 'markdown', title: 'Plan', content: 'a', channelId, idempotencyKey: 'made' } as const;
  const { id: artifactId, versionId } = (await admin.artifacts.create(content)).artifact;
  const changed = { artifactId, expectedVersionId: versionId, content: 'b', idempotencyKey: 'changed' };
  const { artifact } = await admin.artifacts.update(changed);
  await admin.artifacts.versions({ artifactId });
  await admin.artifacts.version({ artifactId, versionId });
  await admin.artifacts.diff({ artifactId, from: versionId });
  const current = { artifactId, versionId, expectedVersionId: artifact.versionId };
  await admin.artifacts.restore({ ...current, idempotencyKey: 'restored' });
  const { channel } = await admin.channels.create({ name: 'Night' });
  await admin.artifacts.update({ artifactId, channelId: channel.id, idempotencyKey: 'moved' });
  await admin.accessPreview.get({
    resourceType: 'artifact',
    resourceId: artifactId,
    targetType: 'channel',
    targetId: channelId,
  });
  return artifactId;
}

async function viewOf(admin: Workspace, place: { channelId: string; objectTypeId: string }) {
  const table = { ...place, renderer: 'table' } as const;
  const { id: viewId, currentVersionId: versionId } = (await admin.views.create({ ...table, name: 'All' })).view;
  const named = { channelId: place.channelId, viewId };
  const renamed = { ...table, ...named, name: 'Every', expectedCurrentVersionId: versionId };
  const { view } = await admin.views.update(renamed);
  await admin.views.versions(named);
  await admin.views.version({ ...named, versionId });
  await admin.views.diff({ ...named, from: versionId });
  await admin.views.restore({ ...named, versionId, expectedCurrentVersionId: view.currentVersionId });
  await admin.views.anchors(named);
  return named;
}

/** A file that is renamed, imported and exported again, beside a sheet. */
async function tablesIn(admin: Workspace, place: { channelId: string; objectTypeId: string }, viewId: string) {
  const { channelId } = place;
  const { id: fileId } = (await admin.files.upload({ file: { fileName: 'rows.csv', bytes: bytes('Name\nA\n') } })).file;
  await admin.files.update({ fileId, fileName: 'all rows.csv', channelId });
  await admin.dataSets.import({ channelId, fileId });
  const sheet = { kind: 'csv', title: 'Rows', content: 'note\nq\n', channelId, idempotencyKey: 'sheet' } as const;
  await admin.dataSets.importRows({ ...place, artifactId: (await admin.artifacts.create(sheet)).artifact.id });
  for (const format of ['csv', 'xlsx', 'jsonl'] as const) {
    const { content } = await admin.dataSets.export({ ...place, format, viewId });
    await Array.fromAsync(await content.open());
  }
  const archive = await admin.channels.export({ channelId });
  await Array.fromAsync(await archive.content.open());
  return fileId;
}

test('everyday work reads no table of the workspace whole', async () => {
  const { admin } = sample;
  const { place, recordId } = await recordsOf(admin);
  const { channelId } = place;
  const artifactId = await documentIn(admin, channelId);
  const named = await viewOf(admin, place);
  const fileId = await tablesIn(admin, place, named.viewId);
  await admin.people.list({ q: 'mia' });
  await admin.inbox.list({});
  await admin.inbox.seen({ until: '2026-01-01T00:00:00Z' });
  await admin.activity.list({ channelId });
  await admin.accessPreview.get({ resourceType: 'channel', resourceId: channelId, visibility: 'private' });
  expect(wholeTables()).toEqual([]);

  const { id: sessionId } = (await admin.sessions.start({ title: 'Talk', channelId })).session;
  const trashed = [sessionId, fileId, artifactId, named.viewId, recordId, place.objectTypeId, channelId];
  const deletions = [
    () => admin.sessions.remove({ sessionId }),
    () => admin.files.remove({ fileId }),
    () => admin.artifacts.remove({ artifactId }),
    () => admin.views.remove(named),
    () => admin.records.remove({ channelId, recordId }),
    () => admin.dataSets.remove(place),
    () => admin.channels.remove({ channelId }),
  ];
  for (const deleted of deletions) await deleted();
  await admin.trash.list({});
  await admin.trash.list({ channelId: 'general', type: 'record' });
  for (const trashedId of trashed.toReversed()) await admin.trash.restore({ trashedId });
  expect(wholeTables()).toEqual([]);

  for (const deleted of deletions) await deleted();
  for (const trashedId of [sessionId, fileId, artifactId, channelId]) await admin.trash.remove({ trashedId });
  expect(wholeTables()).toEqual([]);
});
