import { beforeAll, describe, expect, test } from 'vitest';
import type { FieldInput } from '../../schemas/fields.ts';
import { type Name, staffedGateway } from '../support/people.ts';
import { expectProblem } from '../support/problems.ts';
import { emptyDataSet, recordsIn } from '../support/records.ts';
import { traces } from '../support/storage.ts';

const people = staffedGateway();
const will = recordsIn('general', () => people.as('will'));

const choices = [{ key: 'open', label: 'Open' }, { key: 'won', label: 'Won' }, { key: 'lost' }];
let everything: string;
let strict: string;

beforeAll(async () => {
  const target = await emptyDataSet(people.dataFolder, 'general', { name: 'Companies' });
  const fields: FieldInput[] = [
    { key: 'text', type: 'text' },
    { key: 'long_text', type: 'long_text' },
    { key: 'number', type: 'number' },
    { key: 'currency', type: 'currency', options: { currencyCode: 'EUR' } },
    { key: 'percent', type: 'percent' },
    { key: 'checkbox', type: 'checkbox' },
    { key: 'date', type: 'date' },
    { key: 'date_time', type: 'date_time' },
    { key: 'select', type: 'select', options: { choices } },
    { key: 'multi_select', type: 'multi_select', options: { choices } },
    { key: 'user', type: 'user' },
    { key: 'users', type: 'user', multiple: true },
    { key: 'url', type: 'url' },
    { key: 'email', type: 'email' },
    { key: 'phone', type: 'phone' },
    { key: 'record', type: 'record', options: { objectTypeId: target.id } },
    { key: 'file', type: 'file' },
    { key: 'artifact', type: 'artifact' },
    { key: 'session', type: 'session' },
    {
      key: 'many',
      type: 'multi_select',
      options: { choices: Array.from({ length: 501 }, (_, number) => ({ key: `c${number}` })) },
    },
  ];
  everything = (await emptyDataSet(people.dataFolder, 'general', { name: 'Everything', fields })).id;
  const required: FieldInput[] = [
    { key: 'stage', type: 'select', required: true, options: { choices } },
    { key: 'note', type: 'text', required: true },
    { key: 'amount', type: 'number' },
  ];
  strict = (await emptyDataSet(people.dataFolder, 'general', { name: 'Strict', fields: required })).id;
});

const kept: [field: string, value: unknown, shown?: unknown][] = [
  ['text', 'Brightwater'],
  ['text', '  kept as it is \n second line  '],
  ['text', '🦦 Ångström — ﷽'],
  ['text', 'x'.repeat(100_000)],
  ['long_text', 'a\n\nb'],
  ['number', 0],
  ['number', -1.5],
  ['number', 9_007_199_254_740_991],
  ['number', -9_007_199_254_740_991],
  ['currency', 18_400.25],
  ['percent', 12.5],
  ['checkbox', true],
  ['checkbox', false],
  ['date', '2026-02-28'],
  ['date', '2024-02-29'],
  ['date_time', '2026-10-05T09:30:00Z', '2026-10-05T09:30:00.000Z'],
  ['date_time', '2026-10-05T09:30:00.123+02:00', '2026-10-05T07:30:00.123Z'],
  ['select', 'won'],
  ['multi_select', ['won', 'open']],
  ['multi_select', ['won', 'won', 'open'], ['won', 'open']],
  ['many', Array.from({ length: 500 }, (_, number) => `c${number}`)],
  ['url', 'https://brightwater.example/a?b=c#d'],
  ['email', 'ada@brightwater.example'],
  ['phone', '+49 (30) 901-820'],
];

