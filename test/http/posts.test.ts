import { beforeAll, describe, expect, test } from 'vitest';
import { limits, mistakeLimits } from '../../schemas/limits.ts';
import { newId } from '../../src/store/ids.ts';
import { expectSound } from '../support/check.ts';
import { emptyDataSet } from '../support/records.ts';
import { expectProblem } from '../support/problems.ts';
import { replyOf, sharedGateway } from '../support/rest.ts';
import { inStorage, traces } from '../support/storage.ts';
import { addUsers } from '../support/users.ts';
import { savedView } from '../support/data-sets.ts';

const mia = 'mia@workspace.test';
const lea = 'lea@workspace.test';
const gateway = sharedGateway({ email: mia }, { email: lea, organization: 'Elsewhere' });
const noMentions = { mentionedUserIds: [], mentionedChannelIds: [], mentionedDataSetIds: [], mentionedViewIds: [] };

const posted = async (body: string, more: object = {}) =>
  (await gateway.admin.done('POST /channels/general/posts', { body, ...more })).post;
const replied = async (postId: string, body: string) =>
  (await gateway.admin.done(`POST /channels/general/posts/${postId}/replies`, { body })).reply;
const feedIds = async () => (await gateway.admin.done('GET /channels/general/feed')).items.map((item) => item.id);
const eventsOf = (id: string) =>
  inStorage(gateway.dataFolder, async (tx) => {
    const rows = await tx
      .selectFrom('audit_events')
      .select('action')
      .where('resource_id', '=', id)
      .orderBy('id')
      .execute();
    return rows.map(({ action }) => action);
  });

/** Things that can be mentioned in `general`, and hidden ones that cannot. */
const ids = { channel: '', hiddenChannel: '', dataSet: '', foreignDataSet: '', view: '', hiddenView: '' };

beforeAll(async () => {
  const { admin } = gateway;
  const { channel } = await admin.done('POST /channels', { name: 'Launch' });
  const hidden = await gateway.as(mia).done('POST /channels', { name: 'Board', slug: 'board', visibility: 'private' });
  const [here, there, behind] = [
    await emptyDataSet(gateway.dataFolder, 'general', { name: 'Deals' }),
    await emptyDataSet(gateway.dataFolder, 'launch', { name: 'Tasks' }),
    await emptyDataSet(gateway.dataFolder, 'board', { name: 'Votes' }),
  ];
  const table = (objectTypeId: string) => ({ name: 'All', objectTypeId, renderer: 'table' as const });
  Object.assign(ids, {
    channel: channel.id,
    hiddenChannel: hidden.channel.id,
    dataSet: here.id,
    foreignDataSet: there.id,
    view: (await savedView(admin, 'launch', table(there.id))).id,
    hiddenView: (await savedView(gateway.as(mia), 'board', table(behind.id))).id,
  });
});

