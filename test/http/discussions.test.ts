import { beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { Reaction } from '../../schemas/posts.ts';
import { expectSound } from '../support/check.ts';
import { form, textFile } from '../support/forms.ts';
import { type Name, staffedGateway, whoever } from '../support/people.ts';
import { expectProblem } from '../support/problems.ts';
import { inStorage, traces } from '../support/storage.ts';

const people = staffedGateway();
const linked = (channel: string) => ({ targetType: 'channel', targetId: channel });
const threadOf = (channel: string, type: string, id: string) => `/channels/${channel}/feed/threads/${type}/${id}`;

const types = ['post', 'artifact', 'file', 'session', 'record'] as const;
type Type = (typeof types)[number];

/** Something of Will's that can be discussed in a channel. */
const newRoot: Record<Type, (channel: string) => Promise<string>> = {
  post: async (channel) => (await people.as('will').done(`POST /channels/${channel}/posts`, { body: 'Root' })).post.id,
  artifact: async (channelId) => {
    const body = { kind: 'markdown', title: 'Plan', content: 'text', channelId, idempotencyKey: crypto.randomUUID() };
    return (await people.as('will').done('POST /artifacts', body)).artifact.id;
  },
  file: async (channel) => {
    const upload = form(['channelId', channel], ['file', textFile('text'), 'plan.txt']);
    return (await people.as('will').done('POST /files', upload)).file.id;
  },
  session: async (channelId) => {
    const { session } = await people.as('will').done('POST /sessions', { title: 'Plan' });
    await people.as('will').done(`POST /sessions/${session.id}/channels`, { channelId });
    return session.id;
  },
  async record(channel) {
    const { objectTypeId } = (await people.as('will').done(`POST /channels/${channel}/data-sets`, { name: 'Plans' }))
      .dataSet;
    return (await people.as('will').done(`POST /channels/${channel}/records`, { objectTypeId, title: 'Plan' })).record
      .id;
  },
};

const shown: Record<Type, object> = {
  post: { body: 'Root' },
  artifact: { kind: 'markdown', title: 'Plan', versionNumber: 1, size: 4, interfaceType: 'api' },
  file: { fileName: 'plan.txt', contentType: 'text/plain', size: 4 },
  record: { title: 'Plan', versionNumber: 1, objectTypeId: expect.stringMatching(/^ot_/) },
  session: { title: 'Plan', owner: { id: expect.stringMatching(/^usr_/), name: 'will@workspace.test' } },
};

describe.each(types)('the discussion of a root of type %s', (type) => {
  let id: string;
  let thread: string;
  beforeAll(async () => {
    id = await newRoot[type]('board');
    thread = threadOf('board', type, id);
  });

  test('begins empty and shows its root', async () => {
    const reactions: object[] = [];
    expect(await people.as('rita').done(`GET ${thread}`)).toEqual({
      root: expect.objectContaining({ type, id, ...shown[type], replyCount: 0, reactions, url: expect.any(String) }),
      comments: [],
      reactions,
    });
  });

  test('gets comments, oldest first, counts them, and pages', async () => {
    for (const [name, body] of [
      ['will', 'One'],
      ['mia', 'Two'],
      ['will', 'Three'],
    ] as const)
      await people.as(name).done(`POST ${thread}/comments`, { body });
    const first = await people.as('rita').done(`GET ${thread}?limit=2`);
    const second = await people.as('rita').done(`GET ${thread}?limit=2&cursor=${first.nextCursor}`);
    expect([first, second].map(({ comments }) => comments.map(({ body }) => body))).toEqual([
      ['One', 'Two'],
      ['Three'],
    ]);
    expect([first.root.replyCount, second.nextCursor]).toEqual([3, undefined]);
    expect(first.comments[1]).toMatchObject({
      author: { id: people.idOf('mia') },
      url: expect.stringContaining(`/channels/board/${type}s/${id}#cmt_`),
    });
  });

  test('is written in by writers, read by readers, and unknown to all others', async () => {
    const asked = (request: string, body?: object) => async (name: Name) => {
      const { status } = await people.as(name).call(request, body);
      return status < 300;
    };
    expect(await whoever(asked(`GET ${thread}`))).toBe('mia will rita');
    expect(await whoever(asked(`POST ${thread}/comments`, { body: 'Hello' }))).toBe('mia will');
    expect(await whoever(asked(`POST ${thread}/reactions`, { reaction: 'eyes', active: true }))).toBe('mia will');
    for (const [request, body] of [
      [`POST ${thread}/comments`, { body: 'Hello' }],
      [`POST ${thread}/reactions`, { reaction: 'eyes', active: true }],
    ] as const) {
      expectProblem(await people.as('rita').call(request, body), 'forbidden');
      for (const name of ['admin', 'ned', 'lea'] as const)
        expectProblem(await people.as(name).call(request, body), 'not_found');
    }
  });

  test('is the discussion of no other type, and of no other channel', async () => {
    for (const other of types.filter((one) => one !== type))
      expectProblem(await people.as('will').call(`GET ${threadOf('board', other, id)}`), 'not_found');
    for (const request of ['GET', 'POST'])
      for (const end of request === 'GET' ? [''] : ['/comments', '/reactions']) {
        const body = end === '/comments' ? { body: 'x' } : { reaction: 'eyes', active: true };
        const path = `${request} ${threadOf('general', type, id)}${end}`;
        expectProblem(await people.as('will').call(path, request === 'GET' ? undefined : body), 'not_found');
      }
  });
});

test('one thing in two channels has a discussion in each, and neither is seen from the other', async () => {
  for (const type of ['artifact', 'file'] as const) {
    const id = await newRoot[type]('news');
    await people.as('will').done(`POST /${type}s/${id}/links`, linked('board'));
    const comment = { body: 'Between us' };
    const said = (await people.as('will').done(`POST ${threadOf('board', type, id)}/comments`, comment)).comment;
    await people.as('will').done(`POST ${threadOf('board', type, id)}/reactions`, { reaction: 'heart', active: true });
    const inNews = await people.as('ned').done(`GET ${threadOf('news', type, id)}`);
    expect(inNews).toMatchObject({ comments: [], reactions: [], root: { replyCount: 0, reactions: [] } });
    expectProblem(await people.as('ned').call(`GET /channels/news/feed/comments/${said.id}`), 'not_found');
    const react = { reaction: 'heart', active: true, commentId: said.id };
    expectProblem(await people.as('will').call(`POST ${threadOf('news', type, id)}/reactions`, react), 'not_found');
  }
});

test('an item that leaves a channel takes its discussion along, and brings it back', async () => {
  const id = await newRoot.file('board');
  const { comment } = await people.as('will').done(`POST ${threadOf('board', 'file', id)}/comments`, { body: 'Keep' });
  await people.as('will').done(`DELETE /files/${id}/links`, linked('board'));
  expectProblem(await people.as('will').call(`GET ${threadOf('board', 'file', id)}`), 'not_found');
  const edit = { body: 'Changed' };
  expectProblem(await people.as('will').call(`PATCH /channels/board/feed/comments/${comment.id}`, edit), 'not_found');
  await people.as('will').done(`POST /files/${id}/links`, linked('board'));
  expect((await people.as('mia').done(`GET ${threadOf('board', 'file', id)}`)).comments).toMatchObject([
    { body: 'Keep' },
  ]);
});

test('the readers of an artifact that is attached here but at home elsewhere discuss it', async () => {
  const id = await newRoot.artifact('board');
  await people.as('will').done(`POST /artifacts/${id}/links`, linked('general'));
  const thread = threadOf('general', 'artifact', id);
  await people.as('will').done(`POST ${thread}/comments`, { body: 'For those who know it' });
  expect(await whoever(async (name) => (await people.as(name).call(`GET ${thread}`)).status === 200)).toBe(
    'mia will rita',
  );
  expectProblem(await people.as('ned').call(`POST ${thread}/comments`, { body: 'What is it?' }), 'not_found');
});

describe('a comment', () => {
  const newComment = async (more: object = {}) => {
    const id = await newRoot.post('board');
    const { comment } = await people
      .as('will')
      .done(`POST ${threadOf('board', 'post', id)}/comments`, { body: 'First', ...more });
    return { id: comment.id, root: id, path: `/channels/board/feed/comments/${comment.id}` };
  };

  test('is edited by its author: the body, and the mentions that are given', async () => {
    const mentionedUserIds = [people.idOf('mia')];
    const { path } = await newComment({ mentionedUserIds });
    const first = (await people.as('will').done(`PATCH ${path}`, { body: 'Second' })).comment;
    expect(first).toMatchObject({ body: 'Second', mentionedUserIds, editedAt: expect.stringMatching(/Z$/) });
    const second = (await people.as('will').done(`PATCH ${path}`, { body: 'Third', mentionedUserIds: [] })).comment;
    expect(second).toMatchObject({ body: 'Third', mentionedUserIds: [] });
    expect((await people.as('rita').done(`GET ${path}`)).comment).toEqual(second);
  });

  test('is deleted by its author, may be deleted again, and keeps its audit', async () => {
    const { id, root, path } = await newComment();
    for (const _again of [1, 2]) expect(await people.as('will').done(`DELETE ${path}`)).toEqual({ deleted: true });
    expect(await people.as('mia').done(`GET ${threadOf('board', 'post', root)}`)).toMatchObject({
      comments: [],
      root: { replyCount: 0 },
    });
    expectProblem(await people.as('will').call(`PATCH ${path}`, { body: 'Back' }), 'not_found');
    expectProblem(await people.as('mia').call(`DELETE ${path}`), 'not_found');
    const actions = await inStorage(people.dataFolder, (tx) =>
      tx
        .selectFrom('audit_events')
        .select(['action', 'subject_id'])
        .where('resource_id', '=', id)
        .orderBy('id')
        .execute(),
    );
    expect(actions).toEqual([
      { action: 'comment.created', subject_id: root },
      { action: 'comment.deleted', subject_id: root },
    ]);
  });

  test('is changed by nobody else', async () => {
    const { path } = await newComment();
    const before = await traces(people.dataFolder);
    for (const [name, code] of [
      ['mia', 'forbidden'],
      ['rita', 'forbidden'],
      ['ned', 'not_found'],
      ['admin', 'not_found'],
      ['lea', 'not_found'],
    ] as const) {
      expectProblem(await people.as(name).call(`PATCH ${path}`, { body: 'Mine' }), code);
      expectProblem(await people.as(name).call(`DELETE ${path}`), code);
    }
    expect(await traces(people.dataFolder)).toEqual(before);
  });
});

describe('a reaction', () => {
  test('is set and taken back, and counts once a person however often', async () => {
    const id = await newRoot.post('board');
    const thread = threadOf('board', 'post', id);
    const react = (name: Name, reaction: string, active: boolean) =>
      people.as(name).done(`POST ${thread}/reactions`, { reaction, active });
    expect(await react('mia', 'check', false)).toEqual({ reaction: 'check', active: false, count: 0 });
    for (const _again of [1, 2])
      expect(await react('will', 'heart', true)).toEqual({ reaction: 'heart', active: true, count: 1 });
    expect(await react('mia', 'heart', true)).toEqual({ reaction: 'heart', active: true, count: 2 });
    await react('mia', 'thumbs_up', true);
    const seen = async (name: Name) => {
      const { root, reactions } = await people.as(name).done(`GET ${thread}`);
      expect(root.reactions).toEqual(reactions);
      return reactions.map(({ reaction, count, reacted }) => `${reaction} ${count} ${reacted}`);
    };
    expect(await seen('will')).toEqual(['thumbs_up 1 false', 'heart 2 true']);
    expect(await seen('rita')).toEqual(['thumbs_up 1 false', 'heart 2 false']);
    for (const _again of [1, 2])
      expect(await react('will', 'heart', false)).toEqual({ reaction: 'heart', active: false, count: 1 });
    expect(await seen('mia')).toEqual(['thumbs_up 1 true', 'heart 1 true']);
  });

  test('is one of six', async () => {
    const thread = threadOf('board', 'post', await newRoot.post('board'));
    for (const reaction of Reaction.options)
      await people.as('will').done(`POST ${thread}/reactions`, { reaction, active: true });
    expect((await people.as('will').done(`GET ${thread}`)).reactions).toEqual(
      ['thumbs_up', 'heart', 'laugh', 'celebrate', 'eyes', 'check'].map((reaction) => ({
        reaction,
        count: 1,
        reacted: true,
      })),
    );
    const wrong = await people.as('will').call(`POST ${thread}/reactions`, { reaction: 'rocket', active: true });
    expectProblem(wrong, 'invalid_request', ['/reaction']);
    expectProblem(await people.as('will').call(`POST ${thread}/reactions`, { reaction: 'eyes' }), 'invalid_request', [
      '/active',
    ]);
  });

  test('goes to a comment of the discussion, and to no other', async () => {
    const [here, there] = [
      threadOf('board', 'post', await newRoot.post('board')),
      threadOf('board', 'post', await newRoot.post('board')),
    ];
    const { comment } = await people.as('will').done(`POST ${here}/comments`, { body: 'Agreed?' });
    const react = { reaction: 'celebrate', active: true, commentId: comment.id };
    expect((await people.as('mia').done(`POST ${here}/reactions`, react)).count).toBe(1);
    expectProblem(await people.as('mia').call(`POST ${there}/reactions`, react), 'not_found');
    const { comments, reactions } = await people.as('mia').done(`GET ${here}`);
    expect(comments[0]!.reactions).toEqual([{ reaction: 'celebrate', count: 1, reacted: true }]);
    expect(reactions).toEqual([]);
    await people.as('will').done(`DELETE /channels/board/feed/comments/${comment.id}`);
    expectProblem(await people.as('mia').call(`POST ${here}/reactions`, react), 'not_found');
  });

  test('is audited when it changes something', async () => {
    const id = await newRoot.post('board');
    for (const active of [true, true, false, false])
      await people.as('will').done(`POST ${threadOf('board', 'post', id)}/reactions`, { reaction: 'eyes', active });
    const events = await inStorage(people.dataFolder, (tx) =>
      tx.selectFrom('audit_events').select('action').where('resource_id', '=', id).orderBy('id').execute(),
    );
    expect(events.map(({ action }) => action)).toEqual(['post.created', 'reaction.added', 'reaction.removed']);
  });
});

test('a type of root that there is none of is refused', async () => {
  const refused = await people.as('will').call(`GET ${threadOf('board', 'view', 'view_1')}`);
  expectProblem(refused, 'invalid_request', ['subjectType']);
});

describe('requests have limits:', () => {
  let thread: string;
  let replies: string;
  beforeAll(async () => {
    const id = await newRoot.post('board');
    thread = threadOf('board', 'post', id);
    replies = `/channels/board/posts/${id}/replies`;
    for (let number = 0; number <= limits.pageMost; number += 1)
      await people.as('will').done(`POST ${thread}/comments`, { body: String(number) });
  });

  test(`pages of replies and comments hold ${limits.pageDefault}, at most ${limits.pageMost}`, async () => {
    for (const [path, items] of [
      [thread, 'comments'],
      [replies, 'replies'],
    ] as const) {
      const usual = await people.as('will').done(`GET ${path}`);
      const most = await people.as('will').done(`GET ${path}?limit=${limits.pageMost}`);
      expect([usual[items].length, most[items].length]).toEqual([limits.pageDefault, limits.pageMost]);
      expect([typeof usual.nextCursor, typeof most.nextCursor]).toEqual(['string', 'string']);
      for (const limit of [0, limits.pageMost + 1])
        expectProblem(await people.as('will').call(`GET ${path}?limit=${limit}`), 'invalid_request', ['limit']);
    }
  });

  test.each([
    ['/channels/board/feed?', () => '/channels/board/feed?'],
    ['the replies', () => `${replies}?`],
    ['a discussion', () => `${thread}?`],
  ])(`a cursor of ${limits.cursor} characters is looked at, and a longer one is not: %s`, async (_what, pathOf) => {
    const messageTo = async (length: number) => {
      const reply = await people.as('will').call(`GET ${pathOf()}cursor=${'x'.repeat(length)}`);
      expectProblem(reply, 'invalid_request', ['cursor']);
      return reply.body.errors![0]!.message;
    };
    expect(await messageTo(limits.cursor)).toContain('was not issued for this list');
    expect(await messageTo(limits.cursor + 1)).toContain(String(limits.cursor));
  });

  test(`an ID of ${limits.identifier} characters is looked for, and a longer one is not`, async () => {
    const [longest, longer] = [limits.identifier, limits.identifier + 1].map((length) => 'x'.repeat(length));
    const react = { reaction: 'eyes', active: true };
    const commented = (commentId: string | undefined) =>
      people.as('will').call(`POST ${thread}/reactions`, { ...react, commentId });
    expectProblem(await commented(longest), 'not_found');
    expectProblem(await commented(longer), 'invalid_request', ['/commentId']);
    const mentioning = async (id: string | undefined) => {
      const reply = await people.as('will').call(`POST ${thread}/comments`, { body: 'See', mentionedUserIds: [id] });
      expectProblem(reply, 'invalid_request', ['/mentionedUserIds/0']);
      return reply.body.errors![0]!.message;
    };
    expect(await mentioning(longest)).toContain('is unknown');
    expect(await mentioning(longer)).not.toContain('is unknown');
  });

  test(`a channel is described in ${limits.description} characters`, async () => {
    const described = (length: number) =>
      people.as('will').call('POST /channels', { name: 'Described', description: 'ß'.repeat(length) });
    const { status, body } = await described(limits.description);
    expect([status, body.channel.description]).toEqual([201, 'ß'.repeat(limits.description)]);
    expectProblem(await described(limits.description + 1), 'invalid_request', ['/description']);
  });
});

test('after all of this the folder is sound', () => expectSound(people.dataFolder));
