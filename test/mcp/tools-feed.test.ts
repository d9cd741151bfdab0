import { describe, expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import type { Structured } from '../support/hosts.ts';
import { sharedHost } from '../support/mcp.ts';
import { inStorage } from '../support/storage.ts';

const host = sharedHost('--tools', 'feed,views,records,channels');

const general = { channelId: 'general' };
const post = async (body: string, more: object = {}) =>
  (await host.done('workspace_post_create', { ...general, body, ...more })).post;
const onPost = (subjectId: string) => ({ ...general, subjectType: 'post', subjectId });
const comment = async (subjectId: string, body: string) =>
  (await host.done('workspace_comment_create', { ...onPost(subjectId), body })).comment;

interface Feed {
  readonly items: readonly {
    readonly type: string;
    readonly id: string;
    readonly body?: string;
    readonly nextOffset?: number;
  }[];
  readonly people: Readonly<Record<string, object>>;
  readonly nextCursor?: string;
}
const shortFeed = async (input: object = {}) =>
  (await host.done('workspace_feed', { ...general, ...input })) as unknown as Feed;

/** Every page of a tool's answer. */
async function pagesOf(tool: string, input: object): Promise<Structured[]> {
  const pages: Structured[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await host.done(tool, { ...input, ...(cursor && { cursor }) });
    expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThanOrEqual(limits.toolAnswerBytes);
    pages.push(page);
    cursor = page.nextCursor;
    if (cursor === undefined) return pages;
  }
}

test('an agent posts, is answered, reads what was said, reacts, edits and deletes', async () => {
  const { id, body } = await post('We ship on Monday.', { clientApp: 'claude-code' });
  expect(body).toBe('We ship on Monday.');
  const { reply } = await host.done('workspace_reply_create', { ...general, postId: id, body: 'Sure?' });
  const edited = await host.done('workspace_comment_update', { ...general, commentId: reply.id, body: 'Surely.' });
  expect(edited.comment).toMatchObject({ id: reply.id, body: 'Surely.', interfaceType: 'mcp' });
  const react = { ...onPost(id), reaction: 'check' };
  expect(await host.done('workspace_reaction_set', { ...react, active: true })).toEqual({
    reaction: 'check',
    active: true,
    count: 1,
  });
  const { items, people } = await shortFeed();
  expect(items[0]).toEqual({
    type: 'post',
    id,
    at: expect.stringMatching(/:\d\dZ$/),
    by: 1,
    body: 'We ship on Monday.',
    replyCount: 1,
    reactions: { check: 1 },
  });
  expect(people['1']).toMatchObject({ id: expect.stringMatching(/^usr_/), name: 'root', via: expect.any(String) });
  expect(await host.done('workspace_discussion_get', onPost(id))).toMatchObject({
    root: { type: 'post', id, body: 'We ship on Monday.' },
    comments: [{ id: reply.id, body: 'Surely.' }],
    reactions: [{ reaction: 'check', count: 1, reacted: true }],
  });
  const none = { mentionedUserIds: [], mentionedChannelIds: [], mentionedDataSetIds: [], mentionedViewIds: [] };
  const update = await host.done('workspace_post_update', { ...general, postId: id, body: 'On Tuesday.', ...none });
  expect(update.post).toMatchObject({ body: 'On Tuesday.', editedAt: expect.stringMatching(/Z$/) });
  for (const _again of [1, 2]) {
    expect(await host.done('workspace_comment_delete', { ...general, commentId: reply.id })).toEqual({ deleted: true });
    expect((await host.done('workspace_discussion_get', onPost(id))).comments).toEqual([]);
  }
  for (const _again of [1, 2])
    expect(await host.done('workspace_post_delete', { ...general, postId: id })).toEqual({ deleted: true });
  expect((await host.call('workspace_discussion_get', onPost(id))).problem).toMatchObject({ code: 'not_found' });
});

test('the names by which tools call members, channels, Data Sets and Views can be mentioned', async () => {
  const { members } = await host.done('workspace_members_list', general);
  const { channel } = await host.done('workspace_channel_create', { name: 'Launch' });
  const fields = [{ key: 'amount', type: 'number' }];
  const { dataSet } = await host.done('workspace_data_set_create', { ...general, name: 'Deals', fields });
  const table = { ...general, name: 'All', objectTypeId: dataSet.objectTypeId, renderer: 'table' };
  const { view } = await host.done('workspace_view_create', table);
  const mentions = {
    mentionedUserIds: [members[0]!.userId],
    mentionedChannelIds: [channel.id],
    mentionedDataSetIds: [dataSet.objectTypeId],
    mentionedViewIds: [view.id],
  };
  expect(await post('See all of these', mentions)).toMatchObject(mentions);
});

test('a document, a file and a session are discussed where they are', async () => {
  const document = { kind: 'markdown', title: 'Plan', content: 'text', ...general };
  const { artifact } = await host.done('workspace_artifact_create', document);
  const root = { ...general, subjectType: 'artifact', subjectId: artifact.id };
  await host.done('workspace_comment_create', { ...root, body: 'Well done' });
  expect(await host.done('workspace_discussion_get', root)).toMatchObject({
    root: { type: 'artifact', id: artifact.id, title: 'Plan', versionId: artifact.versionId },
    comments: [{ body: 'Well done' }],
  });
});

describe('long bodies', () => {
  const long = Array.from({ length: 4_000 }, (_, number) => `w${String(number).padStart(7, '0')}ß`).join(' ');

  type Part = { body: string; nextOffset?: number };
  const readOn = async (partFrom: (offset: number) => Promise<Part>) => {
    let read = '';
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const part = await partFrom(offset);
      read += part.body;
      offset = part.nextOffset;
    }
    return read;
  };

  test('are cut in the feed, and read on in the discussion', async () => {
    const body = long.slice(0, limits.body);
    const { id } = await post(body);
    const [first] = (await shortFeed({ limit: 1 })).items;
    expect(first!.nextOffset).toBe(first!.body!.length);
    expect(body.startsWith(first!.body!)).toBe(true);
    const inDiscussion = async (offset: number) =>
      (await host.done('workspace_discussion_get', { ...onPost(id), offset })).root as unknown as Part;
    expect(await readOn(inDiscussion)).toEqual(body);
  });

  test('never make an answer too long, however much is mentioned and said', async () => {
    const users = await inStorage(host.dataFolder, (tx) => tx.selectFrom('users').select('id').execute());
    const ids = Array.from({ length: limits.mentions }, () => users[0]!.id);
    const { id } = await post(long.slice(0, limits.body), { mentionedUserIds: ids });
    const said: string[] = [];
    for (let number = 0; number < 12; number += 1) {
      await comment(id, `${number} ${long.slice(0, 9_000)}`);
      said.push(String(number));
      await post(`${number} ${long.slice(0, 9_000)}`);
    }
    const discussion = await pagesOf('workspace_discussion_get', onPost(id));
    const first = ({ body }: { body: string }) => body.split(' ', 1)[0];
    expect(discussion.flatMap((page) => page.comments.map(first))).toEqual(said);
    const feed = await pagesOf('workspace_feed', general);
    const posts = feed.flatMap((page) =>
      (page as unknown as Feed).items.map((item) => first({ body: item.body ?? '' })),
    );
    expect(posts.slice(0, 12)).toEqual(said.toReversed());
  });
});

