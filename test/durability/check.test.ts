import { cp, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Db } from '../../src/store/tables.ts';
import { placesIn } from '../../src/folder/places/places.ts';
import { check, expectSound, sound } from '../support/check.ts';
import { connectHost } from '../support/hosts.ts';
import { patience } from '../support/patience.ts';
import {
  accessToken,
  listening,
  runWorkspace,
  spawnGateway,
  startGateway,
  stop,
  temporaryFolder,
} from '../support/product.ts';
import { accountAt } from '../support/rest.ts';
import { inStorage } from '../support/storage.ts';
import { accountWriter, hostWriter, type Writer } from '../support/writers.ts';

interface Content {
  readonly artifactId: string;
  readonly versionId: string;
  readonly fileId: string;
  readonly sha256: string;
  readonly sessionId: string;
  readonly postId: string;
  readonly queryId: string;
  readonly feedbackId: string;
}

let original = '';
let content: Content;

beforeAll(async () => {
  original = await mkdtemp(join(tmpdir(), 'workspace-test-'));
  const host = await connectHost(original, ['--tools', 'sessions']);
  const writer = hostWriter(host);
  const artifact = await writer.create('Plan', 'the plan of the year');
  const file = await writer.upload('plan.bin', Buffer.from('bytes of the plan'));
  const { session } = await host.done('workspace_session_start', { title: 'On the plan' });
  await writer.attach(artifact.id, 'general');
  await writer.attachFile(file.id, 'general');
  await host.client.close();
  content = {
    artifactId: artifact.id,
    versionId: artifact.versionId,
    fileId: file.id,
    sha256: file.sha256,
    sessionId: session.id,
    ...(await addDiscussion(original)),
  };
});
afterAll(() => rm(original, { recursive: true, force: true }));

/** A post with a reply and a reaction, and a question with its answer and feedback. */
async function addDiscussion(dataFolder: string): Promise<Pick<Content, 'postId' | 'queryId' | 'feedbackId'>> {
  const gateway = spawnGateway(dataFolder);
  const { done } = accountAt((await listening(gateway)).url, await accessToken(dataFolder));
  const { post } = await done('POST /channels/general/posts', { body: 'Is it sound?' });
  await done(`POST /channels/general/posts/${post.id}/replies`, { body: 'It is.' });
  await done(`POST /channels/general/feed/threads/post/${post.id}/reactions`, { reaction: 'check', active: true });
  const { query } = await done('POST /queries', { mode: 'session', question: 'Is it sound?' });
  await vi.waitFor(
    async () => expect((await done(`GET /queries/${query.id}`)).query.status).toBe('completed'),
    patience,
  );
  const { feedback } = await done('POST /feedback', { description: 'It is.', queryId: query.id });
  await stop(gateway);
  return { postId: post.id, queryId: query.id, feedbackId: feedback.id };
}

/** A folder of the same content, to damage. */
async function folderToDamage(): Promise<string> {
  const folder = await temporaryFolder();
  await cp(original, folder, { recursive: true });
  return folder;
}

const blobIn = (folder: string) => join(placesIn(folder).blobs, content.sha256.slice(0, 2), content.sha256);

/** Writes past the triggers and keys that would keep a sound process from it. */
const inDatabase = (change: (db: Db) => Promise<unknown>) => (folder: string) => inStorage(folder, change);

async function flipByte(path: string, position: number): Promise<void> {
  const bytes = await readFile(path);
  bytes[position] = bytes[position]! ^ 1;
  await writeFile(path, bytes);
}

const linkOf = (resourceId: string, targetId: string) =>
  inDatabase((db) =>
    db
      .insertInto('links')
      .columns(['resource_type', 'resource_id', 'target_type', 'target_id', 'created_at', 'created_by'])
      .expression(sql`select 'artifact', ${resourceId}, 'channel', ${targetId}, created_at, id from users limit 1`)
      .execute(),
  );