describe('a post', () => {
  test('is created under its author, with a Location where it is, and keeps its body byte for byte', async () => {
    const body = '# Launch\n\nSee **this**:\t„Straße“ 👩‍🚀\r\n';
    const { status, headers, body: answer } = await gateway.admin.call('POST /channels/general/posts', { body });
    const { userId, name } = await gateway.admin.done('GET /me');
    const author = { id: userId, name };
    expect(status).toBe(201);
    expect(answer).toEqual({
      post: {
        id: expect.stringMatching(/^post_[0-9a-hjkmnp-tv-z]{26}$/),
        author,
        body,
        ...noMentions,
        reactions: [],
        replyCount: 0,
        interfaceType: 'api',
        via: { interface: 'api' },
        url: `${gateway.url}/channels/general/posts/${answer.post.id}`,
        createdAt: expect.stringMatching(/Z$/),
        createdBy: author,
      },
    });
    const headersOf = { authorization: `Bearer ${gateway.admin.token}` };
    const located = await fetch(new URL(headers.get('location')!, gateway.url), { headers: headersOf });
    expect((await replyOf(located)).body).toEqual(answer);
  });

  test('names the app that it was written with, if told', async () => {
    expect(await posted('From an agent', { clientApp: 'codex' })).toMatchObject({ clientApp: 'codex' });
  });

  test('is replaced whole by its author, and says so', async () => {
    const { userId } = await gateway.admin.done('GET /me');
    const first = await posted('First', { mentionedUserIds: [userId], mentionedChannelIds: [ids.channel] });
    const edit = { body: 'Second', ...noMentions, mentionedViewIds: [ids.view] };
    const { post } = await gateway.admin.done(`PATCH /channels/general/posts/${first.id}`, edit);
    expect(post).toEqual({ ...first, ...edit, editedAt: expect.stringMatching(/Z$/) });
    expect(first.editedAt).toBeUndefined();
    expect((await gateway.admin.done(`GET /channels/general/posts/${first.id}`)).post).toEqual(post);
  });

  test.each(Object.keys(noMentions))('is not edited without %s, because all four arrays are replaced', async (name) => {
    const { id } = await posted('First');
    const { [name as keyof typeof noMentions]: _left, ...rest } = noMentions;
    const before = await traces(gateway.dataFolder);
    const edit = await gateway.admin.call(`PATCH /channels/general/posts/${id}`, { body: 'Second', ...rest });
    expectProblem(edit, 'invalid_request', [`/${name}`]);
    expect(await traces(gateway.dataFolder)).toEqual(before);
  });

  test('goes with its discussion when its author deletes it, keeps its row and its audit, and may be deleted again', async () => {
    const before = await feedIds();
    const { id } = await posted('Gone soon');
    const reply = await replied(id, 'Why?');
    for (const _again of [1, 2])
      expect(await gateway.admin.done(`DELETE /channels/general/posts/${id}`)).toEqual({ deleted: true });
    for (const request of [
      `GET /channels/general/posts/${id}`,
      `GET /channels/general/posts/${id}/replies`,
      `POST /channels/general/posts/${id}/replies`,
      `GET /channels/general/feed/threads/post/${id}`,
      `GET /channels/general/feed/comments/${reply.id}`,
      `PATCH /channels/general/feed/comments/${reply.id}`,
    ])
      expectProblem(
        await gateway.admin.call(request, request.startsWith('GET') ? undefined : { body: 'x' }),
        'not_found',
      );
    const edit = { body: 'Back', ...noMentions };
    expectProblem(await gateway.admin.call(`PATCH /channels/general/posts/${id}`, edit), 'not_found');
    expectProblem(await gateway.as(mia).call(`DELETE /channels/general/posts/${id}`), 'not_found');
    expect(await feedIds()).toEqual(before);
    expect(await eventsOf(id)).toEqual(['post.created', 'post.deleted']);
    const row = await inStorage(gateway.dataFolder, (tx) =>
      tx.selectFrom('posts').select('body').where('id', '=', id).executeTakeFirst(),
    );
    expect(row).toEqual({ body: 'Gone soon' });
  });

  test('is edited and deleted by nobody but its author, an admin no more than others', async () => {
    const { post } = await gateway.as(mia).done('POST /channels/general/posts', { body: 'Mine' });
    const edit = { body: 'Theirs', ...noMentions };
    expectProblem(await gateway.admin.call(`PATCH /channels/general/posts/${post.id}`, edit), 'forbidden');
    expectProblem(await gateway.admin.call(`DELETE /channels/general/posts/${post.id}`), 'forbidden');
    expect((await gateway.admin.done(`GET /channels/general/posts/${post.id}`)).post.body).toBe('Mine');
  });

  test('is a post of its channel alone', async () => {
    const { id } = await posted('Here');
    expectProblem(await gateway.admin.call(`GET /channels/launch/posts/${id}`), 'not_found');
    expectProblem(await gateway.admin.call(`DELETE /channels/launch/posts/${id}`), 'not_found');
  });

  test.each([
    ['author', { author: { id: 'usr_1' } }, '/author'],
    ['interface', { interfaceType: 'app' }, '/interfaceType'],
    ['time', { createdAt: '2020-01-01T00:00:00.000Z' }, '/createdAt'],
  ])('takes its %s from nobody', async (_what, more, path) => {
    const refused = await gateway.admin.call('POST /channels/general/posts', { body: 'x', ...more });
    expectProblem(refused, 'invalid_request', [path]);
  });
});

