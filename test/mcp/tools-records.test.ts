import { beforeAll, describe, expect, test } from 'vitest';
import type { Structured } from '../support/hosts.ts';
import { dealFields, newDataSet, newRecord } from '../support/deals.ts';
import { sharedHost } from '../support/mcp.ts';
import { traces } from '../support/storage.ts';

const host = sharedHost('--tools', 'all');
const KiB = 1024;
let deals: string;

beforeAll(async () => {
  deals = await newDataSet(host, dealFields);
});

const inspect = async (more: object = {}) =>
  (await host.done('workspace_channel_get', { channelId: 'general', ...more })).channel;
const shownBytes = (answer: object) => Buffer.byteLength(JSON.stringify(answer));

describe('workspace_channel_get', () => {
  test('shows each Data Set with its own fields in short, enough to name keys and choices', async () => {
    const { dataSets } = await inspect();
    expect(dataSets.find(({ objectTypeId }) => objectTypeId === deals)).toEqual({
      objectTypeId: deals,
      objectType: 'deal',
      name: 'Deals',
      fields: [
        { key: 'company', label: 'Company', type: 'text', required: true },
        { key: 'stage', label: 'Stage', type: 'select', choices: ['lead', 'won', 'lost'] },
        { key: 'amount', label: 'Amount', type: 'currency', currencyCode: 'EUR' },
        { key: 'closed_on', label: 'Closed on', type: 'date' },
        { key: 'starts_on', label: 'Starts on', type: 'date' },
        { key: 'notes', label: 'Notes', type: 'long_text' },
      ],
    });
  });

  test('shows one Data Set whole, with operators, functions and the fields that every record has', async () => {
    const { dataSets } = await inspect({ objectTypeId: deals });
    const [dataSet] = dataSets;
    expect(dataSets).toHaveLength(1);
    const everyRecordHas = ['title', 'created_at', 'updated_at', 'created_by'];
    expect(dataSet?.fields.map(({ key }) => key)).toEqual([...dealFields.map(({ key }) => key), ...everyRecordHas]);
    expect(dataSet?.fields[1]).toMatchObject({
      key: 'stage',
      operators: ['eq', 'neq', 'in', 'not_in', 'is_empty', 'is_not_empty'],
      functions: ['count_distinct'],
      options: { choices: [{ key: 'lead', label: 'lead deal' }, { key: 'won' }, { key: 'lost' }] },
    });
  });

  test('takes the key or the name of a Data Set', async () => {
    for (const objectTypeId of ['deal', 'DEALS'])
      expect((await inspect({ objectTypeId })).dataSets.map((dataSet) => dataSet.objectTypeId)).toEqual([deals]);
  });

  test('shows the Views and members of the channel on the first page, and says how many are left out', async () => {
    const { channel } = await host.done('workspace_channel_create', { name: 'Crowded' });
    const channelId = channel.id;
    const { dataSet } = await host.done('workspace_data_set_create', { channelId, name: 'Tasks' });
    const { objectTypeId } = dataSet;
    const saved = (name: string) =>
      host.done('workspace_view_create', { channelId, name, objectTypeId, renderer: 'table' });
    const { view } = await saved('All');
    const first = (await host.done('workspace_channel_get', { channelId })).channel;
    expect(first).toMatchObject({
      views: [{ id: view.id, name: 'All', objectTypeId, renderer: 'table' }],
      members: [{ userId: expect.stringMatching(/^usr_/), role: 'manager' }],
    });
    expect(Object.keys(first).filter((key) => key.includes('LeftOut'))).toEqual([]);
    for (let number = 0; number < 60; number += 1) await saved(`View ${number} ${'long name '.repeat(5)}`);
    const answer = await host.done('workspace_channel_get', { channelId });
    const crowded = answer.channel as unknown as { views: object[]; viewsLeftOut: number };
    expect(crowded.views.length).toBeGreaterThan(5);
    expect(crowded.views.length + crowded.viewsLeftOut).toBe(61);
    expect(shownBytes(answer)).toBeLessThanOrEqual(24 * KiB);
    expect(await inspect({ objectTypeId: deals })).not.toHaveProperty('views');
  });

  test('keeps the fields that are named of it', async () => {
    const [dataSet] = (await inspect({ objectTypeId: deals, fields: ['amount'] })).dataSets;
    expect(dataSet?.fields.map(({ key }) => key)).toEqual(['amount']);
    const wrong = { channelId: 'general', objectTypeId: deals, fields: ['amount', 'nothing'] };
    const { problem } = await host.call('workspace_channel_get', wrong);
    const message = expect.stringContaining('"nothing" names no field that there is; the fields are ');
    expect(problem).toMatchObject({ code: 'invalid_request', errors: [{ path: '/fields/1', message }] });
  });

  test('shows a field whatever it is called', async () => {
    const objectTypeId = await newDataSet(host, [{ key: 'constructor', type: 'text' }]);
    const { dataSets } = await inspect();
    expect(dataSets.find((dataSet) => dataSet.objectTypeId === objectTypeId)?.fields).toEqual([
      { key: 'constructor', type: 'text' },
    ]);
  });

  test('says which Data Sets there are when asked for one that there is not', async () => {
    const { problem } = await host.call('workspace_channel_get', { channelId: 'general', objectTypeId: 'ot_unknown' });
    expect(problem).toMatchObject({ code: 'not_found' });
    expect(problem?.candidates?.map(({ name }) => name)).toContain('Deals');
  });

  test.each([{}, { objectTypeId: true }])('takes no cursor that it did not issue (%j)', async (of) => {
    const input = { channelId: 'general', cursor: 'made-up', ...(of.objectTypeId && { objectTypeId: deals }) };
    const { problem } = await host.call('workspace_channel_get', input);
    expect(problem).toMatchObject({ code: 'invalid_request', errors: [{ path: '/cursor' }] });
  });

  describe('of a channel with very much in it', () => {
    const choices = Array.from({ length: 1_000 }, (_, index) => ({ key: `choice ${index}`, label: `Label ${index}` }));
    const manyFields = Array.from({ length: 190 }, (_, index) => ({ key: `field_${index}`, type: 'number' }));
    let channelId: string;
    let large: string;

    beforeAll(async () => {
      channelId = (await host.done('workspace_channel_create', { name: 'Very much' })).channel.id;
      const created = await host.done('workspace_data_set_create', {
        channelId,
        name: 'A large one',
        fields: [{ key: 'place', type: 'select', options: { choices } }, ...manyFields],
      });
      large = created.dataSet.objectTypeId;
    });

    test('shows the first choices and how many there are', async () => {
      const answer = await host.done('workspace_channel_get', { channelId });
      const [place] = answer.channel.dataSets[0]!.fields as unknown as { choices: string[]; choiceCount: number }[];
      expect(place?.choices).toEqual(choices.slice(0, 20).map(({ key }) => key));
      expect(place?.choiceCount).toBe(1_000);
      expect(shownBytes(answer)).toBeLessThanOrEqual(24 * KiB);
    });

    test('shows all of a Data Set page by page, every field and choice once', async () => {
      const pages: Structured[] = [];
      for (let cursor: string | undefined; ; ) {
        const page = await host.done('workspace_channel_get', { channelId, objectTypeId: large, cursor });
        expect(shownBytes(page)).toBeLessThanOrEqual(24 * KiB);
        pages.push(page);
        cursor = page.nextCursor;
        if (cursor === undefined) break;
      }
      const fields = pages.flatMap(({ channel }) => channel.dataSets[0]!.fields);
      expect(pages.length).toBeGreaterThan(3);
      expect(fields.flatMap(({ options }) => options?.choices ?? [])).toEqual(choices);
      expect(new Set(fields.map(({ key }) => key)).size).toBe(1 + manyFields.length + 4);
      expect(fields.filter(({ key }) => key !== 'place')).toHaveLength(manyFields.length + 4);
    });

    test('of many Data Sets shows names and numbers of fields, all of them in pages', async () => {
      const names = Array.from({ length: 60 }, (_, index) => `Number ${String(index).padStart(3, '0')}`);
      for (const name of names)
        await host.done('workspace_data_set_create', { channelId, name, fields: manyFields.slice(0, 30) });
      const found: string[] = [];
      for (let cursor: string | undefined; ; ) {
        const page = await host.done('workspace_channel_get', { channelId, limit: 25, cursor });
        expect(shownBytes(page)).toBeLessThanOrEqual(24 * KiB);
        found.push(...page.channel.dataSets.map(({ name }) => name));
        cursor = page.nextCursor;
        if (cursor === undefined) break;
      }
      const { channel } = await host.done('workspace_channel_get', { channelId });
      expect(found).toEqual(['A large one', ...names]);
      expect(channel.dataSets).toHaveLength(61);
      expect(channel.dataSets[1]).toEqual({
        objectTypeId: expect.stringMatching(/^ot_/),
        objectType: expect.stringMatching(/^number/),
        name: 'Number 000',
        fieldCount: 30,
      });
    });
  });
});

