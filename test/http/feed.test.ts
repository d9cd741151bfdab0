import { afterAll, describe, expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { expectSound } from '../support/check.ts';
import { feedsAmong, linked, nameOf } from '../support/feed.ts';
import { type Name, staffedGateway, whoever } from '../support/people.ts';
import { expectProblem } from '../support/problems.ts';

const people = staffedGateway();
const { newChannel, post, artifact, file, session, page } = feedsAmong(people);

const version = async (cited: { id: string; versionId: string }, title: string, by: Name = 'will') =>
  (
    await people.as(by).done(`PATCH /artifacts/${cited.id}`, {
      expectedVersionId: cited.versionId,
      title,
      idempotencyKey: crypto.randomUUID(),
    })
  ).artifact;
const names = async (channel: string, by: Name = 'will') => (await page(channel, by)).items.map(nameOf);

afterAll(() => expectSound(people.dataFolder));

describe('the feed of a channel', () => {
  test('shows posts, versions, files and sessions, the newest first', async () => {
    const channel = await newChannel();
    await post(channel, 'Hello', 'mia');
    const sheet = await artifact('Prices', channel);
    await version(sheet, 'Prices of May', 'mia');
    const notes = await file('notes.txt', channel);
    const talk = await session('On prices');
    await people.as('will').done(`POST /sessions/${talk.id}/channels`, { channelId: channel });
    const [will, mia] = [people.idOf('will'), people.idOf('mia')];
    const { items, nextCursor } = await page(channel, 'ned');
    expect(nextCursor).toBeUndefined();
    expect(items.map((item) => [item.type, nameOf(item), item.actor.id])).toEqual([
      ['session', 'On prices', will],
      ['file', 'notes.txt', will],
      ['artifact', 'Prices of May 2', mia],
      ['artifact', 'Prices 1', will],
      ['post', 'Hello', mia],
    ]);
    expect(items[1]).toEqual({
      id: expect.stringMatching(/^feed_[0-9a-hjkmnp-tv-z]{26}$/),
      type: 'file',
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      actor: { id: will, name: 'will@workspace.test' },
      via: { interface: 'api' },
      file: {
        id: notes.id,
        fileName: 'notes.txt',
        contentType: 'text/plain',
        size: 1,
        interfaceType: 'api',
        via: { interface: 'api' },
        createdAt: notes.createdAt,
        createdBy: { id: will, name: 'will@workspace.test' },
        url: notes.url,
        replyCount: 0,
        reactions: [],
      },
    });
    expect(items[3]).toMatchObject({
      artifact: { id: sheet.id, versionId: sheet.versionId, kind: 'csv', url: sheet.url },
    });
    expect(items[4]).toMatchObject({ post: { author: { id: mia }, interfaceType: 'api', replyCount: 0 } });
  });

  test('shows of each how much is said of it there', async () => {
    const channel = await newChannel();
    const { id } = await artifact('Plan', channel);
    const thread = `/channels/${channel}/feed/threads/artifact/${id}`;
    await people.as('mia').done(`POST ${thread}/comments`, { body: 'Fine' });
    await people.as('mia').done(`POST ${thread}/reactions`, { reaction: 'check', active: true });
    expect((await page(channel)).items).toMatchObject([
      { artifact: { replyCount: 1, reactions: [{ reaction: 'check', count: 1, reacted: false }] } },
    ]);
  });

  test('shows an artifact that is attached as it stood then, and each later version', async () => {
    const [home, other] = [await newChannel(), await newChannel()];
    const second = await version(await artifact('Draft', home), 'Offer');
    await people.as('will').done(`POST /artifacts/${second.id}/links`, linked(other));
    await version(second, 'Contract');
    expect(await names(other)).toEqual(['Contract 3', 'Offer 2']);
    expect(await names(home)).toEqual(['Contract 3', 'Offer 2', 'Draft 1']);
  });

  test('shows an artifact once that is attached to its home', async () => {
    const home = await newChannel();
    const { id } = await artifact('Draft', home);
    await people.as('will').done(`POST /artifacts/${id}/links`, linked(home));
    expect(await names(home)).toEqual(['Draft 1']);
    await people.as('will').done(`DELETE /artifacts/${id}/links`, linked(home));
    expect(await names(home)).toEqual(['Draft 1']);
  });

  test('leaves out what was detached, and shows it at the time when it comes back', async () => {
    const channel = await newChannel();
    const [notes, talk, sheet] = [await file('notes.txt', channel), await session('Talk'), await artifact('Sheet')];
    await people.as('will').done(`POST /sessions/${talk.id}/channels`, { channelId: channel });
    await people.as('will').done(`POST /artifacts/${sheet.id}/links`, linked(channel));
    await version(sheet, 'Better sheet');
    expect(await names(channel)).toEqual(['Better sheet 2', 'Sheet 1', 'Talk', 'notes.txt']);
    await people.as('will').done(`DELETE /files/${notes.id}/links`, linked(channel));
    await people.as('will').done(`DELETE /sessions/${talk.id}/channels/${channel}`);
    await people.as('will').done(`DELETE /artifacts/${sheet.id}/links`, linked(channel));
    expect(await names(channel)).toEqual([]);
    await people.as('will').done(`POST /artifacts/${sheet.id}/links`, linked(channel));
    await people.as('will').done(`POST /files/${notes.id}/links`, linked(channel));
    expect(await names(channel)).toEqual(['notes.txt', 'Better sheet 2']);
  });

  test('leaves out all versions of what was detached, however many they are', async () => {
    const channel = await newChannel();
    let sheet = await artifact('Sheet');
    await people.as('will').done(`POST /artifacts/${sheet.id}/links`, linked(channel));
    for (let more = 0; more <= limits.rowsRemovedAtOnce; more += 1) sheet = await version(sheet, `Sheet ${more}`);
    expect((await page(channel)).items).not.toEqual([]);
    await people.as('will').done(`DELETE /artifacts/${sheet.id}/links`, linked(channel));
    expect(await names(channel)).toEqual([]);
  });

  test('shows nothing twice when a link or a request is repeated', async () => {
    const channel = await newChannel();
    const notes = await file('notes.txt', channel);
    await people.as('will').done(`POST /files/${notes.id}/links`, linked(channel));
    for (const _again of [1, 2])
      await people.as('will').done(`POST /channels/${channel}/posts`, { body: 'Once' }, { 'idempotency-key': channel });
    expect(await names(channel)).toEqual(['Once', 'notes.txt']);
  });

  test('shows an edited post where it stood, and a deleted one nowhere', async () => {
    const channel = await newChannel();
    const [first, second] = [await post(channel, 'First'), await post(channel, 'Second')];
    const edit = { mentionedUserIds: [], mentionedChannelIds: [], mentionedDataSetIds: [], mentionedViewIds: [] };
    await people.as('will').done(`PATCH /channels/${channel}/posts/${first.id}`, { body: 'Edited', ...edit });
    expect(await names(channel)).toEqual(['Second', 'Edited']);
    await people.as('will').done(`DELETE /channels/${channel}/posts/${second.id}`);
    expect(await names(channel)).toEqual(['Edited']);
  });
});

describe('who sees what in a feed:', () => {
  test.each([
    ['board', 'mia will rita'],
    ['news', 'admin mia will rita ned'],
  ])('%s: %s', async (channel, expected) => {
    const body = crypto.randomUUID();
    await post(channel, body);
    expect(
      await whoever(async (name) => {
        const reply = await people.as(name).call(`GET /channels/${channel}/feed?limit=5`);
        if (reply.status !== 200) expectProblem(reply, 'not_found');
        return reply.status === 200 && reply.body.items.some((item) => nameOf(item) === body);
      }),
    ).toBe(expected);
  });

  test('an artifact that is at home in a private channel is left out for those outside, and pages stay full', async () => {
    const channel = await newChannel();
    const hidden = await artifact('Secret', 'board');
    await people.as('will').done(`POST /artifacts/${hidden.id}/links`, linked(channel));
    await post(channel, 'One');
    await version(hidden, 'Secret still');
    await post(channel, 'Two');
    expect(await names(channel, 'rita')).toEqual(['Two', 'Secret still 2', 'One', 'Secret 1']);
    expect(await names(channel, 'ned')).toEqual(['Two', 'One']);
    const { items, nextCursor } = await page(channel, 'ned', '?limit=2');
    expect([items.map(nameOf), nextCursor]).toEqual([['Two', 'One'], undefined]);
  });

  test('a file or session that is attached is shown because of that', async () => {
    const channel = await newChannel();
    await file('private.txt', channel);
    const talk = await session('Talk');
    await people.as('will').done(`POST /sessions/${talk.id}/channels`, { channelId: channel });
    expect(await names(channel, 'ned')).toEqual(['Talk', 'private.txt']);
  });

  test('a session that was only started there is shared with nobody', async () => {
    const channel = await newChannel();
    await people.as('will').done('POST /sessions', { title: 'Alone', channelId: channel });
    expect(await names(channel)).toEqual([]);
  });
});