describe('a body has 1 to 40,000 characters:', () => {
  const places: [what: string, send: (body: string) => Promise<string>][] = [
    ['of a post', async () => 'POST /channels/general/posts'],
    ['of a reply', async () => `POST /channels/general/posts/${(await posted('Root')).id}/replies`],
    ['of a comment', async () => `POST /channels/general/feed/threads/post/${(await posted('Root')).id}/comments`],
    ['of an edited post', async () => `PATCH /channels/general/posts/${(await posted('Root')).id}`],
    [
      'of an edited comment',
      async () => `PATCH /channels/general/feed/comments/${(await replied((await posted('Root')).id, 'x')).id}`,
    ],
  ];
  test.each(places)('%s', async (what, requestOf) => {
    const request = await requestOf('');
    const more = what === 'of an edited post' ? noMentions : {};
    const long = 'x'.repeat(limits.body);
    const { body } = await gateway.admin.call(request, { body: long, ...more });
    expect((body.post ?? body.reply ?? body.comment).body).toBe(long);
    const before = await traces(gateway.dataFolder);
    for (const wrong of [`${long}x`, '', ' \n', 'nul\0', '\ud800'])
      expectProblem(await gateway.admin.call(request, { ...more, body: wrong }), 'invalid_request', ['/body']);
    expect(await traces(gateway.dataFolder)).toEqual(before);
  });

  test('however many bytes they are', async () => {
    const body = 'ß'.repeat(limits.body);
    expect((await posted(body)).body).toBe(body);
  });
});

