import { beforeAll, describe, expect, test } from 'vitest';
import type { ErrorCode } from '../../../schemas/errors.ts';
import { form, textFile } from '../../support/forms.ts';
import { type Name, staffedGateway } from '../../support/people.ts';
import { expectProblem, told } from '../../support/problems.ts';
import type { Reply } from '../../support/rest.ts';
import { traces } from '../../support/storage.ts';
import { ask, type Ids, unknown } from './things.ts';

const people = staffedGateway();
const hidden: Record<string, string> = {};
/** Ned's own things, with which he could ask about things hidden from him. */
const ids: Record<string, string> = {};
const types = ['file', 'artifact', 'session', 'record', 'user'] as const;

beforeAll(async () => {
  const will = people.as('will');
  const lea = people.as('lea');
  const document = { kind: 'markdown', title: 'Plan', content: 'narwhal', idempotencyKey: 'setup' };
  const { artifact } = await will.done('POST /artifacts', { ...document, channelId: 'board' });
  const upload = form(['channelId', 'board'], ['file', textFile('narwhal'), 'narwhal.txt']);
  const { file } = await will.done('POST /files', upload);
  const { session } = await will.done('POST /sessions', { title: 'Narwhal' });
  const { dataSet } = await will.done('POST /channels/board/data-sets', { name: 'Secrets' });
  const { record } = await will.done('POST /channels/board/records', {
    objectTypeId: dataSet.objectTypeId,
    title: 'Narwhal',
  });
  const { channel } = await will.done('GET /channels/board');
  const definition = { name: 'All', objectTypeId: dataSet.objectTypeId, renderer: 'table' };
  const { view } = await will.done('POST /channels/board/views', definition);
  const { post } = await will.done('POST /channels/board/posts', { body: 'Narwhal' });
  const { reply } = await will.done(`POST /channels/board/posts/${post.id}/replies`, { body: 'Yes' });
  const query = { mode: 'deterministic', channelId: 'board', objectTypeId: dataSet.objectTypeId, operation: 'records' };
  const { query: asked } = (await will.call('POST /queries', query)).body;
  Object.assign(hidden, { view: view.id, post: post.id, comment: reply.id, query: asked.id });
  Object.assign(hidden, {
    channel: channel.id,
    dataSet: dataSet.objectTypeId,
    record: record.id,
    user: people.idOf('lea'),
  });
  Object.assign(hidden, { artifact: artifact.id, version: artifact.versionId, file: file.id, session: session.id });
  await lea.done('POST /channels', { name: 'Theirs' });
  await lea.done('POST /artifacts', { ...document, channelId: 'theirs' });

  const ned = people.as('ned');
  const open = (await ned.done('POST /channels/general/data-sets', { name: 'Open' })).dataSet;
  const fields = types.map((type) => ({
    key: type,
    type,
    ...(type === 'record' && { options: { objectTypeId: open.objectTypeId } }),
  }));
  const made = await ned.done('POST /channels/general/data-sets', { name: 'References', fields });
  const own = { objectTypeId: made.dataSet.objectTypeId, title: 'Own' };
  ids.references = own.objectTypeId;
  ids.own = (await ned.done('POST /channels/general/records', own)).record.id;
  ids.home = (await ned.done('POST /artifacts', { ...document, channelId: 'general' })).artifact.id;
});

/** Asks the same about a hidden and about an unknown thing. An answer may repeat the ID from its request. */
async function asked(by: Name, request: string, body: unknown): Promise<[hidden: Reply, unknown: Reply]> {
  const before = await traces(people.dataFolder);
  const nobody: Ids = { ...unknown, user: unknown.colleague!, query: 'qry_00000000000000000000000000' };
  const answers = [
    await ask(people.as(by), [request, body], { ...ids, ...hidden }),
    await ask(people.as(by), [request, body], { ...ids, ...nobody }),
  ] as [Reply, Reply];
  expect(await traces(people.dataFolder)).toEqual(before);
  return answers;
}

function withoutIds(reply: Reply, known: Ids) {
  const { bytes, headers, ...rest } = told(reply);
  const { 'content-length': _length, ...others } = headers;
  const text = Object.values(known).reduce((left, id) => left.replaceAll(id, 'ID'), bytes);
  return { ...rest, headers: others, bytes: text };
}

const records = '/channels/general/records';
const reference = (type: string) => ({ values: { [type]: `{${type}}` } });
const pointing = { key: 'more', type: 'record', options: { objectTypeId: '{dataSet}' } };

