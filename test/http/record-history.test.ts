import { beforeAll, describe, expect, test } from 'vitest';
import type { Workspace } from '../../schemas/index.ts';
import type { FieldInput } from '../../schemas/fields.ts';
import { limits } from '../../schemas/limits.ts';
import { openStore } from '../../src/folder/open.ts';
import { removingAll } from '../../src/store/stretches.ts';
import { forgetEndedHistories } from '../../src/workspace/data/record-history.ts';
import { expectSound } from '../support/check.ts';
import { staffedGateway } from '../support/people.ts';
import { expectProblem } from '../support/problems.ts';
import { emptyDataSet, recordsIn } from '../support/records.ts';
import { addedSource, csvFile, rowsOf, synced } from '../support/sources.ts';
import { inStorage } from '../support/storage.ts';
import { multiply } from '../trust/fairness/cases/rows.ts';

const people = staffedGateway();
const as = (name: 'will' | 'mia') => recordsIn('general', () => people.as(name));

const fields: FieldInput[] = [
  { key: 'stage', type: 'select', options: { choices: [{ key: 'open' }, { key: 'won' }] } },
  { key: 'note', type: 'text' },
  { key: 'labels', type: 'multi_select', options: { choices: many(200) } },
  { key: 'day', type: 'date_time' },
];
let deals: string;

beforeAll(async () => {
  deals = (await emptyDataSet(people.dataFolder, 'general', { name: 'Deals', fields })).id;
});

function many(count: number) {
  return Array.from({ length: count }, (_, number) => ({ key: `label ${number}` }));
}

const pathOf = (id: string) => `GET /channels/general/records/${id}/versions`;
type Page = Awaited<ReturnType<Workspace['records']['versions']>>;
const historyOf = async (id: string, query = '') =>
  (await people.as('will').done(pathOf(id) + query)) as unknown as Page;
const kept = (id: string) =>
  inStorage(people.dataFolder, async (db) => {
    const rows = db.selectFrom('record_versions').select('number').where('record_id', '=', id);
    return (await rows.execute()).length;
  });