describe('mentions', () => {
  test('are kept, each once', async () => {
    const { userId } = await gateway.admin.done('GET /me');
    const mentions = {
      mentionedUserIds: [gateway.idOf(mia), userId],
      mentionedChannelIds: [ids.channel],
      mentionedDataSetIds: [ids.dataSet],
      mentionedViewIds: [ids.view],
    };
    const twice = { ...mentions, mentionedUserIds: [...mentions.mentionedUserIds, userId] };
    expect(await posted('See', twice)).toMatchObject(mentions);
  });

  test.each<[what: string, name: keyof typeof noMentions, id: () => string]>([
    ['a user of another organisation', 'mentionedUserIds', () => gateway.idOf(lea)],
    ['an unknown user', 'mentionedUserIds', () => newId('usr')],
    ['a private channel of others', 'mentionedChannelIds', () => ids.hiddenChannel],
    ['a channel by its slug', 'mentionedChannelIds', () => 'launch'],
    ['a Data Set of another channel', 'mentionedDataSetIds', () => ids.foreignDataSet],
    ['a View of a private channel of others', 'mentionedViewIds', () => ids.hiddenView],
    ['an unknown View', 'mentionedViewIds', () => newId('view')],
  ])('of %s are refused with their place', async (_what, name, id) => {
    const { id: postId } = await posted('Root');
    const reply = await replied(postId, 'Reply');
    const { userId } = await gateway.admin.done('GET /me');
    const before = await traces(gateway.dataFolder);
    const wrong = { body: 'See', [name]: [...(name === 'mentionedUserIds' ? [userId] : []), id()] };
    const paths = [`/${name}/${name === 'mentionedUserIds' ? 1 : 0}`];
    for (const [request, body] of [
      ['POST /channels/general/posts', wrong],
      [`PATCH /channels/general/posts/${postId}`, { ...noMentions, ...wrong }],
      [`POST /channels/general/posts/${postId}/replies`, wrong],
      [`PATCH /channels/general/feed/comments/${reply.id}`, wrong],
    ] as const)
      expectProblem(await gateway.admin.call(request, body), 'invalid_request', paths);
    expect(await traces(gateway.dataFolder)).toEqual(before);
  });

  test('show a reader only what they may see', async () => {
    const { post } = await gateway.as(mia).done('POST /channels/general/posts', {
      body: 'For the board',
      mentionedChannelIds: [ids.channel, ids.hiddenChannel],
      mentionedViewIds: [ids.hiddenView, ids.view],
    });
    expect(post).toMatchObject({ mentionedChannelIds: [ids.channel, ids.hiddenChannel] });
    expect((await gateway.admin.done(`GET /channels/general/posts/${post.id}`)).post).toMatchObject({
      mentionedChannelIds: [ids.channel],
      mentionedViewIds: [ids.view],
    });
  });

  const textOf = async () => {
    const { id } = await posted('Root');
    const reply = await replied(id, 'Reply');
    return [
      ['POST /channels/general/posts', 'post'],
      [`PATCH /channels/general/posts/${id}`, 'post'],
      [`POST /channels/general/posts/${id}/replies`, 'reply'],
      [`POST /channels/general/feed/threads/post/${id}/comments`, 'comment'],
      [`PATCH /channels/general/feed/comments/${reply.id}`, 'comment'],
    ] as const;
  };

  test(`are at most ${limits.mentions} of a kind, wherever something is said`, async () => {
    for (const [request, answer] of await textOf())
      for (const [name, id] of [
        ['mentionedUserIds', gateway.idOf(mia)],
        ['mentionedChannelIds', ids.channel],
        ['mentionedDataSetIds', ids.dataSet],
        ['mentionedViewIds', ids.view],
      ] as const) {
        const tooMany = Array.from({ length: limits.mentions + 1 }, () => id);
        const told = { ...noMentions, body: 'All' };
        const { body } = await gateway.admin.call(request, { ...told, [name]: tooMany.slice(1) });
        expect(body[answer]).toMatchObject({ ...noMentions, [name]: [id] });
        const refused = await gateway.admin.call(request, { ...told, [name]: tooMany });
        expectProblem(refused, 'invalid_request', [`/${name}`]);
      }
  });

  test(`that are all unknown are refused with the first ${mistakeLimits.mistakes} of them`, async () => {
    const unknown = Array.from({ length: limits.mentions }, () => newId('usr'));
    const all = Object.fromEntries(Object.keys(noMentions).map((name) => [name, unknown]));
    const { status, body } = await gateway.admin.call('POST /channels/general/posts', { body: 'All', ...all });
    expect([status, body.code, body.errors?.length]).toEqual([400, 'invalid_request', mistakeLimits.mistakes]);
    expect(body.detail).toContain(`Only the first ${mistakeLimits.mistakes} mistakes are named`);
  });

  test('of somebody who was removed are refused, unless an edit keeps one', async () => {
    const [gone, other] = Object.values(
      await addUsers(gateway.dataFolder, { email: 'gone@x.test' }, { email: 'o@x.test' }),
    );
    const mentions = { mentionedUserIds: [gone!] };
    const post = await posted('See', mentions);
    const path = `/channels/general/posts/${post.id}`;
    const { reply } = await gateway.admin.done(`POST ${path}/replies`, { body: 'See', ...mentions });
    await inStorage(gateway.dataFolder, (tx) =>
      tx
        .updateTable('users')
        .set({ removed_at: post.createdAt, email: null })
        .where('id', 'in', [gone!, other!])
        .execute(),
    );
    for (const [request, answer] of await textOf()) {
      const refused = await gateway.admin.call(request, { body: 'See', ...noMentions, ...mentions });
      expectProblem(refused, 'invalid_request', ['/mentionedUserIds/0']);
      expect(answer in refused.body).toBe(false);
    }
    for (const [request, answer] of [
      [`PATCH ${path}`, 'post'],
      [`PATCH /channels/general/feed/comments/${reply.id}`, 'comment'],
    ] as const) {
      const kept = await gateway.admin.done(request, { body: 'Still', ...noMentions, ...mentions });
      expect(kept[answer]).toMatchObject({ body: 'Still', ...mentions });
      const more = { body: 'More', ...noMentions, mentionedUserIds: [gone!, other!] };
      expectProblem(await gateway.admin.call(request, more), 'invalid_request', ['/mentionedUserIds/1']);
    }
  });
});