describe('a hidden thing is answered like an unknown one', () => {
  test.each<[what: string, request: string, body: unknown, code: ErrorCode]>([
    ...types.flatMap((type): [string, string, unknown, ErrorCode][] => {
      const made = { objectTypeId: '{references}', title: 'Another', ...reference(type) };
      return [
        [`as the ${type} of a new record`, `POST ${records}`, made, 'invalid_values'],
        [`as the ${type} of a record`, `PATCH ${records}/{own}`, reference(type), 'invalid_values'],
      ];
    }),
    ['as the Data Set of a record', `POST ${records}`, { objectTypeId: '{dataSet}', title: 'Another' }, 'not_found'],
    ['as a record of another channel', `PATCH ${records}/{record}`, { title: 'Other' }, 'not_found'],
    [
      'as what a new field points to',
      'PATCH /channels/general/data-sets/{references}',
      { fields: [pointing] },
      'invalid_request',
    ],
    [
      'as what a Data Set points to',
      'POST /channels/general/data-sets',
      { name: 'More', fields: [pointing] },
      'invalid_request',
    ],
    [
      'as the Data Set of a View',
      'POST /channels/general/views',
      { name: 'All', objectTypeId: '{dataSet}', renderer: 'table' },
      'not_found',
    ],
    [
      'as what is queried',
      'POST /queries',
      { mode: 'deterministic', channelId: 'general', objectTypeId: '{dataSet}', operation: 'records' },
      'not_found',
    ],
    ...(['User', 'Channel', 'DataSet', 'View'] as const).map((what): [string, string, unknown, ErrorCode] => [
      `as a ${what} that a post mentions`,
      'POST /channels/general/posts',
      { body: 'Look', [`mentioned${what}Ids`]: [`{${what.charAt(0).toLowerCase()}${what.slice(1)}}`] },
      'invalid_request',
    ]),
    ...(['post', 'artifact', 'file', 'session'] as const).flatMap((type): [string, string, unknown, ErrorCode][] => {
      const thread = `/channels/general/feed/threads/${type}/{${type}}`;
      return [
        [`as the ${type} of a discussion elsewhere`, `GET ${thread}`, undefined, 'not_found'],
        [`as a ${type} to comment on elsewhere`, `POST ${thread}/comments`, { body: 'Yes' }, 'not_found'],
        [
          `as a ${type} to react to elsewhere`,
          `POST ${thread}/reactions`,
          { reaction: 'eyes', active: true },
          'not_found',
        ],
      ];
    }),
    ['as a post elsewhere', 'GET /channels/general/posts/{post}', undefined, 'not_found'],
    ['as a post to reply to elsewhere', 'POST /channels/general/posts/{post}/replies', { body: 'Yes' }, 'not_found'],
    ['as a comment elsewhere', 'PATCH /channels/general/feed/comments/{comment}', { body: 'Yes' }, 'not_found'],
    [
      'as what feedback is about',
      'POST /feedback',
      { description: 'Good', queryId: '{query}' },
      'invalid_feedback_query',
    ],
    ['as a version of another artifact', 'GET /artifacts/{home}?versionId={version}', undefined, 'not_found'],
    [
      'as the version that an update cites',
      'PATCH /artifacts/{home}',
      { expectedVersionId: '{version}', content: 'x', idempotencyKey: 'cite-{version}' },
      'version_conflict',
    ],
    ['as a member', 'PUT /channels/{mine}/members/{user}', { role: 'reader' }, 'not_found'],
  ])('%s', async (_what, request, body, code) => {
    ids.mine ??= (await people.as('ned').done('POST /channels', { name: 'Mine', visibility: 'private' })).channel.id;
    const [about, nothing] = await asked('ned', request, body);
    expectProblem(about, code);
    expect(withoutIds(about, hidden)).toEqual(withoutIds(nothing, { ...unknown, user: unknown.colleague! }));
  });

  test.each(types)('as the %s that a query filters by', async (type) => {
    const query = { mode: 'deterministic', channelId: 'general', objectTypeId: '{references}', operation: 'records' };
    const body = { ...query, filters: [{ field: type, operator: 'eq', value: `{${type}}` }] };
    const [about, nothing] = await asked('ned', 'POST /queries', body);
    expect([about.status, about.body.data]).toEqual([200, nothing.body.data]);
  });
});

test('lists have nothing of another organisation, though all of it is there', async () => {
  for (const [path, list] of [
    ['/channels', 'channels'],
    ['/artifacts', 'artifacts'],
    ['/files', 'files'],
    ['/sessions', 'sessions'],
    ['/search', 'results'],
    ['/search?q=narwhal', 'results'],
  ] as const) {
    const seen = async (name: Name) => (await people.as(name).done(`GET ${path}`))[list].map(({ id }) => id);
    const [ours, theirs] = [await seen('will'), await seen('lea')];
    expect(theirs.filter((id) => ours.includes(id))).toEqual([]);
    expect([path, ours.length > 0]).toEqual([path, true]);
  }
});