describe('a value is kept and shown as it was given:', () => {
  test.each(kept)('%s %j', async (field, value, shown = value) => {
    const record = await will.created(everything, 'Kept', { [field]: value });
    expect(record.values).toEqual({ [field]: shown });
    expect((await will.get(record.id)).body.record).toEqual(record);
    const other = await will.created(everything, 'Empty');
    expect((await will.update(other.id, { values: { [field]: value } })).body.record.values).toEqual({
      [field]: shown,
    });
  });

  test.each([null, ''])('an empty value is stored as none (%j)', async (empty) => {
    expect((await will.created(everything, 'Empty', { text: empty, number: null })).values).toEqual({});
  });

  test('an empty list is not a value', async () => {
    expect((await will.created(everything, 'Empty', { multi_select: [], users: [] })).values).toEqual({});
  });

  test('in the order of the fields', async () => {
    const { values } = await will.created(everything, 'Order', { url: 'https://a.example', number: 1, text: 'a' });
    expect(Object.keys(values)).toEqual(['text', 'number', 'url']);
  });
});

const refused: [field: string, value: unknown][] = [
  ['text', 5],
  ['text', ['a']],
  ['text', { a: 1 }],
  ['text', 'a\0b'],
  ['text', '\ud800'],
  ['text', 'x'.repeat(100_001)],
  ['long_text', true],
  ['number', '5'],
  ['number', true],
  ['number', 2 ** 53],
  ['currency', -(2 ** 53)],
  ['percent', 1e300],
  ['currency', '18,400'],
  ['percent', '12%'],
  ['checkbox', 1],
  ['checkbox', 'true'],
  ['date', '2026-02-29'],
  ['date', '2026-2-1'],
  ['date', '2026-10-05T09:30:00Z'],
  ['date', 20_261_005],
  ['date_time', '2026-10-05'],
  ['date_time', '2026-10-05T09:30:00'],
  ['date_time', 1_791_192_600_000],
  ['select', 'Won!'],
  ['select', 'unknown'],
  ['select', ['won']],
  ['select', 1],
  ['multi_select', 'won'],
  ['multi_select', ['won', 'unknown']],
  ['multi_select', ['won', '']],
  ['multi_select', ['won', null]],
  ['many', Array.from({ length: 501 }, (_, number) => `c${number}`)],
  ['user', 'usr_unknown'],
  ['user', ['usr_unknown']],
  ['users', 'usr_unknown'],
  ['users', ['usr_unknown']],
  ['users', [5]],
  ['url', 'brightwater.example'],
  ['url', 'javascript:alert(1)'],
  ['email', 'ada'],
  ['phone', 'call me'],
  ['record', 'rec_unknown'],
  ['record', 'x'.repeat(101)],
  ['file', 'file_unknown'],
  ['artifact', 'art_unknown'],
  ['session', 'ses_unknown'],
];

/** Han characters that differ from their neighbours. */
const han = (length: number) =>
  Array.from({ length }, (_, index) => String.fromCodePoint(0x4e_00 + (index % 20_000))).join('');

describe('the host of a URL has at most 253 characters, 63 of them beyond ASCII:', () => {
  test.each([
    ['as many, between a user and a port', `https://mia:word@${'a'.repeat(253)}:8443/a@b`],
    ['63 beyond ASCII', `https://${han(63)}.example`],
    ['a short one before a long path', `https://例え.テスト/${han(50_000)}`],
    ['a short one before a long question with a user in it', `https://a.example?${'q'.repeat(1_000)}@b`],
    ['a short one after a long user', `https://${'q'.repeat(1_000)}@a.example`],
  ])('%s is kept', async (_what, url) => {
    expect((await will.created(everything, 'Kept', { url })).values).toEqual({ url });
  });

  test.each([
    ['one more', `https://${'a'.repeat(254)}`],
    ['64 beyond ASCII', `https://${han(64)}.example`],
    ['very many', `https:///\\mia:word@${han(90_000)}:443/path`],
    ['very many that are encoded', `https://${encodeURIComponent(han(11_000))}/`],
    ['very many marks', `http://${'\u0301\u0327'.repeat(49_000)}/`],
  ])('%s are refused', async (_what, url) => {
    expectProblem(await will.create(everything, 'Refused', { url }), 'invalid_values', ['/values/url']);
  });
});