describe('replies', () => {
  test('stand in order, are counted, and page', async () => {
    const { id } = await posted('Root');
    for (const number of [1, 2, 3]) await replied(id, `Reply ${number}`);
    const path = `/channels/general/posts/${id}/replies`;
    const first = await gateway.admin.done(`GET ${path}?limit=2`);
    const second = await gateway.admin.done(`GET ${path}?limit=2&cursor=${first.nextCursor}`);
    expect([...first.replies, ...second.replies].map(({ body }) => body)).toEqual(['Reply 1', 'Reply 2', 'Reply 3']);
    expect(second.nextCursor).toBeUndefined();
    expect((await gateway.admin.done(`GET /channels/general/posts/${id}`)).post.replyCount).toBe(3);
  });

  test('are comments of the discussion of their post', async () => {
    const { id } = await posted('Root');
    const { headers, body } = await gateway.admin.call(`POST /channels/general/posts/${id}/replies`, { body: 'Yes' });
    const { comment } = await gateway.admin.done(`POST /channels/general/feed/threads/post/${id}/comments`, {
      body: 'No',
    });
    const discussion = await gateway.admin.done(`GET /channels/general/feed/threads/post/${id}`);
    expect(discussion.comments).toEqual([body.reply, comment]);
    expect(discussion.root).toMatchObject({ type: 'post', id, body: 'Root', replyCount: 2 });
    expect(headers.get('location')).toBe(`/api/workspace/channels/general/feed/comments/${body.reply.id}`);
  });
});

describe('a post is found by its words', () => {
  const found = async (q: string) =>
    (await gateway.admin.done(`GET /search?q=${q}&types=["post"]`)).results.map(({ id, title, url }) => ({
      id,
      title,
      url,
    }));

  test('as it stands, in its channel, until it is deleted', async () => {
    const { id, url } = await posted('Quokka sighted\n\nby the wombat crossing');
    expect(await found('wombat')).toEqual([{ id, title: 'Quokka sighted', url }]);
    const inChannel = async (channel: string) =>
      (await gateway.admin.done(`GET /search?q=wombat&channelId=${channel}`)).results.map((result) => result.id);
    expect([await inChannel('general'), await inChannel('launch')]).toEqual([[id], []]);
    await gateway.admin.done(`PATCH /channels/general/posts/${id}`, { body: 'Numbat sighted', ...noMentions });
    expect([await found('wombat'), (await found('numbat')).length]).toEqual([[], 1]);
    await gateway.admin.done(`DELETE /channels/general/posts/${id}`);
    expect(await found('numbat')).toEqual([]);
  });

  test('to the last one of a long one, under a title that is short', async () => {
    const { id } = await posted(`${'ßßß '.repeat(9_990)}bilby`);
    const title = `${'ßßß '.repeat(25)}…`;
    await expect
      .poll(async () => (await found('bilby')).map((result) => [result.id, result.title]))
      .toEqual([[id, title]]);
  });

  test('and is among what is newest', async () => {
    const { id } = await posted('Newest of all');
    expect((await gateway.admin.done('GET /search?limit=1')).results).toMatchObject([{ type: 'post', id }]);
  });

  test('by nobody who does not see its channel', async () => {
    await gateway.as(mia).done('POST /channels/board/posts', { body: 'Bandicoot' });
    expect(await found('bandicoot')).toEqual([]);
  });
});

test('after all of this the folder is sound', () => expectSound(gateway.dataFolder));

test.each([
  ['a name', 'mentionedUserIds', '@Mia'],
  ['a name with a slip', 'mentionedUserIds', 'Mya'],
  ['the name of a channel', 'mentionedChannelIds', '#Laun'],
  ['the name of a Data Set', 'mentionedDataSetIds', 'Deals'],
  ['the name of a View of the channel', 'mentionedViewIds', 'All', 'launch'],
])('a mention by %s is refused with what may be meant', async (_what, list, given, channel = 'general') => {
  const refused = await gateway.admin.call(`POST /channels/${channel}/posts`, { body: 'x', [list]: [given] });
  const { candidates } = expectProblem(refused, 'invalid_request', [`/${list}/0`]);
  const meant = { mentionedUserIds: mia, mentionedChannelIds: ids.channel, mentionedDataSetIds: ids.dataSet }[list];
  expect(candidates?.flatMap(({ id, key }) => [id, key])).toContain(meant ?? ids.view);
  expect(JSON.stringify(candidates)).not.toMatch(/board|lea@/);
});