type Damage = (folder: string) => Promise<unknown>;
const damages: [what: string, damage: Damage, names: () => string[]][] = [
  ['a byte of a blob is another', (folder) => flipByte(blobIn(folder), 3), () => [content.sha256]],
  ['a blob is cut short', (folder) => truncate(blobIn(folder), 5), () => [content.fileId, content.sha256]],
  ['a blob is gone', (folder) => rm(blobIn(folder)), () => [content.fileId]],
  [
    'the content of an artifact is another',
    inDatabase((db) =>
      db
        .updateTable('artifact_versions')
        .set({ content: Buffer.from('the plan of the yeaR') })
        .execute(),
    ),
    () => [content.versionId],
  ],
  [
    'the content of an artifact is cut short',
    inDatabase((db) =>
      db
        .updateTable('artifact_versions')
        .set({ content: Buffer.from('the plan') })
        .execute(),
    ),
    () => [content.versionId],
  ],
  [
    'an artifact has lost its current version',
    inDatabase((db) => db.updateTable('artifacts').set({ current_version_id: 'artv_lost' }).execute()),
    () => [content.artifactId],
  ],
  [
    'something is attached to a channel that does not exist',
    (folder) => linkOf(content.artifactId, 'ch_gone')(folder),
    () => ['ch_gone'],
  ],
  [
    'something that does not exist is attached to a channel',
    inDatabase((db) =>
      db.updateTable('links').set({ resource_id: 'art_gone' }).where('resource_type', '=', 'artifact').execute(),
    ),
    () => ['art_gone'],
  ],
  [
    'a session is missing from the search index',
    inDatabase((db) => db.deleteFrom('passages').where('resource_id', '=', content.sessionId).execute()),
    () => [content.sessionId],
  ],
  [
    'a post is missing from the search index',
    inDatabase((db) => db.deleteFrom('passages').where('resource_id', '=', content.postId).execute()),
    () => [content.postId],
  ],
  [
    'the full-text index lacks a passage',
    inDatabase(async (db) => {
      await sql`drop trigger passages_inserted`.execute(db);
      await sql`insert into passages (resource_type, resource_id, version_id, home, title, body)
        select resource_type, resource_id, version_id, home, title, body from passages where resource_id = ${content.postId}`.execute(
        db,
      );
    }),
    () => [`${content.postId} (passage `],
  ],
  [
    'the full-text index has what is no passage',
    inDatabase(async (db) => {
      await sql`drop trigger passages_deleted`.execute(db);
      await db.deleteFrom('passages').where('resource_id', '=', content.sessionId).execute();
    }),
    () => [`${content.sessionId} has no entry`, 'is in the full-text index but is not a passage'],
  ],
  [
    'a file waits to be indexed that does not exist',
    inDatabase((db) =>
      db
        .insertInto('index_queue')
        .values({
          resource_type: 'file',
          resource_id: 'file_gone',
          version_id: 'file_gone',
          next_offset: 0,
          queued_at: '2026-01-01T00:00:00.000Z',
        })
        .execute(),
    ),
    () => ['file_gone is waiting to be indexed'],
  ],
  [
    'an artifact has lost its first version',
    inDatabase((db) => db.updateTable('artifact_versions').set({ number: 2 }).execute()),
    () => [`${content.artifactId} has lost one of its versions`],
  ],
  [
    'the text of a document is neither there nor missing',
    inDatabase((db) =>
      db
        .insertInto('file_texts')
        .columns(['file_id', 'owner_id', 'format', 'status', 'attempts', 'claimed_until', 'is_cut'])
        .expression(sql`select id, created_by, 'pdf', 'ready', 1, 0, 0 from files`)
        .execute(),
    ),
    () => [`${content.fileId} has a text that is neither`],
  ],
  [
    'the text of a document is gone',
    inDatabase((db) =>
      db
        .insertInto('file_texts')
        .columns(['file_id', 'owner_id', 'format', 'status', 'attempts', 'claimed_until', 'is_cut', 'sha256', 'size'])
        .expression(sql`select id, created_by, 'pdf', 'ready', 1, 0, 0, ${'0'.repeat(64)}, 9 from files`)
        .execute(),
    ),
    () => [`${content.fileId}: the text extracted from it is missing`],
  ],
  [
    'a deleted post is in the search index and in the feed',
    inDatabase((db) => db.updateTable('posts').set({ deleted_at: '2026-01-01T00:00:00.000Z' }).execute()),
    () => [`${content.postId} has an entry in the search index`, `${content.postId} is in the feed`],
  ],
  [
    'a feed shows what is not attached to its channel',
    inDatabase((db) => db.deleteFrom('links').where('resource_id', '=', content.fileId).execute()),
    () => [content.fileId],
  ],
  [
    'a feed does not show what is in its channel',
    inDatabase((db) => db.deleteFrom('feed_items').execute()),
    () => [content.postId, content.artifactId, content.fileId],
  ],
  [
    'a discussion counts its comments wrongly',
    inDatabase((db) => db.updateTable('discussions').set({ comment_count: 2 }).execute()),
    () => [content.postId],
  ],
  [
    'a discussion is about something that does not exist',
    inDatabase((db) =>
      db
        .insertInto('discussions')
        .columns(['channel_id', 'root_id', 'root_type', 'comment_count'])
        .expression(sql`select id, 'file_gone', 'file', 0 from channels limit 1`)
        .execute(),
    ),
    () => ['file_gone'],
  ],
  [
    'a discussion is about a record that does not exist',
    inDatabase((db) =>
      db
        .insertInto('discussions')
        .columns(['channel_id', 'root_id', 'root_type', 'comment_count'])
        .expression(sql`select id, 'rec_gone', 'record', 0 from channels limit 1`)
        .execute(),
    ),
    () => ['rec_gone'],
  ],
  [
    'a reaction is to something that does not exist',
    inDatabase((db) => db.updateTable('reactions').set({ subject_id: 'cmt_gone' }).execute()),
    () => ['cmt_gone'],
  ],
  [
    'the answer to a question is lost',
    inDatabase((db) => db.updateTable('queries').set({ answer: null }).execute()),
    () => [`${content.queryId} is a query whose answer`],
  ],
  [
    'the answer to a question is another message',
    inDatabase((db) => db.updateTable('queries').set({ answer_message_id: sql`message_id` }).execute()),
    () => [`${content.queryId} is a query whose answer`],
  ],
  [
    'a question is not in its session',
    inDatabase((db) => db.updateTable('queries').set({ session_id: content.sessionId }).execute()),
    () => [`${content.queryId} is a query whose question`],
  ],
  [
    'a question has ended and is open',
    inDatabase((db) => db.updateTable('queries').set({ completed_at: null }).execute()),
    () => [`${content.queryId} is a query that is open`],
  ],
  [
    'the answer to a question that is open was given',
    inDatabase((db) =>
      db.updateTable('queries').set({ completed_at: null, given_at: '2026-01-01T00:00:00.000Z' }).execute(),
    ),
    () => [`${content.queryId} is a query whose answer was given`],
  ],
  [
    'feedback is on a question that does not exist',
    inDatabase((db) => db.updateTable('feedback').set({ query_id: 'qry_gone' }).execute()),
    () => [content.feedbackId],
  ],
];