describe('a value that is none of its field is refused by name, and changes nothing:', () => {
  test.each(refused)('%s %j', async (field, value) => {
    const { id } = await will.created(everything, 'Untouched', { text: 'stays' });
    const before = await traces(people.dataFolder);
    expectProblem(await will.create(everything, 'Refused', { [field]: value }), 'invalid_values', [`/values/${field}`]);
    expectProblem(await will.update(id, { title: 'Other', values: { [field]: value } }), 'invalid_values', [
      `/values/${field}`,
    ]);
    expect(await traces(people.dataFolder)).toEqual(before);
    expect((await will.get(id)).body.record).toMatchObject({
      title: 'Untouched',
      values: { text: 'stays' },
      versionNumber: 1,
    });
  });

  test.each([
    ['select', 'must be one of its choices: open, won, lost'],
    ['many', /^must be one of its choices: c0, c1, .+, c19 and 481 more$/],
  ])('a choice that %s does not have names up to 20 of those that it has', async (field, message) => {
    const value = field === 'many' ? ['unknown'] : 'unknown';
    const { errors } = expectProblem(await will.create(everything, 'Refused', { [field]: value }), 'invalid_values');
    expect(errors![0]!.message).toMatch(message);
  });

  test('every wrong field at once', async () => {
    const values = { number: '5', select: 'unknown', text: 'fine', date: 'today', user: 'usr_unknown' };
    const paths = ['/values/number', '/values/select', '/values/date', '/values/user'];
    expectProblem(await will.create(everything, 'Refused', values), 'invalid_values', paths);
  });
});

describe('a field that the Data Set lacks is refused as a mistake of the request:', () => {
  test.each(['unknown', 'title', 'created_at', 'updated_at', 'created_by', 'id', 'constructor', 'Texts', ''])(
    '%j',
    async (key) => {
      const values = JSON.parse(`{${JSON.stringify(key)}: "x"}`) as object;
      const { id } = await will.created(everything, 'Untouched');
      expectProblem(await will.create(everything, 'Refused', values), 'invalid_request', [`/values/${key}`]);
      expectProblem(await will.update(id, { values }), 'invalid_request', [`/values/${key}`]);
    },
  );

  test('all of them, with every wrong value', async () => {
    const answer = await will.create(everything, 'Refused', { amonut: 1, stgae: 2, number: 'x' });
    expectProblem(answer, 'invalid_request', ['/values/amonut', '/values/stgae', '/values/number']);
  });
});

describe('a required field', () => {
  test('must be there in a new record', async () => {
    expectProblem(await will.create(strict, 'Bare'), 'invalid_values', ['/values/stage', '/values/note']);
    expectProblem(await will.create(strict, 'Half', { note: '', stage: 'won' }), 'invalid_values', ['/values/note']);
  });

  test('is not asked for by an update that does not name it, and cannot be cleared', async () => {
    const { id } = await will.created(strict, 'Full', { stage: 'won', note: 'n' });
    expect((await will.update(id, { values: { amount: 5 } })).status).toBe(200);
    for (const note of [null, ''])
      expectProblem(await will.update(id, { values: { note } }), 'invalid_values', ['/values/note']);
  });
});

describe('a title', () => {
  test('has 1 to 300 characters on one line', async () => {
    const { id, title } = await will.created(everything, 'x'.repeat(300));
    expect(title).toHaveLength(300);
    for (const wrong of ['', ' ', 'x'.repeat(301), 'two\nlines']) {
      expectProblem(await will.create(everything, wrong), 'invalid_request', ['/title']);
      expectProblem(await will.update(id, { title: wrong }), 'invalid_request', ['/title']);
    }
  });
});

