import { createHash } from 'node:crypto';
import {
  copyFile,
  cp,
  mkdir,
  mkdtemp,
  open,
  readFile,
  rename,
  rm,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { newestSchema } from '../../src/store/migrations.ts';
import { placesIn } from '../../src/workspace/open.ts';
import { check, expectSound } from '../support/check.ts';
import { fillFolder, kept } from '../support/older-folders.ts';
import { accessToken, runWorkspace, temporaryFolder } from '../support/product.ts';
import { type Connection, withDatabase } from '../support/sqlite.ts';

let original = '';
beforeAll(async () => {
  original = await mkdtemp(join(tmpdir(), 'workspace-test-'));
  await fillFolder(original, newestSchema);
  await accessToken(original);
});
afterAll(() => rm(original, { recursive: true, force: true }));

async function folderToDamage(): Promise<string> {
  const folder = await temporaryFolder();
  await cp(original, folder, { recursive: true });
  return folder;
}

const digest = createHash('sha256').update(kept.bytes).digest('hex');
const prefix = digest.slice(0, 2);
const blobs = (folder: string, ...names: string[]) => join(placesIn(folder).blobs, ...names);
const blob = (folder: string) => blobs(folder, prefix, digest);
const keys = (folder: string) => placesIn(folder).signingKey;

async function flip(path: string, position: number): Promise<void> {
  const bytes = await readFile(path);
  bytes[position]! ^= 1;
  await writeFile(path, bytes);
}

/** Since days. */
async function longAgo(path: string): Promise<void> {
  const then = new Date(Date.now() - 3 * 24 * 60 * 60 * 1_000);
  await utimes(path, then, then);
}

type Plant = (folder: string) => unknown;

/** Past every key, constraint and trigger. */
const inDatabase =
  (...statements: string[]): Plant =>
  (folder) =>
    withDatabase(folder, (connection) => {
      connection.pragma('foreign_keys = OFF');
      connection.pragma('ignore_check_constraints = ON');
      for (const statement of statements) connection.exec(statement);
    });

const rootPage = (connection: Connection, name: string) =>
  connection.prepare('select rootpage from sqlite_schema where name = ?').pluck().get(name) as number;

const overwrittenPage =
  (name: string): Plant =>
  async (folder) => {
    const page = withDatabase(folder, (connection) => rootPage(connection, name));
    const file = await open(placesIn(folder).database, 'r+');
    await file.write(Buffer.alloc(512, 0xa5), 0, 512, (page - 1) * 4_096);
    await file.close();
  };

/** A row comes while the index is out of the schema, so that nothing tells the index. */
const withoutIndex =
  (index: string, statement: string): Plant =>
  (folder) => {
    const schema = (change: (connection: Connection) => void) =>
      withDatabase(folder, (connection) => {
        connection.unsafeMode(true);
        connection.pragma('writable_schema = ON');
        change(connection);
      });
    let row: unknown[] = [];
    schema((connection) => {
      row = connection.prepare('select * from sqlite_schema where name = ?').raw().get(index) as unknown[];
      connection.prepare('delete from sqlite_schema where name = ?').run(index);
    });
    withDatabase(folder, (connection) => connection.exec(statement));
    schema((connection) => connection.prepare('insert into sqlite_schema values (?, ?, ?, ?, ?)').run(row));
  };

const { artifact, file, session, record, dataSet, view, post, query, channel } = kept;

const corruptions: [what: string, plant: Plant, told: (string | RegExp)[]][] = [
  ['a byte of a blob is another', (folder) => flip(blob(folder), 3), [`blob ${digest}: its bytes are damaged`]],
  [
    'a blob is cut short',
    (folder) => truncate(blob(folder), 5),
    [`${file}: its bytes are of another size: 5 bytes, not ${kept.bytes.length}`],
  ],
  ['a blob is missing', (folder) => rm(blob(folder)), [`${file}: its bytes are missing (blob ${digest})`]],
  [
    'a blob is nobody’s',
    async (folder) => {
      const other = createHash('sha256').update('other').digest('hex');
      await mkdir(blobs(folder, other.slice(0, 2)), { recursive: true });
      await writeFile(blobs(folder, other.slice(0, 2), other), 'other');
      await longAgo(blobs(folder, other.slice(0, 2), other));
    },
    [/^blob \w{64}: no file has it$/],
  ],
  [
    'a blob has another’s name',
    (folder) =>
      rename(
        blob(folder),
        blobs(
          folder,
          prefix,
          digest.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
        ),
      ),
    [`${file}: its bytes are missing`, /^blob \w{64}: its bytes are damaged$/],
  ],
  [
    'a blob lies in the wrong folder',
    async (folder) => {
      await mkdir(blobs(folder, 'zz'));
      await mkdir(blobs(folder, '00'), { recursive: true });
      await copyFile(blob(folder), blobs(folder, '00', digest));
    },
    [`blobs/00/${digest} is no blob`, 'blobs/zz is no blob'],
  ],
  [
    'an upload was never finished',
    async (folder) => {
      await mkdir(blobs(folder, 'incoming'), { recursive: true });
      await writeFile(blobs(folder, 'incoming', 'half'), 'half');
      await longAgo(blobs(folder, 'incoming', 'half'));
    },
    ['blobs/incoming/half is an upload that never ended'],
  ],
  ['a page of a table is damaged', overwrittenPage('artifact_versions'), [/^database: ./]],
  ['a page of an index is damaged', overwrittenPage('files_by_digest'), [/^database: ./]],
  ['a page of the full-text index is damaged', overwrittenPage('passage_words_data'), [/^database: ./]],
  ['a page of records is damaged', overwrittenPage('data_1'), [/^database: ./]],
  [
    'an index lacks a row',
    withoutIndex(
      'files_by_digest',
      "insert into files select 'file_other', organization_id, file_name, content_type, size, sha256, created_at, created_by, interface from files",
    ),
    [/^database: (row \d+ missing from index|wrong # of entries in index) files_by_digest/],
  ],
  [
    'an index has a row too many',
    withoutIndex('messages_by_session', "delete from messages where body = 'Hello'"),
    [/^database: .*messages_by_session/],
  ],
  [
    'an index is missing',
    inDatabase('drop index messages_by_session'),
    ['database: the index messages_by_session is missing'],
  ],
  [
    'a trigger is missing',
    inDatabase('drop trigger passages_deleted'),
    ['database: the trigger passages_deleted is missing'],
  ],
  [
    'a trigger is there that nobody made',
    inDatabase('create trigger other after insert on audit_events begin delete from audit_events; end'),
    ["database: the trigger other is none of this product's"],
  ],
  [
    'a foreign key dangles',
    inDatabase("update messages set session_id = 'ses_gone' where body = 'Hello'"),
    ['database: 1 rows of messages point at missing rows of sessions'],
  ],
  [
    'a version is missing',
    inDatabase(
      'delete from artifact_versions where number = 1',
      'update feed_items set version_id = (select id from artifact_versions)',
    ),
    [`${artifact} has lost one of its versions`],
  ],
  [
    'a version has another’s number',
    inDatabase(
      'update artifact_versions set number = 0 where number = 1',
      'update artifact_versions set number = 1 where number = 2',
    ),
    [`${artifact} has lost one of its versions`],
  ],
  [
    'an earlier version is current',
    inDatabase('update artifacts set current_version_id = (select id from artifact_versions where number = 1)'),
    [`${artifact} shows an earlier version than its newest`],
  ],
  [
    'the content of a version is another',
    inDatabase("update artifact_versions set content = cast('other' as blob) where number = 1"),
    [/^artv_\w+: its content is damaged$/],
  ],
  [
    'the digest of a version is another',
    inDatabase("update artifact_versions set sha256 = replace(sha256, 'a', 'b')"),
    [/^artv_\w+: its content is damaged$/],
  ],
  [
    'the digest of a file is another',
    inDatabase("update files set sha256 = printf('%064d', 0)"),
    [`${file}: its bytes are missing (blob 000`],
  ],
  ['the size of a file is negative', inDatabase('update files set size = -1'), [`${file}: its bytes are`]],
  [
    'something is attached to what does not exist',
    inDatabase("update links set target_id = 'ch_gone'"),
    ['ch_gone is a link target that does not exist'],
  ],
  [
    'something is attached that does not exist',
    inDatabase("update links set resource_id = 'file_gone' where resource_type = 'file'"),
    ['file_gone is linked from a row that does not exist'],
  ],
  [
    'a record has no row',
    inDatabase('delete from data_1'),
    [`${record} has no row`, `${dataSet} counts its records wrongly`],
  ],
  [
    'a record is in no Data Set',
    inDatabase('update records set data_set = 9'),
    [`${record} is a record of no Data Set`],
  ],
  [
    'an import is half entered',
    inDatabase(
      "insert into data_1 select id || 'x', f1, f2, title, created_at, created_by, updated_at, updated_by, version from data_1",
    ),
    [`${record}x is in a Data Set but unknown`, `${dataSet} counts its records wrongly`],
  ],
  [
    'a value is of another type',
    inDatabase("update data_1 set f2 = 'won'"),
    [`${record} (stage) has a value in ${dataSet} that no release writes`],
  ],
  [
    'a value is no choice',
    inDatabase('update data_1 set f2 = 7'),
    [`${record} (stage) has a value in ${dataSet} that no release writes`],
  ],
  [
    'a text is bytes',
    inDatabase("update data_1 set f1 = x'00ff'"),
    [`${record} (city) has a value in ${dataSet} that no release writes`],
  ],
  [
    'a record has no version',
    inDatabase('update data_1 set version = 0'),
    [`${record} (version) has a value in ${dataSet} that no release writes`],
  ],
  [
    'a record is deleted and is there',
    inDatabase(`insert into deleted_records values ('${record}', 1)`),
    [`${record} is in the catalogue as deleted`],
  ],
  ['a Data Set has no table', inDatabase('drop table data_1'), [`${dataSet} has no table for its records`]],
  [
    'a Data Set lacks a column',
    inDatabase('alter table data_1 drop column f1'),
    [`${dataSet} has a field without a column`],
  ],
  [
    'a View shows a field that there is not',
    inDatabase(`update view_versions set definition = json_set(definition, '$.columns', json('["gone"]'))`),
    [`${view} is a View that its Data Set cannot fulfil`],
  ],
  [
    'a View is no JSON',
    inDatabase("update view_versions set definition = '{'"),
    [`${view} is a View that its Data Set cannot`],
  ],
  [
    'a View has lost its version',
    inDatabase("update views set current_version_id = 'viewv_gone'"),
    [`${view} has no current version`],
  ],
  [
    'the full-text index has another text',
    inDatabase(
      'drop trigger passages_inserted; drop trigger passages_deleted',
      `update passages set body = 'What the seal said' where resource_id = '${artifact}'`,
    ),
    [/^search index: it has \d+ terms otherwise than the texts have them$/],
  ],
  [
    'the full-text index lacks a text',
    inDatabase(
      "insert into passage_words(passage_words, rowid, title, body) select 'delete', id, segmented(title), segmented(body) from passages where resource_type = 'post'",
    ),
    [`${post} (passage `],
  ],
  [
    'a session is in no search',
    inDatabase(`delete from passages where resource_id = '${session}'`),
    [`${session} has no entry in the search index`],
  ],
  [
    'a search finds what does not exist',
    inDatabase(
      "insert into passages (resource_type, resource_id, version_id, title, body) values ('artifact', 'art_gone', 'v', 't', 'b')",
    ),
    ['art_gone has an entry in the search index but does not exist'],
  ],
  [
    'an answer stands before its question',
    inDatabase(
      `update messages set role = case role when 'user' then 'assistant' else 'user' end where id in
        (select message_id from queries union select answer_message_id from queries)`,
    ),
    [`${query} is a query whose question is not in its session`],
  ],
  [
    'a message is nobody’s',
    inDatabase("update messages set role = 'ghost' where body = 'Hello'"),
    [/^msg_\w+ \(role\) has a value in messages that no release writes$/],
  ],
  [
    'a feed shows what does not exist',
    inDatabase("update feed_items set subject_id = 'post_gone' where type = 'post'"),
    ['post_gone is in the feed'],
  ],
  [
    'a feed lacks what is there',
    inDatabase("delete from feed_items where type = 'artifact'"),
    [`${artifact} is missing from the feed`],
  ],
  [
    'a discussion counts wrongly',
    inDatabase('update discussions set comment_count = 7'),
    [`${post} has a discussion that counts`],
  ],
  [
    'mentions are no JSON',
    inDatabase("update posts set mentions = '{'"),
    [`${post} (mentions) has a value in posts that no release writes`],
  ],
  [
    'an idempotency key is of nobody',
    inDatabase("update idempotency_keys set user_id = 'usr_gone'"),
    ['k1 (user_id of idempotency_keys) names something of another organisation, or of none'],
  ],
  [
    'an idempotency key has no answer',
    inDatabase("update idempotency_keys set answer = ''"),
    [/^usr_\w+ artifacts.create k1 \(answer\) has a value in idempotency_keys that no release writes$/],
  ],
  [
    'a member is of another organisation',
    inDatabase(
      "insert into organizations (id, name, max_upload_bytes, created_at) values ('org_other', 'Other', 1, '')",
      "insert into users (id, organization_id, name, role, created_at) values ('usr_other', 'org_other', 'Eve', 'member', '')",
      `insert into channel_members values ('${channel}', 'usr_other', 'reader', '')`,
    ),
    ['usr_other (user_id of channel_members) names something of another organisation'],
  ],
  [
    'a user has no organisation',
    inDatabase("update users set organization_id = 'org_gone'"),
    [/^database: \d+ rows of users point at missing rows of organizations$/],
  ],
  [
    'times are none',
    inDatabase("update posts set created_at = 'yesterday'", "update files set created_at = '2026-02-30T00:00:00.000Z'"),
    [`${post} (created_at) has a value in posts`, `${file} (created_at) has a value in files`],
  ],
  [
    'texts are bytes',
    inDatabase("update sessions set title = x'00ff'", "update channels set slug = x'ff'"),
    [`${session} (title) has a value in sessions`, `${channel} (slug) has a value in channels`],
  ],
  [
    'what counts is no number, what is true or false is neither',
    inDatabase("update data_sets set revision = 'many'", 'update channels set open_writing = 2'),
    [`1 (revision) has a value in data_sets`, `${channel} (open_writing) has a value in channels`],
  ],
  [
    'a field is of no type',
    inDatabase("update data_set_fields set type = 'colour' where key = 'city'"),
    ['1 1 (type) has a value in data_set_fields'],
  ],
  [
    'JSON is of another shape',
    inDatabase(
      "update posts set mentions = '[]'",
      "update messages set sources = '{}' where role = 'assistant'",
      `update queries set answer = '{"answer": 7}'`,
      "update idempotency_keys set answer = '[]'",
      `update data_set_fields set options = '{"choices": 3}' where key = 'stage'`,
    ),
    [
      `${post} (mentions) has a value in posts`,
      /^msg_\w+ \(sources\) has a value in messages/,
      `${query} (answer) has a value in queries`,
      /k1 \(answer\) has a value in idempotency_keys/,
      '1 2 (options) has a value in data_set_fields',
    ],
  ],
  [
    'the options of a field are no JSON',
    inDatabase("update data_set_fields set options = '{' where key = 'stage'"),
    ['1 2 (options) has a value in data_set_fields', 'the fields of data_1 cannot be read'],
  ],
  [
    'an address and a slug are not as they are looked up',
    inDatabase("update users set email = 'MIA@workspace.test'", "update channels set slug = 'A b'"),
    [/^usr_\w+ \(email\) has a value in users/, `${channel} (slug) has a value in channels`],
  ],
  [
    'rows of a source are known as no record',
    inDatabase('delete from source_rows'),
    [`${record} is in a Data Set of a source, and no row of that is known to be it`],
  ],
  [
    'a View shows a Data Set of another channel',
    inDatabase(
      "insert into channels select 'ch_other', organization_id, 'other', name, description, visibility, open_writing, created_at, created_by, updated_at, updated_by from channels",
      "update data_sets set channel_id = 'ch_other'",
    ),
    [`${view} is a View of a Data Set in another channel`],
  ],
  [
    'a table of somebody else is there, and rows beside it are wrong',
    inDatabase('create table evil (x)', "insert into evil values (x'00')", "update users set role = 'root'"),
    ["database: the table evil is none of this product's", /^usr_\w+ \(role\) has a value in users/],
  ],
  [
    'an organisation lives nowhere',
    inDatabase("update organizations set time_zone = 'Mars/Olympus'"),
    [/^org_\w+ \(time_zone\) has a value in organizations/],
  ],
  [
    'a password is kept as it is',
    inDatabase("update passwords set hash = 'secret'"),
    [/^usr_\w+ \(hash\) has a value in passwords/],
  ],
  [
    'a record is by nobody',
    inDatabase("update data_1 set created_by = 'usr_gone'"),
    [`${record} (created_by) has a value in ${dataSet} that no release writes`],
  ],
  [
    'a record was made in no year',
    inDatabase('update data_1 set created_at = 9000000000000000'),
    [`${record} (created_at) has a value in ${dataSet} that no release writes`],
  ],
  [
    'a file, a post and a version are of another organisation',
    inDatabase(
      "insert into organizations (id, name, max_upload_bytes, created_at) values ('org_other', 'Other', 1, '2026-01-01T00:00:00.000Z')",
      "insert into users (id, organization_id, name, role, created_at) values ('usr_other', 'org_other', 'Eve', 'member', '2026-01-01T00:00:00.000Z')",
      "update files set organization_id = 'org_other'",
      "update posts set organization_id = 'org_other'",
      "update artifact_versions set created_by = 'usr_other'",
    ),
    [
      `${file} (created_by of files) names something of another organisation`,
      `${file} (target_id of links) names something of another organisation`,
      `${post} (channel_id of posts) names something of another organisation`,
      /^artv_\w+ \(created_by of artifact_versions\) names something of another organisation/,
    ],
  ],
  [
    'something came through a surface that there is not',
    inDatabase(
      "update files set interface = 'fax'",
      "update records set interface = 'fax'",
      "update sessions set interface = 'fax'",
      "update messages set interface = 'fax'",
      "update posts set client_app = 'fax'",
    ),
    [
      `${file} (interface) has a value in files that no release writes`,
      `${record} (interface) has a value in records that no release writes`,
      `${session} (interface) has a value in sessions that no release writes`,
      /^msg_\w+ \(interface\) has a value in messages that no release writes$/,
      `${post} (client_app) has a value in posts that no release writes`,
    ],
  ],
  [
    'a user has a role that there is not',
    inDatabase("update users set role = 'root'"),
    [/^usr_\w+ \(role\) has a value in users that no release writes$/],
  ],
  [
    'an organisation takes no uploads',
    inDatabase('update organizations set max_upload_bytes = -5'),
    [/^org_\w+ \(max_upload_bytes\) has a value in organizations that no release writes$/],
  ],
  [
    'a private channel has no manager',
    inDatabase("update channels set visibility = 'private'; delete from channel_members"),
    [`${channel} is a private channel without a manager`],
  ],
  [
    'a source fills no field',
    inDatabase('update source_columns set field = 9'),
    [`${dataSet} has a source that fills a field`],
  ],
  [
    'a source knows no record',
    inDatabase("update source_rows set record_id = 'rec_gone'"),
    ['rec_gone comes from a source but does not exist'],
  ],
  [
    'a document has a text and has none',
    inDatabase('update file_texts set reason = null'),
    [`${file} has a text that is neither`],
  ],
  [
    'the signing keys are none',
    (folder) => writeFile(keys(folder), '{"kty":"OKP"'),
    [/signing-key\.json is damaged: it holds no signing keys/],
  ],
  [
    'a signing key is half another',
    async (folder) => {
      const key = JSON.parse(await readFile(keys(folder), 'utf8')) as { x: string };
      await writeFile(keys(folder), JSON.stringify({ ...key, x: `AAAA${key.x.slice(4)}` }));
    },
    [/signing-key\.json is damaged: it holds no signing keys/],
  ],
  [
    'a rotation of keys was interrupted',
    async (folder) => {
      await writeFile(`${keys(folder)}.next`, '');
      await longAgo(`${keys(folder)}.next`);
    },
    [/signing-key\.json\.next was left by a rotation/],
  ],
];

test('admin check finds nothing wrong with what the corruptions are planted into', async () => {
  await expectSound(original);
});

test.each(corruptions)('admin check finds that %s', async (_what, plant, told) => {
  const folder = await folderToDamage();
  await plant(folder);
  const { status, stderr, ok, problems, advice } = await check(folder);
  expect([status, stderr, ok]).toEqual([1, '', false]);
  for (const sentence of told)
    expect(problems).toContainEqual(
      typeof sentence === 'string' ? expect.stringContaining(sentence) : expect.stringMatching(sentence),
    );
  expect(advice).toEqual(problems!.length > 0 ? expect.arrayContaining([expect.stringMatching(/^[A-Z].*\.$/)]) : []);
});

test.each([0, 1])('of each sort the first hundred are named, and with %i more that there are more', async (more) => {
  const folder = await folderToDamage();
  withDatabase(folder, (connection) => {
    const add = connection.prepare(`insert into deleted_records values (?, 1)`);
    const enter = connection.prepare(`insert into records (id, data_set) values (?, 9)`);
    for (let number = 0; number < limits.problemsOfASort + more; number += 1)
      for (const statement of [add, enter]) statement.run(`rec_${number}`);
  });
  const { stdout } = await runWorkspace('admin', 'check', '--data', folder);
  const lines = stdout.split('\n');
  const isNamed = (line: string) => line.includes('is in the catalogue as deleted');
  expect(lines.filter(isNamed)).toHaveLength(limits.problemsOfASort);
  const behind = lines[lines.findLastIndex(isNamed) + 1]!;
  expect(behind.endsWith('and more like the one before')).toBe(more === 1);
});