describe('the history of a record', () => {
  test('says who changed what, when and through what, newest first', async () => {
    const { id } = await as('will').created(deals, 'Crane', { stage: 'open', note: 'a' });
    await as('mia').update(id, { title: 'Harbour crane', values: { stage: 'won', note: null } });
    await as('mia').update(id, { title: 'Harbour crane' });
    const batch = { objectTypeId: deals, update: [{ id, values: { labels: ['label 3', 'label 4'] } }] };
    await people.as('will').done('POST /channels/general/records/batch', batch);
    const { record } = (await as('will').get(id)).body;
    const { versions } = await historyOf(id);
    const by = (name: 'will' | 'mia') => ({ createdBy: { id: people.idOf(name) }, via: { interface: 'api' } });
    expect(versions).toMatchObject([
      {
        versionNumber: 3,
        createdAt: record.updatedAt,
        ...by('will'),
        changes: [{ fieldKey: 'labels', to: ['label 3', 'label 4'] }],
      },
      {
        versionNumber: 2,
        ...by('mia'),
        changes: [
          { fieldKey: 'title', from: 'Crane', to: 'Harbour crane' },
          { fieldKey: 'stage', from: 'open', to: 'won' },
          { fieldKey: 'note', from: 'a' },
        ],
      },
      { versionNumber: 1, createdAt: record.createdAt, ...by('will'), changes: [] },
    ]);
    await expectSound(people.dataFolder);
  });

  test('comes in pages, which changes meanwhile do not shift', async () => {
    const { id } = await as('will').created(deals, 'Paged');
    for (let number = 0; number < 5; number += 1) await as('will').update(id, { values: { note: `${number}` } });
    const first = await historyOf(id, '?limit=2');
    await as('will').update(id, { values: { note: 'later' } });
    const second = await historyOf(id, `?limit=2&cursor=${first.nextCursor}`);
    const third = await historyOf(id, `?limit=2&cursor=${second.nextCursor}`);
    const pages = [first, second, third].map(({ versions }) =>
      versions.map(({ versionNumber, changes }) => [versionNumber, changes]),
    );
    const note = (from: number, to: number) => [{ fieldKey: 'note', from: `${from}`, to: `${to}` }];
    expect(pages).toEqual([
      [
        [6, note(3, 4)],
        [5, note(2, 3)],
      ],
      [
        [4, note(1, 2)],
        [3, note(0, 1)],
      ],
      [
        [2, [{ fieldKey: 'note', to: '0' }]],
        [1, []],
      ],
    ]);
    expect(third.nextCursor).toBeUndefined();
    expectProblem(await people.as('mia').call(`${pathOf(id)}?cursor=${first.nextCursor}`), 'invalid_request', [
      'cursor',
    ]);
  });

  test('keeps the beginning of long texts, and of many', async () => {
    const text = (length: number) => 'x'.repeat(length);
    const { id } = await as('will').created(deals, 'Long', { note: text(limits.versionText) });
    await as('will').update(id, { values: { note: text(limits.versionText + 1) } });
    await as('will').update(id, { values: { labels: many(200).map(({ key }) => key), note: null } });
    const { versions } = await historyOf(id);
    expect(versions).toMatchObject([
      {
        changes: [
          { fieldKey: 'note', from: text(limits.versionText), isCut: true },
          { fieldKey: 'labels', isCut: true },
        ],
      },
      { changes: [{ fieldKey: 'note', from: text(limits.versionText), to: text(limits.versionText), isCut: true }] },
      { changes: [] },
    ]);
  });

  test('names what changed beyond the characters of one change, and no values', async () => {
    const count = limits.versionCharacters / (2 * limits.versionText);
    const wide = Array.from({ length: Math.ceil(count) + 1 }, (_, number) => ({
      key: `f${number}`,
      type: 'text' as const,
    }));
    const { id: dataSet } = await emptyDataSet(people.dataFolder, 'general', { name: 'Wide', fields: wide });
    const all = (letter: string) => Object.fromEntries(wide.map(({ key }) => [key, letter.repeat(limits.versionText)]));
    const { id } = await as('will').created(dataSet, 'Wide', all('a'));
    await as('will').update(id, { values: all('b') });
    const [changed] = (await historyOf(id)).versions;
    expect(changed!.changes.map(({ isCut }) => isCut === true)).toEqual(
      wide.map((_, place) => place >= Math.floor(count)),
    );
  });

  test('comes back with its record from the trash, and goes a while after that is purged', async () => {
    const { id } = await as('will').created(deals, 'Gone');
    for (let number = 0; number < 3; number += 1) await as('will').update(id, { values: { note: `${number}` } });
    expect(await kept(id)).toBe(3);
    await as('will').remove(id);
    expectProblem(await people.as('will').call(pathOf(id)), 'not_found');
    await people.as('will').done(`POST /trash/${id}/restore`);
    expect((await historyOf(id)).versions).toHaveLength(4);
    await as('will').remove(id);
    await people.as('will').done(`DELETE /trash/${id}`);
    await expectSound(people.dataFolder);
    const database = await openStore(people.dataFolder);
    try {
      await database.writeInStretches('background', removingAll(forgetEndedHistories));
    } finally {
      await database.close();
    }
    expect(await kept(id)).toBe(0);
    await expectSound(people.dataFolder);
  });

  test('is forgotten in steps, each of which goes on where the one before ended', async () => {
    const { id } = await as('will').created(deals, 'One of many');
    await as('will').update(id, { values: { note: 'changed' } });
    await as('will').remove(id);
    await people.as('will').done(`DELETE /trash/${id}`);
    const most = limits.rowsRemovedAtOnce;
    const histories = await inStorage(people.dataFolder, async (tx) => {
      await multiply(tx, 'record_versions', ['record_id'], id, 2 * most);
      await multiply(tx, 'ended_histories', ['record_id'], id, 2 * most);
      const left: number[] = [];
      for (let removed: number = most; removed >= most; ) {
        removed = await forgetEndedHistories(tx);
        left.push((await tx.selectFrom('ended_histories').select('record_id').execute()).length);
      }
      return left;
    });
    expect(histories).toEqual([2 * most + 1, most + 1, most + 1, 1, 0]);
    expect(await kept(id)).toBe(0);
    await expectSound(people.dataFolder);
  });

  test('tells what a connected source changed', async () => {
    const file = await csvFile('Key,Name', '1,Ada');
    const source = await addedSource(people.dataFolder, '--name', 'Guests', '--csv', file.path, '--key', 'Key');
    await file.write('Key,Name', '1,Ida');
    await synced(people.dataFolder, source);
    const [row] = await rowsOf(people.as('will'), source);
    const { versions } = await historyOf(String(row!.id));
    expect(versions).toMatchObject([
      { versionNumber: 2, changes: expect.arrayContaining([{ fieldKey: 'name', from: 'Ada', to: 'Ida' }]) },
      { versionNumber: 1, changes: [] },
    ]);
    expect(versions[0]).not.toHaveProperty('via');
    await expectSound(people.dataFolder);
  });
});
