import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/store/sqlite/open.ts';
import { type ArchiveEntry, beside, changed, readArchive, restoreTo, writeArchive } from '../support/backups.ts';
import { connectHost } from '../support/hosts.ts';
import { runWorkspace, temporaryFolder } from '../support/product.ts';
import { emptyDataSet } from '../support/records.ts';
import { connectTo } from '../support/sqlite.ts';
import { hostWriter } from '../support/writers.ts';

let folder = '';
let sound = '';
let entries: ArchiveEntry[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'workspace-test-'));
  const data = join(folder, 'data');
  sound = join(folder, 'backup.tar');
  await runWorkspace('token', '--data', data);
  const host = await connectHost(data, []);
  const writer = hostWriter(host);
  for (const text of ['one', 'two', 'three']) await writer.upload('f.bin', Buffer.from(text.repeat(400)));
  await host.client.close();
  await emptyDataSet(data, 'general', { name: 'Deals', fields: [{ key: 'city', type: 'text' }] });
  await runWorkspace('admin', 'backup', sound, '--data', data);
  entries = await readArchive(sound);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const indexOf = { manifest: 0, database: 1, key: 2, firstBlob: 3, lastBlob: 5 };

type Change = (file: string) => Promise<unknown>;

const archive = (change: (given: ArchiveEntry[]) => ArchiveEntry[]) => (file: string) =>
  writeArchive(file, change(structuredEntries()));
const structuredEntries = () => entries.map(({ header, bytes }) => ({ header: { ...header }, bytes }));

const withEntry = (index: number, header: ArchiveEntry['header'], bytes?: Buffer) =>
  archive((given) =>
    given.with(index, { header: { ...given[index]!.header, ...header }, bytes: bytes ?? given[index]!.bytes }),
  );
const named = (index: number, name: string) => withEntry(index, { name });
const withBytes = (index: number, change: (bytes: Buffer) => Buffer) =>
  archive((given) => given.with(index, { ...given[index]!, bytes: change(Buffer.from(given[index]!.bytes)) }));
const inserted = (index: number, name: string, bytes = Buffer.from('more')) =>
  archive((given) => given.toSpliced(index, 0, { header: { name }, bytes }));
const flipped = (bytes: Buffer) => {
  bytes[bytes.length >> 1]! ^= 1;
  return bytes;
};

type ManifestJson = Record<string, unknown> & { database: object };
const withManifest = (change: (manifest: ManifestJson) => object) =>
  withBytes(indexOf.manifest, (bytes) =>
    Buffer.from(JSON.stringify(change(JSON.parse(bytes.toString()) as ManifestJson))),
  );

/** Another database, or other keys, of which the manifest has the digest. */
const withWhole =
  (part: 'database' | 'signingKeys', change: (given: Buffer) => Promise<Buffer>) => async (file: string) => {
    const index = part === 'database' ? indexOf.database : indexOf.key;
    const { header, bytes: given } = entries[index]!;
    const bytes = await change(Buffer.from(given));
    const described = { size: bytes.byteLength, sha256: createHash('sha256').update(bytes).digest('hex') };
    const manifest = { ...(JSON.parse(entries[0]!.bytes.toString()) as object), [part]: described };
    await writeArchive(
      file,
      structuredEntries()
        .with(indexOf.manifest, { header: entries[0]!.header, bytes: Buffer.from(JSON.stringify(manifest)) })
        .with(index, { header, bytes }),
    );
  };
const withDatabase = (change: (given: Buffer) => Promise<Buffer>) => withWhole('database', change);

/** The same database after a statement. */
async function altered(database: Buffer, statement: string): Promise<Buffer> {
  const path = join(await temporaryFolder(), 'altered.db');
  await writeFile(path, database);
  const connection = connectTo(path);
  connection.exec(statement);
  connection.close();
  return readFile(path);
}

/** As a process leaves it that was killed before its first start was over. */
async function databaseWithoutWorkspace(): Promise<Buffer> {
  const path = join(await temporaryFolder(), 'other.db');
  await (await openDatabase({ path })).close();
  return readFile(path);
}

/** Where a SQLite file has its `user_version`. */
const schemaOffset = 60;

async function ofSchema(schema: number, database: Buffer): Promise<Buffer> {
  database.writeUInt32BE(schema, schemaOffset);
  return database;
}

