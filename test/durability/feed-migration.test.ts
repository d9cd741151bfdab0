import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '../../src/store/ids.ts';
import { version1 } from '../../src/store/sqlite/migrations/until10/version1.ts';
import { version2 } from '../../src/store/sqlite/migrations/until10/version2.ts';
import type { Db } from '../../src/store/tables.ts';
import { expectSound } from '../support/check.ts';
import { accessToken, startGateway, temporaryFolder } from '../support/product.ts';
import { accountAt } from '../support/rest.ts';
import { inStorage } from '../support/storage.ts';

/** Makes the database what the release before feeds left behind. */
async function backToVersion2(tx: Db): Promise<void> {
  await sql`pragma defer_foreign_keys = on`.execute(tx);
  const { rows } = await sql<{ name: string }>`select name from sqlite_master
    where type = 'table' and name not like 'sqlite_%' and name not like 'passage_words_%' order by rowid desc`.execute(
    tx,
  );
  for (const { name } of rows) await sql`drop table ${sql.id(name)}`.execute(tx);
  await sql`drop view passage_texts`.execute(tx);
  await version1(tx as unknown as Kysely<unknown>);
  await version2(tx as unknown as Kysely<unknown>);
  await sql`pragma user_version = 2`.execute(tx);
}

const at = (second: number) => `2026-01-01T00:00:${String(second).padStart(2, '0')}.000Z`;

/** A workspace of two channels, `home` and `other`, with content in both. */
async function fill(tx: Db) {
  const [user, organization, home, other] = [newId('usr'), newId('org'), newId('ch'), newId('ch')];
  const by = { created_at: at(0), created_by: user };
  await tx
    .insertInto('installation')
    .values({ id: newId('ins'), cursor_secret: 'secret', created_at: at(0) })
    .execute();
  await tx
    .insertInto('organizations')
    .values({ id: organization, name: 'Home', max_upload_bytes: 1_000, time_zone: 'UTC', created_at: at(0) })
    .execute();
  await tx
    .insertInto('users')
    .values({ id: user, organization_id: organization, name: 'Mara', email: null, role: 'admin', created_at: at(0) })
    .execute();
  for (const [id, slug] of [
    [home, 'home'],
    [other, 'other'],
  ] as const)
    await tx
      .insertInto('channels')
      .values({
        id,
        organization_id: organization,
        slug,
        name: slug,
        description: '',
        visibility: 'organization',
        open_writing: 1,
        ...by,
        updated_at: at(0),
        updated_by: user,
      })
      .execute();
  const passage = (type: 'artifact' | 'session', id: string, versionId: string) =>
    tx
      .insertInto('passages')
      .values({ resource_type: type, resource_id: id, version_id: versionId, title: 'Walrus', body: '東京都の水族館' })
      .execute();
  const link = (type: 'artifact' | 'session', id: string, channel: string, second: number) =>
    tx
      .insertInto('links')
      .values({
        resource_type: type,
        resource_id: id,
        target_type: 'channel',
        target_id: channel,
        created_at: at(second),
        created_by: user,
      })
      .execute();

  const artifact = newId('art');
  const versions = [newId('artv'), newId('artv'), newId('artv')];
  await tx
    .insertInto('artifacts')
    .values({
      id: artifact,
      organization_id: organization,
      channel_id: home,
      kind: 'markdown',
      current_version_id: versions[2]!,
      ...by,
      updated_at: at(50),
    })
    .execute();
  for (const [index, id] of versions.entries())
    await tx
      .insertInto('artifact_versions')
      .values({
        id,
        artifact_id: artifact,
        number: index + 1,
        title: `Plan ${index + 1}`,
        content: Buffer.alloc(0),
        size: 0,
        sha256: emptyDigest,
        interface: 'api',
        client_app: null,
        created_at: at(10 + 20 * index),
        created_by: user,
      })
      .execute();
  await passage('artifact', artifact, versions[2]!);
  await link('artifact', artifact, home, 35);
  await link('artifact', artifact, other, 40);
  const session = newId('ses');
  await tx
    .insertInto('sessions')
    .values({
      id: session,
      organization_id: organization,
      owner_id: user,
      channel_id: null,
      title: 'Talk',
      created_at: at(5),
      updated_at: at(5),
    })
    .execute();
  await passage('session', session, session);
  await link('session', session, other, 20);
}

const emptyDigest = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

test('a folder of the release before keeps the feeds of its channels in order, and its texts are found', async () => {
  const dataFolder = await temporaryFolder();
  await inStorage(dataFolder, async (tx) => {
    await backToVersion2(tx);
    await fill(tx);
  });
  const gateway = await startGateway(dataFolder);
  const account = accountAt(gateway.url, await accessToken(dataFolder));
  const feed = async (channel: string) => {
    const { items } = await account.done(`GET /channels/${channel}/feed`);
    return items.map((item) => {
      const what = item.type === 'artifact' ? item.artifact.title : item.type;
      return `${item.at.slice(17, 19)} ${what} ${item.actor.name}`;
    });
  };
  expect(await feed('home')).toEqual(['50 Plan 3 Mara', '30 Plan 2 Mara', '10 Plan 1 Mara']);
  expect(await feed('other')).toEqual(['50 Plan 3 Mara', '40 Plan 2 Mara', '20 session Mara']);
  for (const q of ['walrus', '水族館']) {
    const { body } = await account.call(`GET /search?q=${encodeURIComponent(q)}`);
    const snippet = '東京都の水族館';
    expect(body.results).toMatchObject([{ snippet }, { snippet }]);
  }
  await expectSound(dataFolder);
});
