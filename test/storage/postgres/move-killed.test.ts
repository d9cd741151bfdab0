import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { placesIn } from '../../../src/folder/places/places.ts';
import { check, sound } from '../../support/check.ts';
import { madeDataSet } from '../../support/data-sets.ts';
import { folderOfEverything, served } from '../../support/moving.ts';
import { freshDatabase } from '../../support/postgres.ts';
import { postgresPrograms } from '../../support/postgres-programs.ts';
import { executable } from '../../support/product.ts';
import type { Account } from '../../support/rest.ts';

const equal = 'equal on both sides';

const fields = [{ key: 'note', label: 'Note', type: 'text' }];

async function addMany(account: Account): Promise<void> {
  const { channel } = await account.done('POST /channels', { name: 'Crowded' });
  const { objectTypeId } = await madeDataSet(account, channel.id, { name: 'Many', objectType: 'many', fields });
  for (let batch = 0; batch < 5; batch += 1) {
    const create = Array.from({ length: 500 }, (_, index) => ({
      title: `Record ${index}`,
      values: { note: `${index} of batch ${batch}` },
    }));
    await account.done(`POST /channels/${channel.id}/records/batch`, { objectTypeId, create });
  }
}

/** All rows of the Data Set, and what else a change would show in. */
async function answersIn(account: Account): Promise<string[]> {
  const { channels } = await account.done('GET /channels');
  const { id } = channels.find(({ slug }) => slug === 'crowded')!;
  const { channel } = await account.done(`GET /channels/${id}`);
  const { objectTypeId } = channel.dataSets[0]!;
  const asked = [
    '/channels',
    '/activity',
    '/artifacts',
    '/search?q=walrus',
    `/channels/${id}/data-sets/${objectTypeId}/export`,
  ];
  const replies = await Promise.all(asked.map((path) => account.call(`GET ${path}`)));
  expect(replies.map(({ status }) => status)).toEqual(asked.map(() => 200));
  return replies.map(({ bytes }) => bytes.toString());
}

/** The target holds something; nothing else tells early of a copy. */
async function untilCopying(folder: string, to: string, child: ChildProcess): Promise<void> {
  const hasBegun = async () =>
    to === 'folder' ? existsSync(placesIn(folder).arrivingDatabase) : (await rowsOf(to)).length > 0;
  while (child.exitCode === null && child.signalCode === null && !(await hasBegun())) await sleep(20);
}

async function rowsOf(address: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    return (await client.query('select 1 from workspace.installation')).rows;
  } catch {
    return [];
  } finally {
    await client.end();
  }
}

/** Needs a server; `npm run storage` says so where there is none. */
describe.skipIf(postgresPrograms() === undefined)('a move that is killed', () => {
  /**
   * Kills the move once this many tables are equal, or while it copies if the number is 0. Returns whether it ended by
   * itself, now or before.
   */
  const killed = async (folder: string, to: string, afterLines: number): Promise<boolean> => {
    const args = [executable, 'admin', 'move', '--data', folder, '--database', to];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = once(child, 'close') as Promise<[number | null]>;
    if (afterLines === 0) void untilCopying(folder, to, child).then(() => child.kill('SIGKILL'));
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (afterLines > 0 && said.split(equal).length > afterLines) child.kill('SIGKILL');
    });
    const [status] = await ended;
    return status === 0 || said.includes(' already; name another place');
  };
  /** Returns how often it was killed. */
  const untilDone = async (folder: string, to: string, between = async (_kills: number) => {}) => {
    let kills = 0;
    for (const afterLines of [0, 1, 12, 30, Infinity, Infinity, Infinity]) {
      if (await killed(folder, to, afterLines)) return kills;
      await between((kills += 1));
    }
    throw new Error('It does not end');
  };

  test('goes on at the next run, and begins anew if the folder was used meanwhile', async () => {
    const [folder, address] = [await folderOfEverything(), await freshDatabase()];
    await served(folder, addMany);
    let answers = await served(folder, answersIn);
    const kills = await untilDone(folder, address, async (killed) => {
      if (killed !== 2) return;
      await served(folder, (account) => account.done('POST /channels', { name: 'Made meanwhile' }));
      answers = await served(folder, answersIn);
    });
    expect(kills).toBeGreaterThan(1);
    expect(await served(folder, answersIn)).toEqual(answers);
    expect(await untilDone(folder, 'folder')).toBeGreaterThan(1);
    expect(await served(folder, answersIn)).toEqual(answers);
    expect(await check(folder)).toEqual(sound);
  });
});
