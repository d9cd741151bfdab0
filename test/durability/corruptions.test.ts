import { createHash } from 'node:crypto';
import { copyFile, mkdir, open, readFile, rename, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { placesIn } from '../../src/folder/places/places.ts';
import { type Corruption, expectFound, foldersToDamage, inDatabase, type Plant } from '../support/corruptions.ts';
import { kept } from '../support/older-rows.ts';
import { runWorkspace } from '../support/product.ts';
import { type Connection, withDatabase } from '../support/sqlite.ts';

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

const { file } = kept;

/** Damage to bytes, to the database file and to the keys. */
const corruptions: Corruption[] = [
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
    [`blobs/00/${digest} is not a blob`, 'blobs/zz is not a blob'],
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
      "insert into files select 'file_other', organization_id, file_name, content_type, size, sha256, created_at, created_by, interface, home, text_version_id, agent, trashed_at from files",
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
    'a table of somebody else is there, and rows beside it are wrong',
    inDatabase('create table evil (x)', "insert into evil values (x'00')", "update users set role = 'root'"),
    ["database: the table evil is none of this product's", /^usr_\w+ \(role\) has a value in users/],
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

const folderToDamage = foldersToDamage();
expectFound(folderToDamage, corruptions);

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