describe('records', () => {
  const of = (recordId: string) => ({ channelId: 'general', recordId });
  const pilot = {
    title: 'Pilot',
    values: { company: 'Nordhavn', stage: 'won', amount: 6_200, closed_on: '2026-05-02' },
  };

  test('a record reads as it was created', async () => {
    const created = await newRecord(host, deals, pilot);
    const { record } = await host.done('workspace_record_get', of(created.id));
    expect(record).toEqual(created);
    expect(record).toMatchObject({ ...pilot, objectTypeId: deals, versionNumber: 1 });
  });

  test('an update sets what it names, clears what is null and leaves the rest', async () => {
    const { id } = await newRecord(host, deals, pilot);
    const values = { stage: 'lost', closed_on: null };
    const { record } = await host.done('workspace_record_update', { ...of(id), title: 'Lost pilot', values });
    expect(record).toMatchObject({ title: 'Lost pilot', versionNumber: 2 });
    expect(record.values).toEqual({ company: 'Nordhavn', stage: 'lost', amount: 6_200 });
  });

  test('an update of a version that is not the current one changes nothing', async () => {
    const { id } = await newRecord(host, deals, pilot);
    await host.done('workspace_record_update', { ...of(id), values: { amount: 1 } });
    const stale = { ...of(id), values: { amount: 2 }, expectedVersionNumber: 1 };
    const { problem } = await host.call('workspace_record_update', stale);
    expect(problem).toMatchObject({ code: 'version_conflict', current: { versionNumber: 2 } });
    expect((await host.done('workspace_record_get', of(id))).record.values.amount).toBe(1);
  });

  test('a deleted record is gone, and deleting it again is harmless', async () => {
    const { id } = await newRecord(host, deals, pilot);
    expect(await host.done('workspace_record_delete', of(id))).toEqual({ deleted: true });
    expect(await host.done('workspace_record_delete', of(id))).toEqual({ deleted: true });
    expect((await host.call('workspace_record_get', of(id))).problem).toMatchObject({ code: 'not_found' });
  });

  test('every wrong value is named, and nothing is kept', async () => {
    const before = await traces(host.dataFolder);
    const values = { company: 7, stage: 'Won', amount: '6200', closed_on: '02.05.2026' };
    const input = { channelId: 'general', objectTypeId: deals, title: 'Wrong', values };
    const { problem } = await host.call('workspace_record_create', input);
    expect(problem).toMatchObject({ code: 'invalid_values', status: 422 });
    const paths = problem?.errors?.map(({ path }) => path).sort();
    expect(paths).toEqual(['amount', 'closed_on', 'company', 'stage'].map((key) => `/values/${key}`));
    expect(await traces(host.dataFolder)).toEqual(before);
  });

  test('a value of a field that there is not is refused', async () => {
    const input = { channelId: 'general', objectTypeId: deals, title: 'Wrong', values: { company: 'C', phase: 1 } };
    const { problem } = await host.call('workspace_record_create', input);
    expect(problem).toMatchObject({ code: 'invalid_request', errors: [{ path: '/values/phase' }] });
  });

  test.each([
    ['workspace_record_create', () => ({ channelId: 'general', objectTypeId: deals, ...pilot }), { title: 'Other' }],
    ['workspace_data_set_create', () => ({ channelId: 'general', name: 'Twice' }), { name: 'Other' }],
  ])('%s with the same key is done once', async (tool, input, other) => {
    const keyed = { ...input(), idempotencyKey: crypto.randomUUID() };
    const first = await host.done(tool, keyed);
    expect(await host.done(tool, keyed)).toEqual(first);
    expect((await host.call(tool, { ...keyed, ...other })).problem?.code).toBe('idempotency_key_reused');
  });

  test('a field that there is not cannot be read, one without a value can', async () => {
    const { id } = await newRecord(host, deals, pilot);
    const read = (fields: string[]) =>
      host.call('workspace_record_get', { channelId: 'general', recordId: id, fields });
    expect((await read(['winz'])).problem).toMatchObject({ code: 'invalid_request', errors: [{ path: '/fields/0' }] });
    expect((await read(['starts_on'])).problem).toBeUndefined();
  });

  test('the record of another channel is not found', async () => {
    const { id } = await newRecord(host, deals, pilot);
    await host.done('workspace_channel_create', { name: 'Elsewhere' });
    const { problem } = await host.call('workspace_record_get', { channelId: 'elsewhere', recordId: id });
    expect(problem).toMatchObject({ code: 'not_found' });
  });

  describe('with long values', () => {
    const text = 'naïve 🍋🍋 "quoted" '.repeat(3_000);

    test('are read in short answers, every character once', async () => {
      const { record: created, nextOffsets } = await host.done('workspace_record_create', {
        channelId: 'general',
        objectTypeId: deals,
        title: 'Long',
        values: { company: 'C', notes: text },
      });
      const parts = [created.values.notes as string];
      for (let offset = nextOffsets?.notes; offset !== undefined; ) {
        const answer = await host.done('workspace_record_get', { ...of(created.id), fields: ['notes'], offset });
        expect(shownBytes(answer)).toBeLessThanOrEqual(24 * KiB);
        expect(Object.keys(answer.record.values)).toEqual(['notes']);
        parts.push(answer.record.values.notes as string);
        offset = answer.nextOffsets?.notes;
      }
      expect(parts.length).toBeGreaterThan(2);
      expect(parts.filter((part) => !part.isWellFormed())).toEqual([]);
      expect(parts.join('')).toBe(text);
      expect(created.values.company).toBe('C');
    });

    test('under long names are read in short answers, what is left out being counted', async () => {
      const fields = Array.from({ length: 200 }, (_, index) => ({
        key: `k${String(index).padStart(62, '0')}`,
        label: 'L',
        type: 'long_text',
      }));
      const wide = await newDataSet(host, fields, 'Wide');
      const values = Object.fromEntries(fields.map(({ key }) => [key, '\u0001'.repeat(2_000)]));
      const { id } = await newRecord(host, wide, { title: 'Wide', values });
      const read = await host.done('workspace_record_get', of(id));
      const query = { channelId: 'general', objectTypeId: wide };
      const listed = await host.done('workspace_query_run', { ...query, operation: 'records' });
      const view = await host.done('workspace_view_create', { ...query, name: 'Wide', renderer: 'table' });
      const shown = await host.done('workspace_view_data', { channelId: 'general', viewId: view.view.id });
      for (const answer of [read, listed, shown]) expect(shownBytes(answer)).toBeLessThanOrEqual(24 * KiB);
      expect(Object.keys(read.record.values).length + read.valuesLeftOut!).toBe(200);
      expect(Object.keys(read.nextOffsets ?? {})).toEqual(Object.keys(read.record.values));
      const last = fields.at(-1)!.key;
      const { record } = await host.done('workspace_record_get', { ...of(id), fields: [last] });
      expect(record.values[last]).toBe('\\u{1}'.repeat(2_000));
    });

    test('of a list are read item by item', async () => {
      const choices = Array.from({ length: 500 }, (_, index) => ({ key: `${'long name '.repeat(10)}${index}` }));
      const tagged = await newDataSet(host, [{ key: 'tags', type: 'multi_select', options: { choices } }], 'Tagged');
      const keys = choices.map(({ key }) => key);
      const { id } = await newRecord(host, tagged, { title: 'All', values: { tags: keys } });
      const found: string[] = [];
      for (let offset: number | undefined = 0; offset !== undefined; ) {
        const answer = await host.done('workspace_record_get', { ...of(id), fields: ['tags'], offset });
        expect(shownBytes(answer)).toBeLessThanOrEqual(24 * KiB);
        found.push(...(answer.record.values.tags as string[]));
        offset = answer.nextOffsets?.tags;
      }
      expect(found).toEqual(keys);
    });
  });
});

describe('workspace_data_set_create', () => {
  test.each([
    ['a reserved key', '/fields/0/key', [{ key: 'title', type: 'text' }]],
    ['a currency without its code', '/fields/0/options/currencyCode', [{ key: 'amount', type: 'currency' }]],
    [
      'a select without choices',
      '/fields/1/options/choices',
      [
        { key: 'a', type: 'text' },
        { key: 'b', type: 'select' },
      ],
    ],
    ['an unknown type', '/fields/0/type', [{ key: 'a', type: 'string' }]],
    [
      'a key twice',
      '/fields/1/key',
      [
        { key: 'a', type: 'text' },
        { key: 'a', type: 'text' },
      ],
    ],
  ])('refuses %s at %s', async (_what, path, fields) => {
    const { problem } = await host.call('workspace_data_set_create', { channelId: 'general', name: 'Wrong', fields });
    expect(problem).toMatchObject({ code: 'invalid_request', errors: [{ path }] });
  });
});
