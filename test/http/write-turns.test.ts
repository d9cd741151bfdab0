import { expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { newDataSet } from '../support/data-sets.ts';
import { importCsv, sendCsv } from '../support/imports.ts';
import { patience } from '../support/patience.ts';
import { childrenOf } from '../support/processes.ts';
import { accessToken, startGateway, temporaryFolder } from '../support/product.ts';
import { type Account, accountAt, sharedGateway } from '../support/rest.ts';
import { inStorage, rowsIn } from '../support/storage.ts';
import { withDatabase } from '../support/sqlite.ts';

const gateway = sharedGateway({ email: 'mia@workspace.test' });
const mia = () => gateway.as('mia@workspace.test');

const post = (account: Account, body: string) => account.done('POST /channels/general/posts', { body });
const posted = async () => {
  const rows = await rowsIn<{ body: string }>(gateway.dataFolder, 'select body from posts order by id');
  return rows.map(({ body }) => body);
};

test('who writes once waits for one change of another user, not for all that the other has sent', async () => {
  const answers: Promise<unknown>[] = [];
  await inStorage(gateway.dataFolder, async () => {
    for (let number = 0; number < 12; number += 1) answers.push(post(gateway.admin, `mine ${number}`));
    await gateway.admin.done('GET /me');
    answers.push(post(mia(), 'hers'));
    await mia().done('GET /me');
    await new Promise((resolve) => setTimeout(resolve, 500));
  });
  await Promise.all(answers);
  const bodies = await posted();
  expect(bodies).toHaveLength(13);
  expect(bodies.indexOf('hers')).toBeLessThanOrEqual(2);
});

test(`one import of a user is under way, ${limits.waitingImportsEach} wait, and one more is refused`, async () => {
  const answers: ReturnType<typeof sendCsv>[] = [];
  let others: Promise<unknown> | undefined;
  await inStorage(gateway.dataFolder, async () => {
    for (let number = 0; number < limits.waitingImportsEach + 2; number += 1)
      answers.push(sendCsv(gateway.admin, 'general', 'A\n1\n', { name: `Mine ${number}` }));
    const refused = await Promise.race(answers);
    expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable', retryable: true } });
    expect(refused.headers.has('retry-after')).toBe(true);
    others = importCsv(mia(), 'general', 'A\n1\n', { name: 'Hers' });
    await mia().done('GET /me');
  });
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(statuses.toSorted((one, other) => one - other)).toEqual([
    ...Array<number>(limits.waitingImportsEach + 1).fill(201),
    503,
  ]);
  await others;
});

/** The processes that make indexes for a gateway. */
const builders = (parent: number) => childrenOf(parent, 'altering-process');

test.runIf(process.platform === 'linux')(
  'an index of many records is given up when somebody writes, and made later',
  {
    timeout: 60_000,
  },
  async () => {
    const dataFolder = await temporaryFolder();
    const { url, process: serving } = await startGateway(dataFolder);
    const account = accountAt(url, await accessToken(dataFolder));
    const records = Array.from({ length: 6_000 }, (_, index) => ({ title: `Row ${index}`, values: { amount: index } }));
    const dataSet = await newDataSet(dataFolder, 'general', 'Rows', [{ key: 'amount', type: 'number' }], records);
    const sort = [{ fieldKey: 'amount', direction: 'desc' }];
    await account.done('POST /channels/general/views', {
      name: 'By amount',
      objectTypeId: dataSet.id,
      renderer: 'table',
      sort,
    });
    let answer: Promise<unknown> | undefined;
    await inStorage(dataFolder, async () => {
      await expect.poll(() => builders(serving.pid!), patience).toHaveLength(1);
      answer = post(account, 'hello');
      await expect.poll(() => builders(serving.pid!), { ...patience, interval: 20 }).toHaveLength(0);
    });
    await answer;
    const indexes = () =>
      withDatabase(dataFolder, (connection) =>
        connection.prepare(`select count(*) from sqlite_schema where name glob '*_of_views_*'`).pluck().get(),
      );
    await expect.poll(indexes, patience).toBe(1);
  },
);