describe('admin check finds that', () => {
  test.each(damages)('%s', async (_what, damage, names) => {
    const folder = await folderToDamage();
    await damage(folder);
    const { status, stdout, stderr } = await runWorkspace('admin', 'check', '--data', folder);
    expect([status, stderr]).toEqual([1, '']);
    for (const name of names()) expect(stdout).toContain(name);
    const [problems, advice] = stdout.trimEnd().split('\n\n');
    const told = { problems: problems!.split('\n'), advice: advice!.split('\n') };
    expect(await check(folder)).toEqual({ status: 1, stderr: '', ok: false, ...told });
  });

  test('several things are wrong, each named', async () => {
    const folder = await folderToDamage();
    await rm(blobIn(folder));
    await linkOf('art_gone', 'ch_gone')(folder);
    await inStorage(folder, (db) =>
      db
        .updateTable('artifact_versions')
        .set({ content: Buffer.from('x') })
        .execute(),
    );
    const { problems } = await check(folder);
    for (const name of [content.fileId, 'art_gone', 'ch_gone', content.versionId]) {
      expect(problems).toContainEqual(expect.stringContaining(name));
    }
    expect(problems).toHaveLength(4);
  });
});

/** Resolves to false when it is all stored. */
async function writeMeanwhile(writer: Writer, number: number): Promise<boolean> {
  const artifact = await writer.create(`Written meanwhile ${number}`, 'text');
  await Promise.all([
    writer.update(artifact, 'more text'),
    writer.attach(artifact.id, 'general'),
    writer.upload('meanwhile.bin', Buffer.from(`bytes ${number}`)),
  ]);
  return false;
}

describe('admin check', () => {
  test('finds nothing wrong with a sound folder, and says so', async () => {
    const { status, stdout, stderr } = await runWorkspace('admin', 'check', '--data', original);
    expect([status, stdout, stderr]).toEqual([0, expect.stringMatching(/^\S.*\n$/), '']);
    expect(await check(original)).toEqual(sound);
  });

  test('changes nothing in the folder', async () => {
    const folder = await folderToDamage();
    const before = [await readdir(folder, { recursive: true }), await readFile(placesIn(folder).database)];
    await expectSound(folder);
    expect([await readdir(folder, { recursive: true }), await readFile(placesIn(folder).database)]).toEqual(before);
  });

  test.each([
    ['an empty folder', async () => temporaryFolder()],
    ['a folder that does not exist', async () => join(await temporaryFolder(), 'none')],
  ])('says of %s that it holds no workspace, and makes none', async (_what, folder) => {
    const dataFolder = await folder();
    const { status, stdout, stderr } = await runWorkspace('admin', 'check', '--data', dataFolder);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^There is no workspace in .*\n$/);
    expect(await readdir(dataFolder).catch(() => [])).toEqual([]);
  });

  test('works on the folder of a gateway that is running and being written to', async () => {
    const folder = await folderToDamage();
    const gateway = await startGateway(folder);
    const writer = accountWriter(accountAt(gateway.url, await accessToken(folder)));
    const checking = expectSound(folder);
    const over = checking.then(() => true);
    for (let number = 0; !(await Promise.race([over, writeMeanwhile(writer, number)])); number += 1);
    await rm(blobIn(folder));
    expect(await check(folder)).toMatchObject({ status: 1, problems: [expect.stringContaining(content.fileId)] });
  });
});
