import { describe, expect, test } from 'vitest';
import { expectSound } from '../support/check.ts';
import { form, textFile } from '../support/forms.ts';
import { staffedGateway } from '../support/people.ts';

const people = staffedGateway();
const will = () => people.as('will');
const newWord = () => `w${crypto.randomUUID().replaceAll('-', '')}`;

interface Referred {
  readonly type: 'record' | 'file' | 'artifact' | 'session';
  readonly options?: object;
  /** It goes, and the other stays. */
  readonly id: string;
  readonly otherId: string;
  /** The address that is deleted to remove the target. */
  readonly path: string;
}

async function newDataSet(fields: object[] = [], channel = 'news'): Promise<string> {
  const body = { name: newWord(), fields };
  return (await people.as('mia').done(`POST /channels/${channel}/data-sets`, body)).dataSet.objectTypeId;
}

const newRecord = async (objectTypeId: string, title: string, values = {}): Promise<string> =>
  (await people.as('mia').done('POST /channels/news/records', { objectTypeId, title, values })).record.id;
const newFile = async (): Promise<string> =>
  (await will().done('POST /files', form(['channelId', 'news'], ['file', textFile('x'), `${newWord()}.txt`]))).file.id;
const newArtifact = async (channelId = 'news'): Promise<string> => {
  const body = { kind: 'markdown', title: newWord(), content: 'x', channelId, idempotencyKey: newWord() };
  return (await people.as('mia').done('POST /artifacts', body)).artifact.id;
};
const newSession = async (): Promise<string> => (await will().done('POST /sessions', { title: newWord() })).session.id;
const newChannel = async (): Promise<string> =>
  (await people.as('mia').done('POST /channels', { name: newWord() })).channel.id;

const cases: Record<string, () => Promise<Referred>> = {
  async 'a record'() {
    const objectTypeId = await newDataSet();
    const [id, otherId] = [await newRecord(objectTypeId, 'Goes'), await newRecord(objectTypeId, 'Stays')];
    return { type: 'record', options: { objectTypeId }, id, otherId, path: `/channels/news/records/${id}` };
  },
  async 'a file'() {
    const [id, otherId] = [await newFile(), await newFile()];
    return { type: 'file', id, otherId, path: `/files/${id}` };
  },
  async 'an artifact'() {
    const [id, otherId] = [await newArtifact(), await newArtifact()];
    return { type: 'artifact', id, otherId, path: `/artifacts/${id}` };
  },
  async 'an artifact at home in a channel'() {
    const channelId = await newChannel();
    const [id, otherId] = [await newArtifact(channelId), await newArtifact()];
    return { type: 'artifact', id, otherId, path: `/channels/${channelId}` };
  },
  async 'a session'() {
    const [id, otherId] = [await newSession(), await newSession()];
    return { type: 'session', id, otherId, path: `/sessions/${id}` };
  },
};

type Titles = readonly string[];
type Row = Record<string, string | number | undefined>;

