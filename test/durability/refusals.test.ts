import { execFile } from 'node:child_process';
import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { placesIn } from '../../src/folder/places/places.ts';
import { connectHost } from '../support/hosts.ts';
import type { Outcome } from '../support/command-runner.ts';
import { executable, refusedServe, runWorkspace, temporaryFolder } from '../support/product.ts';
import { inStorage } from '../support/storage.ts';
import { hostWriter } from '../support/writers.ts';

const writing = [['mcp'], ['serve', '--port', '0'], ['token']];
const reading = [
  ['mcp', '--read-only'],
  ['admin', 'check'],
];
const commands = [...writing, ...reading];
const named = (list: string[][]) => list.map((command): [string, string[]] => [command.join(' '), command]);

let original = '';
beforeAll(async () => {
  original = await mkdtemp(join(tmpdir(), 'workspace-test-'));
  const host = await connectHost(original, []);
  await hostWriter(host).create('Kept', 'kept');
  await host.client.close();
});
afterAll(() => rm(original, { recursive: true, force: true }));

async function copy(): Promise<string> {
  const folder = await temporaryFolder();
  await cp(original, folder, { recursive: true });
  return folder;
}

/** Runs a command that must end by itself, with nothing on stdin. Who is another user needs a process. */
function run(command: string[], dataFolder: string, user: { uid?: number; gid?: number } = {}): Promise<Outcome> {
  const [name, ...args] = [...command, '--data', dataFolder];
  if (user.uid !== undefined) return runApart(command, dataFolder, user);
  return name === 'serve' ? refusedServe(...args) : runWorkspace(name, ...args);
}

function runApart(command: string[], dataFolder: string, user: { uid?: number; gid?: number }): Promise<Outcome> {
  return new Promise((resolve) => {
    const args = [executable, ...command, '--data', dataFolder];
    const child = execFile(process.execPath, args, { ...user, timeout: 10_000 }, (error, stdout, stderr) => {
      resolve({ status: error === null ? 0 : Number(error.code ?? Number.NaN), stdout, stderr });
    });
    child.stdin?.end();
  });
}

/** One sentence for the user, and no trace of the program. */
function expectSentence({ status, stdout, stderr }: Outcome, sentence = /./): void {
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^[A-Z/][^\n]*\.\n$/);
  expect(stderr).toMatch(sentence);
}

/** All files but those in which SQLite lets its processes know of each other. */
async function contentsOf(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const lasting = entries.filter((entry) => entry.isFile() && !/-(shm|wal)$/.test(entry.name));
  const files = lasting.map(({ parentPath, name }) => join(parentPath, name));
  return Promise.all(files.sort().map(async (file) => [file, await readFile(file, 'base64')]));
}

describe('a folder written by a newer release is refused with a sentence and left as it is, by', () => {
  test.each(named(commands))('%s', async (_name, command) => {
    const folder = await copy();
    await inStorage(folder, (db) => sql`pragma user_version = 1000`.execute(db));
    const before = await contentsOf(folder);
    expectSentence(await run(command, folder), /newer release \(schema 1000/);
    expect(await contentsOf(folder)).toEqual(before);
  });
});

describe('a folder written by an older release is refused with a sentence and left as it is, by', () => {
  test.each(named(reading))('%s', async (_name, command) => {
    const folder = await copy();
    await inStorage(folder, (db) => sql`pragma user_version = 2`.execute(db));
    const before = await contentsOf(folder);
    expectSentence(await run(command, folder), /the older schema 2/);
    expect(await contentsOf(folder)).toEqual(before);
  });
});

describe('a database file that is none is refused with a sentence and left as it is, by', () => {
  test.each(named(commands.slice(0, -1)))('%s', async (_name, command) => {
    const folder = await temporaryFolder();
    await writeFile(placesIn(folder).database, 'Dear diary,\n'.repeat(1_000));
    const before = await contentsOf(folder);
    expectSentence(await run(command, folder), /database/);
    expect(await contentsOf(folder)).toEqual(before);
  });
});

describe('a data folder that cannot be made is refused with a sentence, by', () => {
  test.each(named(writing))('%s', async (_name, command) => {
    const file = join(await temporaryFolder(), 'file');
    await writeFile(file, 'in the way');
    expectSentence(await run(command, file), /cannot be made \(EEXIST\)/);
    expectSentence(await run(command, join(file, 'below')), /cannot be made \(ENOTDIR\)/);
    expect(await readFile(file, 'utf8')).toBe('in the way');
  });

  test.runIf(process.platform === 'linux').each(named(writing))(
    '%s, in a file system that makes none',
    async (_name, command) => {
      expectSentence(await run(command, '/proc/below'), /cannot be made \(ENOENT\)/);
    },
  );

  test('one whose database is a folder is refused likewise', async () => {
    const folder = await temporaryFolder();
    await mkdir(placesIn(folder).database);
    expectSentence(await run(['token'], folder), /database/);
  });
});

describe('on a folder that may only be read', () => {
  /** Root may write anywhere, so its tests run the product as nobody. */
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

  async function readOnly(folder: string): Promise<string> {
    onTestFinished(() => chmod(folder, 0o700));
    const entries = await readdir(folder, { recursive: true });
    for (const entry of ['', ...entries].toReversed()) {
      const path = join(folder, entry);
      if (nobody.uid !== undefined) await chown(path, nobody.uid, nobody.gid);
      await chmod(path, 0o500);
    }
    return folder;
  }

  test.each(named(writing))('%s ends with a sentence', async (_name, command) => {
    const folder = await readOnly(await copy());
    const before = await contentsOf(folder);
    expectSentence(await run(command, folder, nobody));
    expect(await contentsOf(folder)).toEqual(before);
  });

  test.each(named(writing))('%s ends with a sentence where its own folder cannot be made', async (_name, command) => {
    const folder = await readOnly(await temporaryFolder());
    expectSentence(await run(command, join(folder, 'below'), nobody), /cannot be made \(EACCES\)/);
  });

  test.each(named(reading))('%s works, or ends with a sentence', async (_name, command) => {
    const folder = await readOnly(await copy());
    const outcome = await run(command, folder, nobody);
    if (outcome.status === 0) expect(outcome.stderr).toBe('');
    else expectSentence(outcome);
  });
});

test('the database keeps a write-ahead log, and guards foreign keys', async () => {
  const folder = await copy();
  const pragmas = ['journal_mode', 'foreign_keys'];
  const values = await inStorage(folder, (db) =>
    Promise.all(pragmas.map(async (name) => Object.values((await sql.raw(`pragma ${name}`).execute(db)).rows[0]!)[0])),
  );
  expect(values).toEqual(['wal', 1]);
});

test('a gateway that cannot note where it listens ends and says why, and does not serve unseen', async () => {
  const folder = await copy();
  await mkdir(join(folder, 'gateway.json'));
  const { status, stdout, stderr } = await run(['serve', '--port', '0'], folder);
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/EISDIR/);
});
