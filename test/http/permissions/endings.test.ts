import { beforeAll, describe, expect, test } from 'vitest';
import { form, textFile } from '../../support/forms.ts';
import { staffedGateway } from '../../support/people.ts';
import { expectProblem } from '../../support/problems.ts';
import { ask, type Ids } from './things.ts';

const people = staffedGateway();
const references = (['file', 'artifact', 'session'] as const).map((type) => ({ key: type, type }));
const everywhere: Record<string, string> = {};

beforeAll(async () => {
  const body = { name: 'References', fields: references };
  const { dataSet } = await people.as('mia').done('POST /channels/general/data-sets', body);
  everywhere.references = dataSet.objectTypeId;
});

/** A channel of Mia's with two of everything, all of it found by one word and read by Ned. */
async function shelf(visibility: 'private' | 'organization'): Promise<Ids> {
  const { done } = people.as('mia');
  const word = `w${crypto.randomUUID().replaceAll('-', '')}`;
  const { channel } = await done('POST /channels', { name: 'Shelf', visibility });
  const ids: Record<string, string> = { ...everywhere, word, channel: channel.id, ned: people.idOf('ned') };
  await done(`PUT /channels/${channel.id}/members/${ids.ned}`, { role: 'writer' });
  const { dataSet } = await done(`POST /channels/${channel.id}/data-sets`, { name: 'Things' });
  ids.dataSet = dataSet.objectTypeId;
  for (const number of [1, 2]) Object.assign(ids, await thingsOf(ids, number));
  const { post } = await done(`POST /channels/${channel.id}/posts`, { body: word });
  ids.post = post.id;
  for (const body of ['Yes', 'No'])
    ids.comment = (await done(`POST /channels/${channel.id}/posts/${post.id}/replies`, { body })).reply.id;
  const table = { name: 'All', objectTypeId: ids.dataSet, renderer: 'table' };
  ids.view = (await done(`POST /channels/${channel.id}/views`, table)).view.id;
  const values = Object.fromEntries(references.map(({ key }) => [key, ids[key]]));
  const pointing = { objectTypeId: ids.references, title: 'Pointing', values };
  ids.pointing = (await done('POST /channels/general/records', pointing)).record.id;
  return ids;
}

async function thingsOf({ channel, dataSet, word }: Ids, number: number): Promise<Ids> {
  const { done } = people.as('mia');
  const document = {
    kind: 'markdown',
    title: word,
    content: word,
    channelId: channel,
    idempotencyKey: `${word}-${number}`,
  };
  const { artifact } = await done('POST /artifacts', document);
  await done(`PATCH /artifacts/${artifact.id}`, {
    expectedVersionId: artifact.versionId,
    content: `${word} ${number}`,
    idempotencyKey: `${word}-${number}`,
  });
  const upload = form(['channelId', channel!], ['file', textFile(word!), `${word}.txt`]);
  const { file } = await done('POST /files', upload);
  const { session } = await done('POST /sessions', { title: word });
  await done(`POST /sessions/${session.id}/channels`, { channelId: channel });
  const { record } = await done(`POST /channels/${channel}/records`, { objectTypeId: dataSet, title: word });
  return { artifact: artifact.id, version: artifact.versionId, file: file.id, session: session.id, record: record.id };
}

const query = { mode: 'deterministic', channelId: '{channel}' };
const count = { alias: 'count', function: 'count_rows' };

/** Reading of which nothing is left. */
const readings: [request: string, body?: unknown][] = [
  ['GET /channels/{channel}'],
  ['GET /channels/{channel}/members'],
  ['GET /artifacts?channelId={channel}&limit=1'],
  ['GET /artifacts/{artifact}'],
  ['GET /artifacts/{artifact}?versionId={version}'],
  ['GET /artifacts/{artifact}/versions?limit=1'],
  ['GET /artifacts/{artifact}/versions/{version}'],
  ['GET /files?channelId={channel}&limit=1'],
  ['GET /files/{file}'],
  ['GET /files/{file}/content'],
  ['GET /sessions?channelId={channel}&limit=1'],
  ['GET /sessions/{session}'],
  ['GET /sessions/{session}/messages'],
  ['GET /search?channelId={channel}&limit=1'],
  ['GET /search?q={word}&channelId={channel}&limit=1'],
  ['GET /channels/{channel}/records/{record}'],
  ['GET /channels/{channel}/views'],
  ['GET /channels/{channel}/feed?limit=1'],
  ['GET /channels/{channel}/posts/{post}'],
  ['GET /channels/{channel}/posts/{post}/replies?limit=1'],
  ['GET /channels/{channel}/feed/threads/post/{post}?limit=1'],
  ['GET /channels/{channel}/feed/threads/artifact/{artifact}'],
  ['GET /channels/{channel}/feed/comments/{comment}'],
  ['GET /channels/{channel}/views/{view}/data?limit=1'],
  ['POST /queries', { ...query, objectTypeId: '{dataSet}', operation: 'records' }],
  ['POST /queries', { ...query, objectTypeId: '{dataSet}', operation: 'aggregate', metrics: [count] }],
  ['POST /queries', { ...query, viewId: '{view}', operation: 'view' }],
];