test('pages are as long as those of the gateway', async () => {
  const { id } = await post('Root');
  for (const [tool, input, most] of [
    ['workspace_feed', general, limits.feedPageMost],
    ['workspace_discussion_get', onPost(id), limits.pageMost],
  ] as const) {
    expect((await host.call(tool, { ...input, limit: most })).problem).toBeUndefined();
    for (const limit of [0, most + 1])
      expect((await host.call(tool, { ...input, limit })).problem).toMatchObject({
        code: 'invalid_request',
        errors: [{ path: '/limit' }],
      });
  }
});

test('a post that replies is a reply to a post, else a comment', async () => {
  const { id } = await post('Root');
  const { artifact } = await host.done('workspace_artifact_create', {
    kind: 'markdown',
    title: 'Plan',
    content: 'text',
    ...general,
  });
  const { file } = await host.done('workspace_file_upload', {
    ...general,
    fileName: 'a.txt',
    contentType: 'text/plain',
    contentBase64: Buffer.from('text').toString('base64'),
  });
  const answer = (replyTo: string) =>
    host.call('workspace_post_create', { ...general, body: 'Yes', replyTo, idempotencyKey: replyTo });
  for (const [replyTo, name, subjectType] of [
    [id, 'reply', 'post'],
    [artifact.id, 'comment', 'artifact'],
    [file.id, 'comment', 'file'],
  ] as const) {
    const [first, second] = [await answer(replyTo), await answer(replyTo)];
    const said = first.structured as unknown as Record<string, { id: string; body: string }>;
    expect(Object.keys(said)).toEqual([name]);
    expect(second.structured).toEqual(first.structured);
    const root = { ...general, subjectType, subjectId: replyTo };
    expect((await host.done('workspace_discussion_get', root)).comments).toMatchObject([said[name]!]);
  }
  for (const replyTo of ['cmt_1', 'nothing', 'constructor_1'])
    expect((await answer(replyTo)).problem).toMatchObject({
      code: 'invalid_request',
      errors: [{ path: '/replyTo', message: expect.stringContaining('is the ID of a post') }],
    });
  expect((await answer('post_gone')).problem).toMatchObject({ code: 'not_found' });
});

test('the same idempotency key posts, replies and comments once', async () => {
  const { id } = await post('Root');
  for (const [tool, input, name] of [
    ['workspace_post_create', general, 'post'],
    ['workspace_reply_create', { ...general, postId: id }, 'reply'],
    ['workspace_comment_create', onPost(id), 'comment'],
  ] as const) {
    const once = { ...input, body: 'Once', idempotencyKey: `${tool}-key` };
    const [first, second] = [await host.done(tool, once), await host.done(tool, once)];
    expect(second[name].id).toBe(first[name].id);
  }
});

test('feedback is received, and about no query that there is none of', async () => {
  const { feedback } = await host.done('workspace_feedback_submit', { description: 'Good' });
  expect(feedback).toEqual({ id: expect.stringMatching(/^fdb_/), status: 'received' });
  const { problem } = await host.call('workspace_feedback_submit', { description: 'Good', queryId: 'qry_1' });
  expect(problem).toMatchObject({ code: 'invalid_feedback_query', status: 422 });
});

test('a search finds posts, when asked for them alone too', async () => {
  const { id } = await post('The quokka is back');
  const { channel } = await host.done('workspace_channel_get', general);
  const { results } = await host.done('workspace_search', { q: 'quokka', types: ['post'] });
  expect(results).toMatchObject([{ type: 'post', id, title: 'The quokka is back', channelId: channel.id }]);
});
