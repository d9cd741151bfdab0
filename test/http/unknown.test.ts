import { beforeAll, describe, expect, test } from 'vitest';
import { form, textFile } from '../support/forms.ts';
import { type Name, staffedGateway } from '../support/people.ts';
import { expectProblem } from '../support/problems.ts';
import type { Reply } from '../support/rest.ts';
import { traces } from '../support/storage.ts';

const people = staffedGateway();
const idempotencyKey = () => crypto.randomUUID();
const noMentions = { mentionedUserIds: [], mentionedChannelIds: [], mentionedDataSetIds: [], mentionedViewIds: [] };

/** Will's own, which nobody else may know of; `board` is the channel that Ned and the admin do not see. */
const hidden: Record<string, string> = {};
const unknown: Record<string, string> = {
  channel: 'ch_00000000000000000000000000',
  slug: 'boards',
  artifact: 'art_00000000000000000000000000',
  version: 'artv_00000000000000000000000000',
  file: 'file_00000000000000000000000000',
  session: 'ses_00000000000000000000000000',
  user: 'usr_00000000000000000000000000',
  post: 'post_00000000000000000000000000',
  comment: 'cmt_00000000000000000000000000',
};

beforeAll(async () => {
  const { done } = people.as('will');
  const body = { kind: 'markdown', title: 'Plan', content: 'text', channelId: 'board', idempotencyKey: 'setup' };
  const { artifact } = await done('POST /artifacts', body);
  const { file } = await done('POST /files', form(['channelId', 'board'], ['file', textFile('text'), 'a.txt']));
  const { session } = await done('POST /sessions', {});
  const { channel } = await done('GET /channels/board');
  const { post } = await done('POST /channels/board/posts', { body: 'Between us' });
  const { reply } = await done(`POST /channels/board/posts/${post.id}/replies`, { body: 'Yes' });
  Object.assign(hidden, { channel: channel.id, slug: 'board', artifact: artifact.id, version: artifact.versionId });
  Object.assign(hidden, { file: file.id, session: session.id, user: people.idOf('will') });
  Object.assign(hidden, { post: post.id, comment: reply.id });
});

/** A request with its braces filled from one of the two, in path and body alike. */
function ask(by: Name, request: string, body: unknown, ids: Record<string, string>): Promise<Reply> {
  const filled = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_braces, name: string) => ids[name]!);
  if (body instanceof FormData) {
    const parts = [...body].map(([name, value]) => [name, typeof value === 'string' ? filled(value) : value] as const);
    return people
      .as(by)
      .call(filled(request), form(...parts.map(([name, value]): [string, string | Blob] => [name, value])));
  }
  return people.as(by).call(filled(request), body && JSON.parse(filled(JSON.stringify(body))));
}

const toChannel = { targetType: 'channel', targetId: '{channel}' };
const toGeneral = { targetType: 'channel', targetId: 'general' };
const bytes = (...fields: [string, string][]) => form(['file', textFile('x'.repeat(200_000)), 'a.txt'], ...fields);

