import { expect, test } from 'vitest';
import { WorkspaceError } from '../../../schemas/errors.ts';
import type { Workspace } from '../../../schemas/index.ts';
import { scopes } from '../../../schemas/operation.ts';
import { itemsOf } from '../../../src/sdk/index.ts';
import { patience } from '../../support/patience.ts';
import { administrationThrough } from './administration.ts';
import { bytesOf, fileOf, type Opened, refusal } from './doors.ts';
import { tablesThrough } from './tables.ts';

/** Tests that call every operation of the contract. */
export function everythingThrough(opened: Opened): void {
  test('me, channels and members', async () => {
    const { me, channels, members } = opened.workspace;
    expect(await me.get({})).toMatchObject({ scopes });
    const { channel } = await channels.create({ name: 'Sales & "more" – ümlaut', slug: 'sales' });
    expect(channel).toMatchObject({ slug: 'sales', openWriting: true });
    const described = await channels.update({ channelId: 'sales', description: 'Deals', openWriting: false });
    expect(described.channel).toMatchObject({ id: channel.id, description: 'Deals', openWriting: false });
    expect((await channels.get({ channelId: channel.id })).channel.name).toBe('Sales & "more" – ümlaut');
    const firstPage = await channels.list({ limit: 1 });
    expect(firstPage.channels).toHaveLength(1);
    const listed = await Array.fromAsync(itemsOf(channels.list, { limit: 1 }));
    expect(listed.map(({ slug }) => slug).sort()).toEqual(['general', 'sales']);

    const membership = { channelId: 'sales', userId: opened.colleagueId };
    expect((await members.put({ ...membership, role: 'writer' })).member.role).toBe('writer');
    expect((await members.list({ channelId: 'sales' })).members).toHaveLength(2);
    expect(await members.remove(membership)).toEqual({ deleted: true });
    expect(await members.remove(membership)).toEqual({ deleted: true });
  });

  test('people', async () => {
    const { people } = opened.workspace;
    const listed = await Array.fromAsync(itemsOf(people.list, { limit: 1 }));
    expect(listed.map(({ role }) => role).sort()).toEqual(['admin', 'member']);
    expect((await people.list({ q: 'MIA' })).people).toMatchObject([{ id: opened.colleagueId }]);
  });

  test("a preview of access, and one's own account", async () => {
    const { accessPreview, channels, me, signIns } = opened.workspace;
    const { channel } = await channels.create({ name: 'Closed', slug: 'closed', visibility: 'private' });
    const opening = { resourceType: 'channel', resourceId: channel.id, visibility: 'organization' } as const;
    const { gains, loses } = await accessPreview.get(opening);
    expect([gains.people.map(({ id }) => id), gains.count, loses]).toEqual([
      [opened.colleagueId],
      1,
      { count: 0, people: [] },
    ]);
    expect(await signIns.list({})).toEqual({ signIns: [] });
    expect(await signIns.end({ signInId: 'none' })).toEqual({ deleted: true });
    const none = await refusal(me.setPassword({ currentPassword: 'a guess', password: 'correct horse' }));
    const token = { name: 'Report', scopes: ['workspace.read' as const], expiresInDays: 1, currentPassword: 'a guess' };
    expect([none.code, (await refusal(signIns.makeToken(token))).code]).toEqual(['forbidden', 'forbidden']);
  });

  test('webhooks', async () => {
    const { webhooks } = opened.workspace;
    const url = 'https://hooks.invalid/';
    const { webhook, secret } = await webhooks.add({ url, types: ['post'] });
    expect(secret).toMatch(/^whsec_/);
    expect(await webhooks.list({})).toEqual({ webhooks: [webhook] });
    expect(await webhooks.get({ webhookId: webhook.id })).toEqual({ webhook });
    expect(await webhooks.resume({ webhookId: webhook.id })).toEqual({ webhook });
    expect(await webhooks.remove({ webhookId: webhook.id })).toEqual({ deleted: true });
  });

  test('the inbox', async () => {
    const { inbox } = opened.workspace;
    expect(await inbox.list({ unseen: true, kinds: ['mention', 'share'] })).toEqual({ items: [] });
    const { seenUntil } = await inbox.seen({ until: '2026-01-01T01:00:00+01:00' });
    expect(seenUntil).toBe('2026-01-01T00:00:00.000Z');
    expect(await inbox.list({ unseen: false })).toEqual({ items: [], seenUntil });
  });

  test('artifacts', async () => {
    const { accessPreview, artifacts } = opened.workspace;
    const made = { kind: 'markdown', title: 'Plan', content: 'one\n', idempotencyKey: 'plan-1' } as const;
    const { artifact } = await artifacts.create({ ...made, channelId: 'general' });
    expect((await artifacts.create({ ...made, channelId: 'general' })).artifact.id).toBe(artifact.id);
    const named = { artifactId: artifact.id };
    const update = { ...named, expectedVersionId: artifact.versionId };
    const second = await artifacts.update({ ...update, content: 'two\n', idempotencyKey: 'plan-2' });
    const conflict = await refusal(artifacts.update({ ...update, content: 'three\n', idempotencyKey: 'plan-3' }));
    expect(conflict).toMatchObject({
      code: 'version_conflict',
      extras: {
        current: { versionId: second.artifact.versionId, versionNumber: 2 },
        changes: expect.stringContaining('+two'),
      },
    });
    expect((await artifacts.get({ ...named, length: 4 })).artifact.content).toBe('two\n');
    expect((await artifacts.list({ kind: 'markdown', q: 'plan' })).artifacts).toHaveLength(1);
    expect((await artifacts.versions(named)).versions).toHaveLength(2);
    const { version } = await artifacts.version({ ...named, versionId: artifact.versionId });
    expect(version.content).toBe('one\n');
    const { diff } = await artifacts.diff({ ...named, from: artifact.versionId });
    expect(diff).toContain('-one\n+two\n');
    const restored = { ...named, versionId: artifact.versionId, expectedVersionId: second.artifact.versionId };
    expect((await artifacts.restore(restored)).artifact.versionNumber).toBe(3);
    const link = { ...named, targetType: 'channel', targetId: 'sales' } as const;
    expect(await artifacts.link(link)).toEqual({ attached: true });
    expect(await artifacts.unlink(link)).toEqual({ detached: true });
    const home = { resourceType: 'artifact', resourceId: artifact.id, targetType: 'home' } as const;
    expect((await accessPreview.get(home)).loses.count).toBe(1);
    const moved = await artifacts.update({ ...named, channelId: null });
    expect([moved.artifact.channelId, moved.artifact.versionNumber]).toEqual([undefined, 3]);
    expect((await artifacts.update({ ...named, channelId: 'General' })).artifact.channelId).toMatch(/^ch_/);
    const { trash } = opened.workspace;
    const trashed = { trashedId: artifact.id };
    expect(await artifacts.remove(named)).toEqual({ deleted: true });
    expect(await refusal(artifacts.get(named))).toMatchObject({ code: 'not_found' });
    expect((await trash.list({ type: 'artifact' })).trash).toMatchObject([{ id: artifact.id, title: artifact.title }]);
    expect(await trash.restore(trashed)).toEqual({ restored: { type: 'artifact', id: artifact.id } });
    expect((await artifacts.get(named)).artifact.versionNumber).toBe(3);
    const { artifact: other } = await artifacts.create({
      kind: 'markdown',
      title: 'Gone',
      content: '',
      idempotencyKey: 'gone',
    });
    await artifacts.remove({ artifactId: other.id });
    expect(await trash.remove({ trashedId: other.id })).toEqual({ deleted: true });
    expect((await trash.list({})).trash).toEqual([]);
  });

  test('files', async () => {
    const { files } = opened.workspace;
    const uploaded = await files.upload({
      file: fileOf('Grüße "1" % 2.txt', 'hello world'),
      channelId: 'general',
      idempotencyKey: 'file-1',
    });
    const { id: fileId } = uploaded.file;
    expect(uploaded.file).toMatchObject({ fileName: 'Grüße "1" % 2.txt', contentType: 'text/plain', size: 11 });
    const again = { channelId: 'general', idempotencyKey: 'file-1' };
    expect((await files.upload({ file: fileOf('Grüße "1" % 2.txt', 'hello world'), ...again })).file.id).toBe(fileId);
    const other = files.upload({ file: fileOf('Grüße "1" % 2.txt', 'another'), ...again });
    expect((await refusal(other)).code).toBe('idempotency_key_reused');
    const wrong = files.upload({ file: fileOf('a.txt', 'hello'), sha256: 'a'.repeat(64) });
    expect((await refusal(wrong)).code).toBe('digest_mismatch');
    expect((await files.upload({ file: fileOf('empty', '') })).file.size).toBe(0);

    expect((await files.list({ q: 'Grüße' })).files).toHaveLength(1);
    expect((await files.get({ fileId })).file.id).toBe(fileId);
    const { file, content, downloadUrl } = await files.content({ fileId });
    expect(file.id).toBe(fileId);
    expect(downloadUrl).toMatch(new RegExp(`^http.*/api/workspace/files/${fileId}/content$`));
    expect(await bytesOf(await content.open())).toBe('hello world');
    expect(await bytesOf(await content.open({ start: 6, end: 8 }))).toBe('wor');
    expect(await bytesOf(await content.open({ start: 6, end: 800 }))).toBe('world');
    expect((await files.text({ fileId, offset: 6, length: 4 })).text.content).toBe('worl');
    const rename = { fileId, fileName: 'Grüße.txt', idempotencyKey: 'rename-1' };
    expect((await files.update(rename)).file.fileName).toBe('Grüße.txt');
    const prepared = await files.prepareUpload({ channelId: 'general' });
    expect(prepared).toMatchObject({ uploaded: false, fields: { channelId: 'general' } });
    const link = { fileId, targetType: 'channel', targetId: 'sales' } as const;
    expect((await files.link(link)).file.links).toHaveLength(2);
    expect((await files.unlink({ ...link, idempotencyKey: 'unlink-1' })).file.links).toHaveLength(1);
  });

  test('an empty file has no bytes, and no part of it either', async () => {
    const { files } = opened.workspace;
    const { file } = await files.upload({ file: fileOf('nothing', '') });
    const { content } = await files.content({ fileId: file.id });
    expect(await bytesOf(await content.open())).toBe('');
  });

  test('sessions, questions and search', async () => {
    const { sessions, queries, search } = opened.workspace;
    const { session } = await sessions.start({ title: 'Talk' });
    const named = { sessionId: session.id };
    expect((await sessions.get(named)).session.title).toBe('Talk');
    expect((await sessions.list({})).sessions).toHaveLength(1);
    await sessions.link({ ...named, channelId: 'sales' });
    expect((await sessions.list({ channelId: 'sales' })).sessions).toHaveLength(1);
    await sessions.unlink({ ...named, channelId: 'sales' });
    expect((await sessions.list({ channelId: 'sales' })).sessions).toHaveLength(0);

    const { query } = await sessions.send({ ...named, body: 'What is the plan?' });
    expect(query.pollAfterMs).toBeGreaterThan(0);
    const { query: asked } = await queries.ask({ mode: 'session', question: 'What is the plan?' });
    expect(asked.status).toBe('queued');
    await answered(opened.workspace, query.id);
    await answered(opened.workspace, asked.id);
    expect((await queries.cancel({ queryId: asked.id })).query.status).toBe('completed');
    expect((await queries.list({ status: 'completed' })).queries).toHaveLength(2);
    expect((await sessions.messages(named)).messages.length).toBeGreaterThan(0);
    await expect
      .poll(async () => (await search.run({ q: 'plan', types: ['artifact'] })).results.length, patience)
      .toBe(1);
  });

  tablesThrough(opened);

  test('posts, discussions, the feed and feedback', async () => {
    const { posts, discussions, feed, activity, feedback } = opened.workspace;
    const place = { channelId: 'general' };
    const noMentions = {
      mentionedUserIds: [],
      mentionedChannelIds: [],
      mentionedDataSetIds: [],
      mentionedViewIds: [],
    };
    const { post } = await posts.create({ ...place, body: 'Hello', mentionedUserIds: [opened.colleagueId] });
    const named = { ...place, postId: post.id };
    expect((await posts.get(named)).post.body).toBe('Hello');
    expect((await posts.update({ ...named, body: 'Hello all', ...noMentions })).post.body).toBe('Hello all');
    const { reply } = await posts.reply({ ...named, body: 'Hi' });
    expect((await posts.replies(named)).replies.map(({ id }) => id)).toEqual([reply.id]);

    const root = { ...place, subjectType: 'post', subjectId: post.id } as const;
    const { comment } = await discussions.comment({ ...root, body: 'And again' });
    expect((await discussions.react({ ...root, reaction: 'eyes', active: true })).active).toBe(true);
    const commented = { ...place, commentId: comment.id };
    expect((await discussions.updateComment({ ...commented, body: 'Once' })).comment.body).toBe('Once');
    expect((await discussions.getComment(commented)).comment.body).toBe('Once');
    const comments = await Array.fromAsync(itemsOf(discussions.get, { ...root, limit: 1 }));
    expect(comments).toMatchObject([{ id: reply.id }, { id: comment.id }]);
    expect((await feed.list({ ...place, limit: 3 })).items).toHaveLength(3);
    expect((await activity.list({ ...place, types: ['comment'], limit: 3 })).items).toMatchObject([
      { id: reply.id },
      { id: comment.id },
      { action: 'updated' },
    ]);
    expect(await discussions.removeComment(commented)).toEqual({ deleted: true });
    expect(await posts.remove(named)).toEqual({ deleted: true });
    expect(await feedback.submit({ description: 'Good' })).toBeDefined();
  });

  administrationThrough(opened);

  test('what is deleted, restored and purged', async () => {
    const { channels, dataSets, files, sessions, trash, views } = opened.workspace;
    const { channel } = await channels.create({ name: 'Doomed', slug: 'doomed' });
    const place = { channelId: channel.id };
    const { dataSet } = await dataSets.create({ ...place, name: 'Deals' });
    const { objectTypeId } = dataSet;
    const { view } = await views.create({ ...place, name: 'All', objectTypeId, renderer: 'table' });
    const { file } = await files.upload({ file: fileOf('gone.txt', 'gone') });
    const { session } = await sessions.start({ title: 'Gone' });
    const deleted = { deleted: true };
    expect(await views.remove({ ...place, viewId: view.slug })).toEqual(deleted);
    expect(await views.remove({ ...place, viewId: view.id, idempotencyKey: 'once more' })).toEqual(deleted);
    expect(await dataSets.remove({ ...place, objectTypeId })).toEqual(deleted);
    expect(await files.remove({ fileId: file.id })).toEqual(deleted);
    expect(await sessions.remove({ sessionId: session.id })).toEqual(deleted);
    const listed = async () =>
      (await Array.fromAsync(itemsOf(trash.list, { limit: 1 }))).slice(0, 3).map(({ title }) => title);
    expect(await listed()).toEqual(['Gone', 'gone.txt', 'Deals']);
    expect(await channels.remove({ channelId: 'doomed' })).toEqual(deleted);
    expect(await listed()).toEqual(['Doomed', 'Gone', 'gone.txt']);
    expect(await trash.restore({ trashedId: channel.id })).toEqual({ restored: { type: 'channel', id: channel.id } });
    expect((await channels.get(place)).channel.slug).toBe('doomed');
    expect((await refusal(trash.restore({ trashedId: view.id }))).code).toBe('not_found');
    for (const { id } of [session, file, channel]) {
      if (id === channel.id) await channels.remove(place);
      expect(await trash.remove({ trashedId: id })).toEqual(deleted);
    }
    const purged = new Set(['Doomed', 'Gone', 'gone.txt']);
    expect((await listed()).filter((title) => purged.has(title))).toEqual([]);
  });

  test('refusals', async () => {
    const { artifacts, channels, records } = opened.workspace;
    const unknown = await refusal(channels.get({ channelId: 'nowhere' }));
    expect([unknown.code, unknown.message]).toEqual(['not_found', expect.stringMatching(/channel/)]);
    const tooMany = await refusal(channels.list({ limit: 100_000 }));
    expect([tooMany.code, tooMany.extras.errors?.[0]?.path.replace('/', '')]).toEqual(['invalid_request', 'limit']);
    const nameless = await refusal(channels.get({ channelId: '' }));
    expect([nameless.code, nameless.extras.errors?.[0]?.path]).toEqual(['invalid_request', '/channelId']);
    const missing = await refusal(channels.get({} as { channelId: string }));
    expect([missing.code, missing.extras.errors?.[0]?.path]).toEqual(['invalid_request', '/channelId']);
    const upward = await refusal(channels.get({ channelId: '..' }));
    expect(upward).toBeInstanceOf(WorkspaceError);
    const odd = await refusal(records.get({ channelId: 'general', recordId: 'a/b?c#d%2f é' }));
    expect(odd.code).toBe('not_found');
    const wrongKey = { kind: 'markdown', title: 'Plan', content: 'x', idempotencyKey: 'é\n' } as const;
    expect(await refusal(artifacts.create(wrongKey))).toMatchObject({
      code: 'invalid_request',
      extras: { errors: [{ path: '/idempotencyKey' }] },
    });
  });

  test('a key that is given has the first answer replayed, whatever is sent with it', async () => {
    const { posts } = opened.workspace;
    const said = { channelId: 'general', body: 'Once', idempotencyKey: ' once ' };
    const first = await posts.create(said);
    expect(await posts.create(said)).toEqual(first);
    expect((await refusal(posts.create({ ...said, body: 'Twice' }))).code).toBe('idempotency_key_reused');
  });

  test('all sign-ins end, with the token of whoever asks for it', async () => {
    expect(await opened.workspace.me.signOut({})).toEqual({ signedOut: true });
  });
}

async function answered({ queries }: Workspace, queryId: string): Promise<void> {
  await expect.poll(async () => (await queries.get({ queryId })).query.status, patience).toBe('completed');
}
