import { expect, test } from 'vitest';
import { pagesOf } from '../../../src/sdk/index.ts';
import { bytesOf, fileOf, type Opened, refusal } from './doors.ts';

/** The operations on Data Sets, records, Views, queries and sheets. */
export function tablesThrough(opened: Opened): void {
  test('Data Sets, records, Views and typed queries', async () => {
    const { dataSets, records, views, queries } = opened.workspace;
    const place = { channelId: 'general' };
    const { dataSet } = await dataSets.create({
      ...place,
      name: 'Deals',
      fields: [
        { key: 'stage', type: 'select', options: { choices: [{ key: 'Open' }, { key: 'Won' }] } },
        { key: 'amount', type: 'number' },
      ],
    });
    const { objectTypeId } = dataSet;
    expect((await dataSets.get({ ...place, objectTypeId })).dataSet.fields.length).toBeGreaterThanOrEqual(2);
    expect((await dataSets.find({ objectTypeId })).dataSet.channelId).toMatch(/^ch_/);
    expect((await dataSets.update({ ...place, objectTypeId, name: 'All deals' })).dataSet.name).toBe('All deals');
    const leads = () => fileOf('leads.csv', 'Name,Code\nAda,1\n');
    const { preview } = await dataSets.previewImport({ ...place, file: leads(), labels: { Code: 'Number' } });
    expect(preview).toMatchObject({ rowCount: 1, records: [{ row: 1, title: 'Ada', values: { number: 1 } }] });
    const imported = await dataSets.import({ ...place, file: leads(), name: 'Leads', types: { Code: 'text' } });
    expect(imported.dataSet.fields).toContainEqual(expect.objectContaining({ key: 'code', type: 'text' }));
    const rows = await dataSets.importRows({ ...place, objectTypeId, file: fileOf('d.csv', 'stage,amount\nWon,3\n') });
    expect(rows.imported).toBe(1);
    const { file } = await opened.workspace.files.upload({ file: fileOf('stored.csv', 'stage;amount\nOpen;4\n') });
    const stored = (await dataSets.import({ ...place, fileId: file.id })).dataSet;
    expect(stored.name).toBe('stored');
    const intoIt = { ...place, objectTypeId: stored.objectTypeId, fileId: file.id };
    expect((await dataSets.importRows(intoIt)).imported).toBe(1);

    const made = await dataSets.export({ ...place, objectTypeId: stored.objectTypeId, format: 'jsonl' });
    expect(made.file).toEqual({ fileName: 'stored.jsonl', contentType: 'application/jsonl; charset=utf-8' });
    const line = '{"title":"Open","values":{"stage":"Open","amount":4}}\n';
    expect(await bytesOf(await made.content.open())).toBe(line + line);

    const archive = await opened.workspace.channels.export(place);
    expect(archive.file).toEqual({ fileName: 'general.zip', contentType: 'application/zip' });
    expect((await bytesOf(await archive.content.open())).slice(0, 4)).toBe('PK\u0003\u0004');

    const { record } = await records.create({
      ...place,
      objectTypeId,
      title: 'One',
      values: { stage: 'Won', amount: 12.5 },
    });
    const named = { ...place, recordId: record.id };
    const wrong = await refusal(records.create({ ...place, objectTypeId, title: 'Two', values: { amount: 'x' } }));
    expect(wrong).toMatchObject({ code: 'invalid_values', extras: { errors: [{ path: '/values/amount' }] } });
    expect((await records.get(named)).record.values.amount).toBe(12.5);
    const updated = await records.update({ ...named, values: { amount: null }, expectedVersionNumber: 1 });
    expect(updated.record.values.amount ?? null).toBeNull();
    const { versions } = await records.versions(named);
    expect(versions.map(({ changes }) => changes)).toEqual([[{ fieldKey: 'amount', from: 12.5 }], []]);

    expect((await records.attachments(named)).attachments).toEqual([]);

    const { view } = await views.create({ ...place, name: 'Won', objectTypeId, renderer: 'table' });
    const seen = { ...place, viewId: view.id };
    const definition = { name: 'Won deals', objectTypeId, renderer: 'table' } as const;
    const saved = await views.update({ ...seen, ...definition, expectedCurrentVersionId: view.currentVersionId });
    expect(saved.view.name).toBe('Won deals');
    expect((await views.get(seen)).view.id).toBe(view.id);
    expect((await views.list({ ...place })).views.length).toBeGreaterThan(0);
    const [newest, oldest] = (await views.versions(seen)).versions;
    expect((await views.version({ ...seen, versionId: oldest!.versionId })).version.definition['name']).toBe('Won');
    const { diff } = await views.diff({ ...seen, from: oldest!.versionId });
    expect(diff).toContain('-  "name": "Won",\n+  "name": "Won deals",');
    const old = { ...seen, versionId: oldest!.versionId };
    const again = await views.restore({ ...old, expectedCurrentVersionId: newest!.versionId });
    expect(again.view).toMatchObject({ name: 'Won', versionNumber: 3 });
    expect(await views.anchors(seen)).toMatchObject({ every: 1_000, anchors: [] });
    const filters = [{ fieldKey: 'stage', op: 'eq', value: 'Won' }] as const;
    const pages = await Array.fromAsync(
      pagesOf(views.data, { ...seen, filters: [...filters], fields: ['stage'], limit: 1 }),
    );
    expect(pages.map(({ data }) => data.records?.length)).toEqual([1, 1]);
    const { data } = await queries.run({
      mode: 'deterministic',
      ...place,
      objectTypeId,
      operation: 'aggregate',
      groupBy: ['stage'],
      metrics: [{ alias: 'deals', function: 'count_rows' }],
    });
    expect(data.rows).toEqual([{ stage: 'Won', deals: 2 }]);
    const asked = { mode: 'deterministic', ...place, objectTypeId, operation: 'records', limit: 1 } as const;
    const rowPages = await Array.fromAsync(pagesOf(queries.run, asked));
    expect(new Set(rowPages.map((page) => page.data.rows?.[0]?.id)).size).toBe(rowPages.length);
    expect(rowPages.length).toBeGreaterThan(1);
    const batch = await records.batch({
      ...place,
      objectTypeId,
      create: [{ title: 'Three' }],
      update: [{ id: record.id, values: { amount: 7 } }],
      upsert: { matchFieldKey: 'title', records: [{ title: 'One more' }] },
    });
    expect(batch.records.map(({ change }) => change)).toEqual(['created', 'updated', 'created']);
    const twice = await refusal(records.batch({ ...place, objectTypeId, delete: [record.id, record.id] }));
    expect(twice.extras.errors).toMatchObject([{ path: '/delete/1' }]);
    const opening = {
      ...place,
      objectTypeId,
      filters: [{ field: 'stage', operator: 'is_empty' } as const],
      values: { stage: 'Open' },
    };
    expect((await records.updateMany({ ...opening, expectedCount: 2 })).count).toBe(2);
    const changed = await refusal(records.updateMany({ ...opening, expectedCount: 2 }));
    expect(changed).toMatchObject({ code: 'count_changed', extras: { count: 0 } });
    expect(await records.remove(named)).toEqual({ deleted: true });
    expect(await records.remove({ ...named, idempotencyKey: 'again' })).toEqual({ deleted: true });
  });

  test('a sheet is queried as it is', async () => {
    const { artifacts, queries } = opened.workspace;
    const content = 'name,fee\nAda,"$1,200 (net)"\n';
    const { artifact } = await artifacts.create({ kind: 'csv', title: 'Fees', content, idempotencyKey: 'fees' });
    const { sheet } = await artifacts.sheet({ artifactId: artifact.id });
    expect(sheet.fields.map(({ key }) => key)).toContain('fee_number');
    const asked = { mode: 'deterministic', artifactId: artifact.id, operation: 'records' } as const;
    const { data } = await queries.run({ ...asked, fields: ['fee_number'] });
    expect(data.rows).toEqual([expect.objectContaining({ fee_number: 1200 })]);
  });
}