/** Lists of all that is read: the channel's own is in them no more. */
const lists = [
  'GET /artifacts?q={word}&limit=1',
  'GET /artifacts?limit=1',
  'GET /files?q={word}&limit=1',
  'GET /files?limit=1',
  'GET /sessions?q={word}&limit=1',
  'GET /sessions?limit=1',
  'GET /search?q={word}&limit=1',
  'GET /search?limit=1',
];

const ned = (request: string, ids: Ids, body?: unknown) => ask(people.as('ned'), [request, body], ids);

/** The request for the page behind the first. */
async function nextPage(request: string, ids: Ids): Promise<string | undefined> {
  const { body } = await ned(request, ids);
  const { nextCursor: cursor } = 'data' in body ? (body.data as { nextCursor?: string }) : body;
  return cursor && `${request}&cursor=${encodeURIComponent(cursor)}`;
}

const mia = (request: string, body?: unknown) => (ids: Ids) => ask(people.as('mia'), [request, body], ids);
const endings: [how: string, visibility: 'private' | 'organization', end: (ids: Ids) => Promise<unknown>][] = [
  ['who is taken out', 'private', mia('DELETE /channels/{channel}/members/{ned}')],
  ['who leaves', 'private', (ids) => ned('DELETE /channels/{channel}/members/{ned}', ids)],
  [
    'before whom it is closed',
    'organization',
    async (ids) => {
      await mia('DELETE /channels/{channel}/members/{ned}')(ids);
      expect((await ned('GET /channels/{channel}', ids)).status).toBe(200);
      await mia('PATCH /channels/{channel}', { visibility: 'private' })(ids);
    },
  ],
];

describe.each(endings)('of a channel nothing is read any more by one %s', (_how, visibility, end) => {
  let ids: Ids;
  const pages: string[] = [];
  const listPages: string[] = [];

  beforeAll(async () => {
    ids = await shelf(visibility);
    const search = 'GET /search?q={word}&limit=200';
    expect((await ned(search, ids)).body.results).toHaveLength(7);
    for (const [request, body] of readings) {
      expect([request, (await ned(request, ids, body)).status]).toEqual([request, 200]);
      if (request.includes('limit=')) pages.push((await nextPage(request, ids))!);
    }
    for (const request of lists) listPages.push((await nextPage(request, ids))!);
    expect([...pages, ...listPages]).not.toContain(undefined);
    await end(ids);
  });

  test.each(readings)('%s', async (request, body) => {
    expectProblem(await ned(request, ids, body), 'not_found');
  });

  test('nor by a cursor of before', async () => {
    for (const page of pages) expectProblem(await ned(page, ids), 'not_found');
  });

  test('nor in a list, first page or later', async () => {
    const hidden = [ids.word, ids.artifact, ids.file, ids.session, ids.record, ids.post];
    for (const request of [...lists, ...listPages]) {
      const { status, bytes } = await ned(request, ids);
      expect([request, status]).toEqual([request, 200]);
      expect(hidden.filter((id) => bytes.toString().includes(id!))).toEqual([]);
    }
  });

  test('nor through a record elsewhere that points to it, which stays as it is but may not be made anew', async () => {
    const { record } = (await ned('GET /channels/general/records/{pointing}', ids)).body;
    expect(record.values).toEqual({ file: ids.file, artifact: ids.artifact, session: ids.session });
    const path = 'PATCH /channels/general/records/{pointing}';
    expect((await ned(path, ids, { values: record.values })).status).toBe(200);
    const another = { objectTypeId: ids.references, title: 'Another', values: record.values };
    expectProblem(
      await ned('POST /channels/general/records', ids, another),
      'invalid_values',
      references.map(({ key }) => `/values/${key}`),
    );
  });
});
