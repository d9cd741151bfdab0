import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { placesIn } from '../../src/folder/places/places.ts';
import { expectSound } from '../support/check.ts';
import { type Host, startHost } from '../support/hosts.ts';
import { isOnServer } from '../support/of-the-folder.ts';
import {
  type Gateway,
  printedToken,
  runWorkspace,
  spawnGateway,
  startGateway,
  stop,
  temporaryFolder,
} from '../support/product.ts';
import { accountAt } from '../support/rest.ts';
import { inStorage } from '../support/storage.ts';

const times = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Three hosts and a gateway, started in the same moment. */
async function startTogether(dataFolder: string): Promise<[Host[], Gateway]> {
  const starting = times(3).map(() => startHost(dataFolder));
  return Promise.all([Promise.all(starting), startGateway(dataFolder)]);
}

async function expectFreshWorkspace(dataFolder: string): Promise<void> {
  const tables = ['installation', 'organizations', 'users', 'channels', 'channel_members'] as const;
  const rows = await inStorage(dataFolder, (db) =>
    Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute())),
  );
  expect(rows.map(({ length }) => length)).toEqual(tables.map(() => 1));
  await expectSound(dataFolder);
}

test.each(times(6))(
  'three hosts, a gateway and two token commands started at once on an empty folder share one workspace (%i)',
  async () => {
    const dataFolder = await temporaryFolder();
    const [[hosts, gateway], ...tokens] = await Promise.all([
      startTogether(dataFolder),
      printedToken(dataFolder),
      printedToken(dataFolder),
    ]);

    const answers = await Promise.all([
      ...hosts.map((host) => host.done('workspace_channels_list')),
      ...tokens.map((token) => accountAt(gateway.url, token).done('GET /channels')),
    ]);
    expect(new Set(answers.map(({ channels }) => channels.map(({ id, slug }) => `${slug} ${id}`).join())).size).toBe(1);
    expect(hosts.map((host) => host.log())).toEqual(['', '', '']);
    await expectFreshWorkspace(dataFolder);
  },
);

/** Whether the database is being made, or before a server is asked. */
const isBegun = (dataFolder: string) => {
  const { database, signingKey } = placesIn(dataFolder);
  return existsSync(isOnServer ? signingKey : database);
};

test.each(times(4))('a first start that kill -9 interrupts is made good by the next (%i)', async () => {
  const dataFolder = await temporaryFolder();
  const first = spawnGateway(dataFolder);
  while (!isBegun(dataFolder)) await sleep(1);
  await sleep(randomInt(0, 60));
  await stop(first, 'SIGKILL');

  const { channels } = await (await startHost(dataFolder)).done('workspace_channels_list');
  expect(channels).toMatchObject([{ slug: 'general' }]);
  await expectFreshWorkspace(dataFolder);
});

test('an empty database file, as such a kill may leave it, holds no workspace until the next start makes one', async () => {
  const dataFolder = await temporaryFolder();
  await writeFile(placesIn(dataFolder).database, '');
  for (const command of [
    ['admin', 'check'],
    ['mcp', '--read-only'],
  ]) {
    const { status, stdout, stderr } = await runWorkspace(...command, '--data', dataFolder);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^There is no workspace in .*\n$/);
  }
  await startHost(dataFolder);
  await expectFreshWorkspace(dataFolder);
});