/** With a header that says more bytes than there are, its checksum made anew. */
const declaring = (size: number) => (file: string) =>
  changed(file, (bytes) => {
    const at = bytes.indexOf('workspace.db');
    bytes.write(`${size.toString(8).padStart(11, '0')} `, at + 124, 'ascii');
    bytes.fill(' ', at + 148, at + 156);
    const sum = bytes.subarray(at, at + 512).reduce((total, byte) => total + byte, 0);
    bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, at + 148, 'ascii');
    return bytes;
  });

const hostile: [what: string, change: Change, told: RegExp][] = [
  ['a path that leads out', named(indexOf.key, '../outside'), /has "\.\.\/outside" where only/],
  ['a path from the root', named(indexOf.firstBlob, '/tmp/outside'), /where only the file blobs/],
  ['a path of several parts', named(indexOf.key, 'blobs/../../outside'), /where only/],
  [
    'a symbolic link',
    withEntry(indexOf.key, { name: 'signing-key.json', type: 'symlink', linkname: '/' }),
    /where only/,
  ],
  ['a hard link', withEntry(indexOf.key, { name: 'signing-key.json', type: 'link', linkname: '/x' }), /where only/],
  ['a folder', withEntry(indexOf.firstBlob, { name: 'blobs', type: 'directory' }), /has "blobs\/?" where only/],
  ['a device', withEntry(indexOf.key, { name: 'signing-key.json', type: 'character-device' }), /where only/],
  [
    'a name that an extension gives it',
    withEntry(indexOf.key, { name: 'signing-key.json', pax: { path: '../outside' } }),
    /where only/,
  ],
  ['an entry twice', archive((given) => given.toSpliced(4, 0, given[3]!)), /where only/],
  ['a second end', archive((given) => [...given, given[5]!]), /behind its end/],
  ['a blob that no file has', inserted(indexOf.lastBlob + 1, `blobs/ff/${'f'.repeat(64)}`), /behind its end/],
  ['a file that belongs to none', inserted(indexOf.firstBlob, 'startup.sh'), /has "startup.sh" where only/],
  ['a blob less', archive((given) => given.toSpliced(4, 1)), /where only/],
  ['the last blob missing', archive((given) => given.slice(0, -1)), /it ends where blobs/],
  ['no keys', archive((given) => given.toSpliced(indexOf.key, 1)), /where only the file signing-key/],
  ['a blob of other bytes', withBytes(indexOf.firstBlob, flipped), /the blob \w{64} is not what its digest says/],
  ['a blob of another size', withBytes(4, (bytes) => bytes.subarray(1)), /has \d+ bytes where it should have/],
  ['a database of other bytes', withBytes(indexOf.database, flipped), /workspace.db is not what its digest says/],
  ['keys of other bytes', withBytes(indexOf.key, flipped), /signing-key.json is not what its digest says/],
  ['a manifest of no JSON', withBytes(0, () => Buffer.from('{')), /manifest.json is not one/],
  ['a manifest that is long', withBytes(0, () => Buffer.alloc(65_537, ' ')), /manifest.json has 65537 bytes/],
  ['another format', withManifest((manifest) => ({ ...manifest, formatVersion: 2 })), /manifest.json is not one/],
  [
    'a newer schema',
    withManifest((manifest) => ({ ...manifest, schema: 999, release: '9.9.9' })),
    /release "9.9.9" wrote it with schema 999, and this one knows \d+: update workspace-mcp/,
  ],
  ['a database of a newer schema', withDatabase((bytes) => ofSchema(999, bytes)), /it is of schema 999, not \d+/],
  ['a database of an older schema', withDatabase((bytes) => ofSchema(1, bytes)), /it is of schema 1, not \d+/],
  ...Object.entries({
    'a trigger of its own': 'create trigger evil after insert on audit_events begin delete from users; end',
    'a trigger that is another': `drop trigger passages_deleted;
      create trigger passages_deleted after delete on passages begin delete from users; end`,
    'a view of its own': 'create view evil as select * from users',
    'a view in place of a table': 'drop table feedback; create view feedback as select * from posts',
    'a view that is another':
      'drop view passage_texts; create view passage_texts as select 1 as id, 2 as title, 3 as body',
    'an index of its own': 'create index evil on users (folded(name))',
    'an index that runs what it may not': 'create index data_1_of_views_0123456789abcdef on data_1 (segmented(title))',
    'a table of its own': 'create table evil (page text)',
    'a table that is another': 'drop table feedback; create table feedback (page text)',
    'a column more': 'alter table audit_events add column evil text generated always as (1) virtual',
    'a table less': 'drop table feedback',
    'an index less': 'drop index files_by_digest',
    'a module of its own': 'create virtual table evil using fts5(page)',
    'a Data Set of other columns': 'create table "data_7" (id text, f1 text default (random()))',
  }).map(([what, statement]): [string, Change, RegExp] => [
    what,
    withDatabase((bytes) => altered(bytes, statement)),
    /its database is none of schema \d+: the \w+ \w+ is (none of this product's|missing)/,
  ]),
  ...Object.entries({
    'keys that are none': 'no keys',
    'keys of another kind': JSON.stringify({ kty: 'RSA', n: 'AQAB', e: 'AQAB', d: 'AQAB' }),
    'a public key alone': JSON.stringify({ kty: 'OKP', crv: 'Ed25519', x: 'A'.repeat(43) }),
    'a key that does not sign what it verifies': JSON.stringify({
      kty: 'OKP',
      crv: 'Ed25519',
      x: 'A'.repeat(43),
      d: 'B'.repeat(43),
    }),
    'no key in the list': JSON.stringify({ keys: [] }),
  }).map(([what, keys]): [string, Change, RegExp] => [
    what,
    withWhole('signingKeys', async () => Buffer.from(keys)),
    /is not a sound backup: its signing keys are none/,
  ]),
  ['a database that is none', withDatabase(async () => Buffer.alloc(8_192, 'no database')), /its database is damaged/],
  ['a database of no workspace', withDatabase(databaseWithoutWorkspace), /holds no workspace/],
  [
    'a damaged database',
    withDatabase(async (bytes) => bytes.fill(0xa5, 4_096 * 12 + 96, 4_096 * 30)),
    /its database is damaged/,
  ],
  ['more said than there is', declaring(0o77777777777), /workspace.db has 8589934591 bytes where it should have/],
  ['its end cut off', (file) => changed(file, (bytes) => bytes.subarray(0, -1_024)), /it is cut short/],
  ['a byte cut off', (file) => changed(file, (bytes) => bytes.subarray(0, -1)), /it is cut short/],
  ['half of it cut off', (file) => changed(file, (bytes) => bytes.subarray(0, bytes.length >> 1)), /it is cut short/],
  ['some bytes behind it', (file) => changed(file, (bytes) => Buffer.concat([bytes, Buffer.from('x')])), /not a sound/],
  [
    'a block behind it',
    (file) => changed(file, (bytes) => Buffer.concat([bytes, Buffer.alloc(512, 'x')])),
    /not a sound/,
  ],
  ['zeros behind it', (file) => changed(file, (bytes) => Buffer.concat([bytes, Buffer.alloc(512)])), /more bytes than/],
  ['a second backup behind it', (file) => changed(file, (bytes) => Buffer.concat([bytes, bytes])), /behind its end/],
  ['nothing in it', (file) => writeFile(file, ''), /it ends where manifest.json should be/],
  ['no tar in it', (file) => writeFile(file, Buffer.alloc(10_000, 'text')), /invalid tar header/],
  ['it compressed', (file) => changed(file, (bytes) => gzipSync(bytes)), /not a sound backup/],
];

describe('admin restore refuses a backup with', () => {
  test.each(hostile)('%s', async (_what, change, told) => {
    const own = await temporaryFolder();
    const file = join(own, 'hostile.tar');
    await copyFile(sound, file);
    await change(file);
    const target = join(own, 'deeper', 'restored');
    const { status, stdout, stderr } = await restoreTo(target, file);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(told);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(await beside(target)).toEqual([]);
    expect(await beside(file)).toEqual(['deeper', 'hostile.tar']);
  });

  test.each(['a pipe', 'a device'])('%s in its place, and does not wait for it', async (what) => {
    const own = await temporaryFolder();
    const pipe = join(own, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const { status, stderr } = await restoreTo(join(own, 'restored'), what === 'a pipe' ? pipe : '/dev/zero');
    expect([status, stderr]).toEqual([1, expect.stringMatching(/ is not a file; name a backup\.\n$/)]);
    expect(await beside(pipe)).toEqual(['pipe']);
  });

  test('nothing, if it is written anew as it was', async () => {
    const file = join(await temporaryFolder(), 'same.tar');
    await writeArchive(file, entries);
    expect(await restoreTo(join(await temporaryFolder(), 'restored'), file)).toMatchObject({ status: 0, stderr: '' });
  });
});