describe('a value may point only to what its writer can read:', () => {
  const one = async (by: Name, type: string, place: object = {}) => {
    const done = people.as(by).done;
    const key = crypto.randomUUID();
    if (type === 'artifact')
      return (
        await done('POST /artifacts', { kind: 'markdown', title: key, content: key, idempotencyKey: key, ...place })
      ).artifact.id;
    if (type === 'session') return (await done('POST /sessions', { title: key })).session.id;
    const data = new FormData();
    data.append('file', new Blob([key]), 'a.txt');
    return (await done('POST /files', data)).file.id;
  };

  test.each(['file', 'artifact', 'session'])("a %s of their own, not another's", async (type) => {
    const [mine, hers, elsewhere] = await Promise.all([one('will', type), one('mia', type), one('lea', type)]);
    const { id } = await will.created(everything, 'Points', { [type]: mine });
    expect((await will.get(id)).body.record.values).toEqual({ [type]: mine });
    const messages: string[] = [];
    for (const target of [hers, elsewhere, `${type}_unknown`]) {
      const problem = expectProblem(await will.update(id, { values: { [type]: target } }), 'invalid_values', [
        `/values/${type}`,
      ]);
      messages.push(problem.errors![0]!.message.replace(target, 'ID'));
    }
    expect(new Set(messages).size).toBe(1);
  });

  test('which grants nothing to the readers of the record', async () => {
    const file = await one('will', 'file');
    const { id } = await will.created(everything, 'Points', { file });
    expect((await recordsIn('general', () => people.as('rita')).get(id)).body.record.values).toEqual({ file });
    expectProblem(await people.as('rita').call(`GET /files/${file}`), 'not_found');
  });

  test('but what another has set stays when other fields change', async () => {
    const hers = await one('mia', 'file');
    const mia = recordsIn('general', () => people.as('mia'));
    const { id } = await mia.created(everything, 'Points', { file: hers });
    expect((await will.update(id, { values: { text: 'by will' } })).body.record.values).toEqual({
      text: 'by will',
      file: hers,
    });
    expect((await will.update(id, { values: { file: hers, number: 1 } })).status).toBe(200);
    expect((await will.update(id, { values: { file: null } })).status).toBe(200);
    expectProblem(await will.update(id, { values: { file: hers } }), 'invalid_values', ['/values/file']);
  });

  test('users of the organisation', async () => {
    const users = [people.idOf('mia'), people.idOf('ned')];
    expect((await will.created(everything, 'Team', { users, user: people.idOf('rita') })).values).toEqual({
      users,
      user: people.idOf('rita'),
    });
    const strangers = { users: [...users, people.idOf('lea')], user: people.idOf('lea') };
    expectProblem(await will.create(everything, 'Team', strangers), 'invalid_values', [
      '/values/users',
      '/values/user',
    ]);
  });

  test('records of the Data Set that the field names, in a channel that they see', async () => {
    const secret = await emptyDataSet(people.dataFolder, 'board', { name: 'Secrets' });
    const fields: FieldInput[] = [
      { key: 'secret', type: 'record', multiple: true, options: { objectTypeId: secret.id } },
    ];
    const pointing = (await emptyDataSet(people.dataFolder, 'general', { name: 'Pointing', fields })).id;
    const target = await recordsIn('board', () => people.as('will')).created(secret.id, 'Secret');
    const other = await will.created(everything, 'Not of that Data Set');

    const { id, values } = await will.created(pointing, 'Points', { secret: [target.id] });
    expect(values).toEqual({ secret: [target.id] });
    expectProblem(await will.create(pointing, 'Points', { secret: [target.id, other.id] }), 'invalid_values');
    const ned = recordsIn('general', () => people.as('ned'));
    expectProblem(await ned.create(pointing, 'Points', { secret: [target.id] }), 'invalid_values', ['/values/secret']);

    await recordsIn('board', () => people.as('will')).remove(target.id);
    expect((await will.get(id)).body.record.values).toEqual({});
    expect((await will.update(id, { title: 'Still points' })).body.record.values).toEqual({});
    expectProblem(await will.create(pointing, 'Points', { secret: [target.id] }), 'invalid_values', ['/values/secret']);
    await people.as('will').done(`POST /trash/${target.id}/restore`);
    expect((await will.get(id)).body.record.values).toEqual({ secret: [target.id] });
  });
});