/** A Data Set of four records that refer to both, to one of them, or to none. */
async function pointingTo({ type, options, id, otherId }: Referred) {
  const by = people.as(type === 'session' ? 'will' : 'mia');
  const isListed = type !== 'session';
  const many = { key: 'many', type, options, multiple: true };
  const objectTypeId = await newDataSet([
    { key: 'one', type, options },
    ...(isListed ? [many] : []),
    { key: 'note', type: 'text' },
  ]);
  const all = { Both: [id, otherId], Goes: [id], None: [], Stays: [otherId] };
  const ids: Record<string, string> = {};
  for (const [title, items] of Object.entries(all)) {
    const values = items.length === 0 ? {} : { one: items[0], ...(isListed && { many: items }) };
    const { record } = await by.done('POST /channels/news/records', { objectTypeId, title, values });
    ids[title] = record.id;
  }
  const definition = { name: newWord(), objectTypeId, renderer: 'table' };
  const filters = [{ fieldKey: 'one', op: 'is_not_empty' }];
  const sort = [{ fieldKey: 'one', direction: 'asc' }];
  const { view } = await by.done('POST /channels/news/views', { ...definition, filters, sort });

  const query = async (body: object): Promise<Row[]> => {
    const asked = { mode: 'deterministic', channelId: 'news', objectTypeId, ...body };
    return (await by.done('POST /queries', asked)).data.rows as Row[];
  };
  const titled = async (field: string, operator: string, value?: unknown): Promise<Titles> => {
    const filters = [{ field, operator, ...(value !== undefined && { value }) }];
    return (await query({ operation: 'records', filters })).map(({ title }) => String(title)).sort();
  };
  const figures = (body: object) => query({ operation: 'aggregate', ...body });
  const count = { function: 'count_rows', alias: 'count' };
  const distinct = (field: string) => ({ function: 'count_distinct', field, alias: 'distinct' });
  const counted = async (field: string) =>
    Object.fromEntries(
      (await figures({ groupBy: [field], metrics: [count] })).map((row) => [String(row[field] ?? ''), row.count]),
    );

  /** The values of the records, as each is shown alone. */
  async function shown() {
    const values: Record<string, { one?: string; many?: string[] }> = {};
    for (const [title, record] of Object.entries(ids))
      values[title] = (await by.done(`GET /channels/news/records/${record}`)).record.values;
    return values;
  }

  async function expectAgreement(): Promise<void> {
    const values = await shown();
    const where = (holds: (value: { one?: string; many?: string[] }) => boolean): Titles =>
      Object.keys(values)
        .filter((title) => holds(values[title]!))
        .sort();
    const group = (items: readonly (string | undefined)[]) => {
      const groups: Record<string, number> = {};
      for (const item of items) groups[item ?? ''] = (groups[item ?? ''] ?? 0) + 1;
      return groups;
    };
    const ones = Object.values(values).map(({ one }) => one);
    expect(await titled('one', 'is_empty')).toEqual(where(({ one }) => one === undefined));
    expect(await titled('one', 'is_not_empty')).toEqual(where(({ one }) => one !== undefined));
    expect(await titled('one', 'eq', id)).toEqual(where(({ one }) => one === id));
    expect(await titled('one', 'in', [id, otherId])).toEqual(where(({ one }) => one !== undefined));
    expect(await counted('one')).toEqual(group(ones));
    const filled = new Set(ones.filter((one) => one !== undefined));
    expect(await figures({ metrics: [distinct('one')] })).toEqual([{ distinct: filled.size }]);
    const filters = [{ field: 'one', operator: 'is_not_empty' }];
    const some = where(({ one }) => one !== undefined);
    expect(await figures({ metrics: [{ ...count, filters }] })).toEqual([{ count: some.length }]);
    const ordered = await query({ operation: 'records', orderBy: [{ field: 'one', direction: 'asc' }] });
    expect(
      ordered
        .slice(0, some.length)
        .map(({ title }) => String(title))
        .sort(),
    ).toEqual(some);
    const last = await query({ operation: 'records', orderBy: [{ field: 'one', direction: 'desc' }], limit: 1 });
    expect(last).toHaveLength(1);

    if (isListed) {
      const items = Object.values(values).map(({ many = [] }) => many);
      expect(await titled('many', 'is_empty')).toEqual(where(({ many }) => many === undefined));
      expect(await titled('many', 'is_not_empty')).toEqual(where(({ many }) => many !== undefined));
      expect(await titled('many', 'has_any_of', [id])).toEqual(where(({ many = [] }) => many.includes(id)));
      expect(await titled('many', 'has_all_of', [id, otherId])).toEqual(where(({ many = [] }) => many.length === 2));
      expect(await titled('many', 'has_none_of', [id])).toEqual(where(({ many = [] }) => !many.includes(id)));
      expect(await counted('many')).toEqual(group(items.flatMap((each) => (each.length === 0 ? [undefined] : each))));
      const figure = [{ distinct: new Set(items.flat()).size }];
      expect(await figures({ metrics: [distinct('many')] })).toEqual(figure);
    }

    const path = `/channels/news/views/${view.id}/data`;
    const titlesIn = (records: readonly { title: string }[]) => records.map(({ title }) => title).sort();
    expect(titlesIn((await by.done(`GET ${path}`)).data.records!)).toEqual(some);
    const paged: string[] = [];
    for (let cursor = ''; ; ) {
      const { data } = await by.done(`GET ${path}?limit=1${cursor && `&cursor=${cursor}`}`);
      paged.push(...titlesIn(data.records!));
      if (data.nextCursor === undefined || data.nextCursor === null) break;
      cursor = data.nextCursor;
    }
    expect(paged.sort()).toEqual(some);
    const exported = await by.call(
      `GET /channels/news/data-sets/${objectTypeId}/export?format=jsonl&filters=${JSON.stringify(filters)}`,
    );
    const lines = exported.bytes.toString().trim().split('\n').filter(Boolean);
    expect(titlesIn(lines.map((line) => JSON.parse(line) as { title: string }))).toEqual(some);
    const update = { objectTypeId, filters, values: { note: newWord() }, expectedCount: some.length };
    expect(await by.done('POST /channels/news/records/update', update)).toMatchObject({ count: some.length });
  }

  return { shown, expectAgreement };
}

describe('queries say of a field what is shown of it when it refers to', () => {
  test.each(Object.keys(cases))('%s', async (name) => {
    const referred = await cases[name]!();
    const { type, id, otherId, path } = referred;
    const { done } = people.as(type === 'file' || type === 'session' ? 'will' : 'mia');
    const { shown, expectAgreement } = await pointingTo(referred);
    const whole = await shown();
    expect(whole).toMatchObject({ Both: { one: id }, Goes: { one: id }, None: {}, Stays: { one: otherId } });
    await expectAgreement();

    await done(`DELETE ${path}`);
    expect(await shown()).toMatchObject({ Goes: expect.not.objectContaining({ one: id }) });
    await expectAgreement();

    const trashedId = path.slice(path.lastIndexOf('/') + 1);
    await done(`POST /trash/${trashedId}/restore`);
    expect(await shown()).toMatchObject({ Both: { one: id }, Goes: { one: id } });
    await expectAgreement();

    await done(`DELETE ${path}`);
    await done(`DELETE /trash/${trashedId}`);
    await expectAgreement();
    expect(await shown()).toMatchObject({ Goes: expect.not.objectContaining({ one: id }) });
  });

  test('a record whose Data Set goes with all of its records', async () => {
    const objectTypeId = await newDataSet();
    const [id, otherId] = [await newRecord(objectTypeId, 'One'), await newRecord(objectTypeId, 'Other')];
    const referred = { type: 'record', options: { objectTypeId }, id, otherId, path: '' } as const;
    const { shown, expectAgreement } = await pointingTo(referred);
    const { done } = people.as('mia');
    await done(`DELETE /channels/news/data-sets/${objectTypeId}`);
    await expectAgreement();
    await done(`POST /trash/${objectTypeId}/restore`);
    expect(await shown()).toMatchObject({ Both: { one: id }, Stays: { one: otherId } });
    await expectAgreement();
    await done(`DELETE /channels/news/data-sets/${objectTypeId}`);
    await done(`DELETE /trash/${objectTypeId}`);
    await expectAgreement();
    await expectSound(people.dataFolder);
  });
});
