import { beforeAll, describe, expect, test } from 'vitest';
import { everyResult, routeSearch, type Search, sharedSurfaces, titles } from '../support/finding.ts';
import { hostWriter } from '../support/writers.ts';

const { gateway, host, surfaces } = sharedSurfaces();

const isSheet = (number: number) => number % 3 === 0;
const numbers = Array.from({ length: 60 }, (_, number) => number);
const every: string[] = [];

beforeAll(async () => {
  const { done } = host();
  const writer = hostWriter(host());
  const { channel } = await done('workspace_channel_create', { name: 'Harbour' });
  for (const number of numbers) {
    const title = `Item ${number}`;
    const content = `otter ${number < 20 ? 'rare' : 'common'} ${'same '.repeat(number % 4)}`;
    const { id } = await writer.create(title, content, isSheet(number) ? 'csv' : 'markdown');
    if (number < 5) await writer.attach(id, channel.id);
    every.push(title);
  }
  await done('workspace_artifact_create', { kind: 'markdown', title: 'Home', content: 'otter', channelId: channel.id });
  every.push('Home');
  for (const number of numbers.slice(0, 10)) {
    const file = await writer.upload(`otter-${number}.bin`, Buffer.from([number]));
    if (number < 3) await writer.attachFile(file.id, channel.id);
    every.push(file.fileName);
  }
  for (const number of numbers.slice(0, 4)) {
    const { session } = await done('workspace_session_start', { title: `Otter talk ${number}`, channelId: channel.id });
    if (number < 2) await done('workspace_session_attach', { sessionId: session.id, channelId: channel.id });
    every.push(session.title);
  }
});

describe.each(surfaces)('through %s', (_surface, find, pathOf) => {
  test.each<[string, Search]>([
    ['one to a page', { q: 'otter', limit: 1 }],
    ['seven to a page', { q: 'otter', limit: 7 }],
    ['many with one score', { q: 'rare same', limit: 4 }],
    ['the default page', { q: 'otter' }],
    ['all on one page', { q: 'otter', limit: 200 }],
    ['without words', { limit: 9 }],
  ])('paging meets every result once, in the order of one long page: %s', async (_what, search) => {
    const paged = (await everyResult(find, search)).map(({ id }) => id);
    const whole = (await everyResult(routeSearch(gateway.admin), { ...search, limit: 200 })).map(({ id }) => id);
    expect(paged).toEqual(whole);
    expect(new Set(paged).size).toBe(search.q === 'rare same' ? 60 - 10 : every.length);
  });

  test('a page holds as many as were asked for, and a cursor only when more follow', async () => {
    const first = await find({ q: 'otter', limit: every.length - 1 });
    const last = await find({ q: 'otter', limit: every.length - 1, cursor: first.nextCursor });
    expect(last.results).toHaveLength(every.length - first.results.length);
    expect(last).not.toHaveProperty('nextCursor');
    expect(await find({ q: 'otter', limit: 5 })).toMatchObject({
      results: { length: 5 },
      nextCursor: expect.any(String),
    });
  });

  test('without words the newest comes first, of all types', async () => {
    const found = await everyResult(find, { limit: 50 });
    expect(found.map(({ title }) => title)).toEqual(every.toReversed());
    const times = found.map(({ at }) => at);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  test('without words an artifact that is updated comes first again', async () => {
    const [last] = (await everyResult(find, { limit: 50 })).slice(-1);
    const { artifact } = await host().done('workspace_artifact_get', { artifactId: last!.id });
    await hostWriter(host()).update(artifact, `${artifact.content}more`);
    expect(titles(await find({ limit: 1 }))).toEqual([last!.title]);
    every.splice(every.indexOf(last!.title), 1);
    every.push(last!.title);
  });

  test.each<[types: string[], count: number]>([
    [['artifact'], 61],
    [['file'], 10],
    [['session'], 4],
    [['file', 'session'], 14],
    [['artifact', 'file', 'session'], 75],
    [[], 75],
  ])('of types %j only those are found, with words and without', async (types, count) => {
    for (const search of [{ q: 'otter', types }, { types }]) {
      const found = await everyResult(find, { ...search, limit: 30 });
      expect(found).toHaveLength(count);
      expect(found.filter(({ type }) => types.length > 0 && !types.includes(type))).toEqual([]);
    }
  });

  test('a search in a channel finds only things at home there or attached, by ID and by slug', async () => {
    const { channel } = await gateway.admin.done('GET /channels/harbour');
    const expected = numbers.slice(0, 5).map((number) => `Item ${number}`);
    expected.push('Home', 'otter-0.bin', 'otter-1.bin', 'otter-2.bin', 'Otter talk 0', 'Otter talk 1');
    for (const channelId of ['harbour', channel.id]) {
      for (const q of ['otter', undefined]) {
        expect(titles(await find({ q, channelId, limit: 100 })).sort()).toEqual(expected.toSorted());
      }
    }
    expect(titles(await find({ q: 'otter', channelId: 'harbour', types: ['file'], limit: 100 })).sort()).toEqual([
      'otter-0.bin',
      'otter-1.bin',
      'otter-2.bin',
    ]);
  });

  test('a cursor is good for its own words and filters only', async () => {
    const { nextCursor: cursor } = await find({ q: 'otter', limit: 5 });
    for (const search of [
      { q: 'rare' },
      { q: 'otter', types: ['artifact'] },
      { q: 'otter', channelId: 'harbour' },
      {},
    ]) {
      expect((await find({ ...search, limit: 5, cursor })).problem).toMatchObject({
        code: 'invalid_request',
        errors: [{ path: pathOf('cursor') }],
      });
    }
  });

  test.each([0, 201])('a limit of %i is refused, naming it', async (limit) => {
    expect((await find({ q: 'otter', limit })).problem).toMatchObject({
      code: 'invalid_request',
      errors: [{ path: pathOf('limit') }],
    });
  });
});
