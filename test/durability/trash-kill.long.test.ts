import { expect, test, vi } from 'vitest';
import { expectSound } from '../support/check.ts';
import { csvForm } from '../support/imports.ts';
import { accessToken, startGateway, temporaryFolder } from '../support/product.ts';
import { accountAt } from '../support/rest.ts';
import { whileReading } from '../support/storage.ts';

const rowCount = 20_000;
const csv = ['Key,Text', ...Array.from({ length: rowCount }, (_, number) => `k${number},walrus ${number}`), ''].join(
  '\n',
);

const rowsLeft = (dataFolder: string): Promise<number> =>
  whileReading(dataFolder, (read) =>
    read(async (db) => {
      const { count } = await db
        .selectFrom('records')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return count;
    }),
  );

test('a deletion, a restoration and a purge survive that the gateway is killed', async () => {
  const dataFolder = await temporaryFolder();
  const token = await accessToken(dataFolder);
  let gateway = await startGateway(dataFolder);
  const account = () => accountAt(gateway.url, token);
  const killed = async () => {
    gateway.process.kill('SIGKILL');
    await expectSound(dataFolder);
    gateway = await startGateway(dataFolder);
  };
  const { channel } = await account().done('POST /channels', { name: 'Archive' });
  const imported = await account().done(
    `POST /channels/${channel.id}/data-sets/import`,
    csvForm(csv, { name: 'Rows' }),
  );
  const { channel: before } = await account().done(`GET /channels/${channel.id}`);

  await account().done(`DELETE /channels/${channel.id}`);
  await killed();
  expect((await account().call(`GET /channels/${channel.id}`)).status).toBe(404);
  expect((await account().done('GET /trash')).trash).toMatchObject([{ type: 'channel', id: channel.id }]);
  expect(await rowsLeft(dataFolder)).toBe(rowCount);

  await account().done(`POST /trash/${channel.id}/restore`);
  await killed();
  const { channel: restored } = await account().done(`GET /channels/${channel.id}`);
  // The address names the port of a gateway.
  expect({ ...restored, url: '' }).toEqual({ ...before, url: '' });
  const { objectTypeId } = imported.dataSet;
  const counting = { operation: 'aggregate', metrics: [{ function: 'count_rows', alias: 'count' }] };
  const query = { mode: 'deterministic', channelId: channel.id, objectTypeId, ...counting };
  expect((await account().done('POST /queries', query)).data.rows).toEqual([{ count: rowCount }]);

  await account().done(`DELETE /channels/${channel.id}`);
  const purge = account()
    .call(`DELETE /trash/${channel.id}`)
    .catch((error: unknown) => error);
  await vi.waitFor(async () => expect(await rowsLeft(dataFolder)).toBeLessThan(rowCount), {
    timeout: 60_000,
    interval: 5,
  });
  gateway.process.kill('SIGKILL');
  expect(await purge).toBeInstanceOf(Error);
  expect(await rowsLeft(dataFolder)).toBeGreaterThan(0);
  await killed();
  expect((await account().done('GET /trash')).trash).toEqual([]);
  expect(await account().done(`DELETE /trash/${channel.id}`)).toEqual({ deleted: true });
  expect(await rowsLeft(dataFolder)).toBe(0);
  await expectSound(dataFolder);
});
