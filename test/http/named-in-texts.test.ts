import { expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { commandLine } from '../support/command-line.ts';
import { startHttpHost } from '../support/http-hosts.ts';
import { sharedGateway } from '../support/rest.ts';

const [ada, byron, ben, king] = ['ada.l', 'ada.b', 'ben', 'king'].map((name) => `${name}@workspace.test`) as [
  string,
  string,
  string,
  string,
];
const gateway = sharedGateway(
  { email: ada, name: 'Ada Lovelace' },
  { email: byron, name: 'Ada Byron' },
  { email: ben, name: 'Bén O’Neil' },
  { email: king, name: 'Martin King Junior' },
);
const idsOf = (...emails: string[]) => emails.map((email) => gateway.idOf(email));

interface Answered {
  readonly post: { readonly id: string; readonly mentionedUserIds: string[] };
  readonly notMentioned?: { text: string; candidates: { id: string; key: string; name: string }[] }[];
}
const post = async (body: string, more: object = {}, channel = 'general') =>
  (await gateway.admin.done(`POST /channels/${channel}/posts`, { body, ...more })) as unknown as Answered;

test.each([
  ['Thanks, @Ada Lovelace!', [ada]],
  ['@ada lovelace: see this', [ada]],
  ['(@Ada Byron), @Ada Lovelace', [byron, ada]],
  ['@ada.b and @ben’s table', [byron, ben]],
  ['@BEN', [ben]],
  ['@Martin King, hello', [king]],
  ['@martin kings', [king]],
  ['Write to ada.l@workspace.test or me@ben.test', []],
  ['`@ben` and\n```\n@ben\n```\n', []],
  ['https://example.org/@ben and npm/@ben', []],
  ['@bent', []],
])('%j mentions whoever alone is called so', async (body, mentioned) => {
  const answered = await post(body);
  expect(answered.post.mentionedUserIds).toEqual(idsOf(...mentioned));
});

test('a named person is told in the inbox', async () => {
  const { post: stored } = await post('@ben, see this');
  const { items } = await gateway.as(ben).done('GET /inbox?limit=1');
  expect(items[0]).toMatchObject({ kind: 'mention', id: stored.id });
});

test.each([[[ada]], [[]]])('the people %j given by ID decide, whatever names the text has', async (given) => {
  const mentionedUserIds = idsOf(...given);
  const body = '@ben and @nobody, see this';
  const told = async () => (await gateway.as(ben).done('GET /inbox?limit=1')).items[0]?.id;
  const before = await told();
  const answered = await post(body, { mentionedUserIds });
  expect(answered.post.mentionedUserIds).toEqual(mentionedUserIds);
  expect(answered.notMentioned).toBeUndefined();
  const words = { body, mentionedUserIds };
  const under = `POST /channels/general/posts/${answered.post.id}/replies`;
  const { reply, ...beside } = await gateway.admin.done(under, words);
  const of = `POST /channels/general/feed/threads/post/${answered.post.id}/comments`;
  const { comment, ...more } = await gateway.admin.done(of, words);
  expect([reply.mentionedUserIds, comment.mentionedUserIds]).toEqual([mentionedUserIds, mentionedUserIds]);
  expect([beside, more]).toEqual([{}, {}]);
  expect(await told()).toBe(before);
  const { post: other } = await post('@ben, see this', { mentionedChannelIds: [] });
  expect(other.mentionedUserIds).toEqual(idsOf(ben));
});

test('a name that fits several people mentions nobody, and the answer names them', async () => {
  const { post: stored, notMentioned } = await post('@ada and @nobody, look');
  expect(stored.mentionedUserIds).toEqual([]);
  expect(notMentioned).toEqual([
    {
      text: '@ada',
      candidates: expect.arrayContaining([
        { id: gateway.idOf(ada), key: ada, name: 'Ada Lovelace' },
        { id: gateway.idOf(byron), key: byron, name: 'Ada Byron' },
      ]),
    },
    { text: '@nobody', candidates: [] },
  ]);
  const chosen = await post('@ada, look', { mentionedUserIds: idsOf(byron) });
  expect(chosen.post.mentionedUserIds).toEqual(idsOf(byron));
  expect(chosen.notMentioned).toBeUndefined();
});

test('only readers of the channel are meant', async () => {
  const { channel } = await gateway.admin.done('POST /channels', { name: 'Vault', visibility: 'private' });
  expect(await post('@ben?', {}, channel.id)).toMatchObject({
    post: { mentionedUserIds: [] },
    notMentioned: [{ text: '@ben', candidates: [] }],
  });
  await gateway.admin.done(`PUT /channels/${channel.id}/members/${gateway.idOf(byron)}`, { role: 'reader' });
  expect((await post('@ada?', {}, channel.id)).post.mentionedUserIds).toEqual(idsOf(byron));
});

test('replies and comments mention so too; an edit adds those it names, unless it gives the IDs', async () => {
  const { post: root } = await post('Who?');
  const { reply } = await gateway.admin.done(`POST /channels/general/posts/${root.id}/replies`, { body: '@ben' });
  expect(reply.mentionedUserIds).toEqual(idsOf(ben));
  const path = `/channels/general/feed/comments/${reply.id}`;
  const edited = await gateway.admin.done(`PATCH ${path}`, { body: 'And @Ada Byron' });
  expect(edited.comment.mentionedUserIds).toEqual(idsOf(ben, byron));
  const given = await gateway.admin.done(`PATCH ${path}`, { body: '@ben', mentionedUserIds: [] });
  expect(given.comment.mentionedUserIds).toEqual([]);
  const whole = { mentionedUserIds: [], mentionedChannelIds: [], mentionedDataSetIds: [], mentionedViewIds: [] };
  const { post: named } = await post('@ben');
  const { post: after } = await gateway.admin.done(`PATCH /channels/general/posts/${named.id}`, {
    body: '@ben!',
    ...whole,
  });
  expect(after.mentionedUserIds).toEqual([]);
});

test('a text mentions no more people than an array holds, however many names it has', async () => {
  const { post: stored, notMentioned } = await post(`@ben ${'@x '.repeat(2_000)}`);
  expect(stored.mentionedUserIds).toEqual(idsOf(ben));
  expect(notMentioned).toHaveLength(1);
  const many = await post(Array.from({ length: 500 }, (_, number) => `@x${number}`).join(' '));
  expect(many.notMentioned).toHaveLength(limits.candidates);
});

test('agents and the command line are told the same', async () => {
  const host = await startHttpHost(`${gateway.url}/mcp`, gateway.admin.token!);
  const answered = (await host.done('workspace_post_create', { channelId: 'general', body: '@ben, @ada' })) as object;
  expect(answered).toMatchObject({ post: { mentionedUserIds: idsOf(ben) }, notMentioned: [{ text: '@ada' }] });
  const none = { channelId: 'general', body: '@ben, @ada', mentionedUserIds: [] };
  const nobody = (await host.done('workspace_post_create', none)) as object;
  expect(nobody).toMatchObject({ post: { mentionedUserIds: [] } });
  expect(nobody).not.toHaveProperty('notMentioned');
  const cli = await commandLine({ WORKSPACE_URL: gateway.url, WORKSPACE_TOKEN: gateway.admin.token! });
  const { stdout } = await cli.run('post', '@ada and @nobody', '--channel', 'general', '--allow-write');
  expect(stdout).toContain('@ada mentions nobody, because it fits Ada Byron (ada.b@workspace.test), Ada Lovelace');
  expect(stdout).toContain('@nobody mentions nobody: no reader of the channel is called so.');
});
