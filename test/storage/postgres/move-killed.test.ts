import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { check, sound } from '../../support/check.ts';
import { madeDataSet } from '../../support/data-sets.ts';
import { folderOfEverything, served } from '../../support/moving.ts';
import { freshDatabase, postgresPrograms } from '../../support/postgres.ts';
import { executable } from '../../support/product.ts';
import type { Account } from '../../support/rest.ts';

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

/** Needs a server; `npm run storage` says so where there is none. */
describe.skipIf(postgresPrograms() === undefined)('a move that is killed', () => {
  /** Returns whether it ended by itself. */
  const killed = async (folder: string, to: string, afterMs: number): Promise<boolean> => {
    const args = [executable, 'admin', 'move', '--data', folder, '--database', to];
    const child = spawn(process.execPath, args, { stdio: 'ignore' });
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = once(child, 'exit') as Promise<[number | null]>;
    await Promise.race([sleep(afterMs), ended]);
    child.kill('SIGKILL');
    return (await ended)[0] === 0;
  };
  const untilDone = async (folder: string, to: string, between = async (_kills: number) => {}) => {
    let kills = 0;
    for (let afterMs = 800; !(await killed(folder, to, afterMs)); afterMs *= 1.6) await between((kills += 1));
    return kills;
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