describe('what the caller may not know of answers exactly as what does not exist:', () => {
  test.each<[request: string, body?: unknown]>([
    ['GET /channels/{channel}'],
    ['GET /channels/{slug}'],
    ['PATCH /channels/{channel}', { name: 'Mine' }],
    ['GET /channels/{channel}/members'],
    ['PUT /channels/{channel}/members/{user}', { role: 'reader' }],
    ['DELETE /channels/{channel}/members/{user}'],
    ['GET /artifacts?channelId={channel}'],
    ['GET /files?channelId={slug}'],
    ['GET /sessions?channelId={channel}'],
    ['GET /search?channelId={channel}'],
    ['GET /artifacts/{artifact}'],
    ['GET /artifacts/{artifact}?versionId={version}'],
    ['GET /artifacts/{artifact}/versions'],
    ['GET /artifacts/{artifact}/versions/{version}'],
    [
      'PATCH /artifacts/{artifact}',
      { expectedVersionId: '{version}', content: 'mine', idempotencyKey: idempotencyKey() },
    ],
    ['PATCH /artifacts/{artifact}', { expectedVersionId: 'artv_1', content: 'mine', idempotencyKey: idempotencyKey() }],
    ['POST /artifacts/{artifact}/links', toGeneral],
    ['DELETE /artifacts/{artifact}/links', toGeneral],
    [
      'POST /artifacts',
      { kind: 'csv', title: 'Plan', content: '', channelId: '{channel}', idempotencyKey: idempotencyKey() },
    ],
    ['GET /files/{file}'],
    ['GET /files/{file}/content'],
    ['POST /files/{file}/links', toGeneral],
    ['DELETE /files/{file}/links', toGeneral],
    ['POST /files', form(['channelId', '{channel}'], ['file', textFile('text'), 'a.txt'])],
    ['POST /files', bytes(['channelId', '{slug}'])],
    ['POST /files', bytes(['sessionId', '{session}'])],
    ['POST /files/prepare', { channelId: '{channel}' }],
    ['POST /files/prepare', { sessionId: '{session}' }],
    ['GET /sessions/{session}'],
    ['GET /sessions/{session}/messages'],
    ['POST /sessions/{session}/channels', { channelId: 'general' }],
    ['DELETE /sessions/{session}/channels', { channelId: 'general' }],
    ['DELETE /sessions/{session}/channels/general'],
    ['POST /sessions', { channelId: '{channel}' }],
    ['GET /channels/{slug}/feed'],
    ['POST /channels/{channel}/posts', { body: 'Hello' }],
    ...['{channel}', 'general'].flatMap((channel): [string, unknown?][] => [
      [`GET /channels/${channel}/posts/{post}`],
      [`PATCH /channels/${channel}/posts/{post}`, { body: 'Hello', ...noMentions }],
      [`DELETE /channels/${channel}/posts/{post}`],
      [`GET /channels/${channel}/posts/{post}/replies`],
      [`POST /channels/${channel}/posts/{post}/replies`, { body: 'Hello' }],
      ...['post', 'artifact', 'file', 'session'].flatMap((type): [string, unknown?][] => {
        const thread = `/channels/${channel}/feed/threads/${type}/{${type}}`;
        return [
          [`GET ${thread}`],
          [`POST ${thread}/comments`, { body: 'Hello' }],
          [`POST ${thread}/reactions`, { reaction: 'eyes', active: true }],
          [`POST ${thread}/reactions`, { reaction: 'eyes', active: true, commentId: '{comment}' }],
        ];
      }),
      [`GET /channels/${channel}/feed/comments/{comment}`],
      [`PATCH /channels/${channel}/feed/comments/{comment}`, { body: 'Hello' }],
      [`DELETE /channels/${channel}/feed/comments/{comment}`],
    ]),
  ])('%s', async (request, body) => {
    for (const name of ['ned', 'lea'] as const) {
      const before = await traces(people.dataFolder);
      const answers = [await ask(name, request, body, hidden), await ask(name, request, body, unknown)];
      const [about, nothing] = answers.map((reply) => ({ ...expectProblem(reply, 'not_found'), requestId: '' }));
      expect(about).toEqual(nothing);
      expect(about?.detail).toMatch(/not shared with this account/);
      const [aboutHeaders, nothingHeaders] = answers.map(({ headers }) => [...headers.keys()].sort());
      expect(aboutHeaders).toEqual(nothingHeaders);
      expect(await traces(people.dataFolder)).toEqual(before);
    }
  });

  test('a destination that is not seen, when one’s own things are attached to it', async () => {
    const { done } = people.as('ned');
    const { file } = await done('POST /files', form(['file', textFile('text'), 'a.txt']));
    const { session } = await done('POST /sessions', {});
    for (const [request, body] of [
      [`POST /files/${file.id}/links`, toChannel],
      [`DELETE /files/${file.id}/links`, toChannel],
      [`POST /files/${file.id}/links`, { targetType: 'session', targetId: '{session}' }],
      [`POST /sessions/${session.id}/channels`, { channelId: '{channel}' }],
      [`DELETE /sessions/${session.id}/channels/{channel}`, undefined],
    ] as const) {
      const answers = [await ask('ned', request, body, hidden), await ask('ned', request, body, unknown)];
      const [about, nothing] = answers.map((reply) => ({ ...expectProblem(reply, 'not_found'), requestId: '' }));
      expect(about).toEqual(nothing);
    }
  });
});

test('of another organisation nothing is seen in any list, though all of it is there', async () => {
  for (const [path, list] of [
    ['/channels', 'channels'],
    ['/artifacts', 'artifacts'],
    ['/files', 'files'],
    ['/sessions', 'sessions'],
    ['/search', 'results'],
  ] as const) {
    const count = async (name: Name) => (await people.as(name).done(`GET ${path}`))[list].length;
    expect([path, await count('lea'), (await count('will')) > 0]).toEqual([path, 0, true]);
  }
});
