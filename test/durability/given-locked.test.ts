import { expect, onTestFinished, test } from 'vitest';
import { placesIn } from '../../src/folder/places/places.ts';
import { patience } from '../support/patience.ts';
import { accessToken, startGateway, temporaryFolder } from '../support/product.ts';
import { session } from '../support/questions.ts';
import { accountAt } from '../support/rest.ts';
import { connectTo } from '../support/sqlite.ts';

/** Another program takes the lock of the database, as a backup tool may. */
function lock(dataFolder: string): { free(): void } {
  const connection = connectTo(placesIn(dataFolder).database);
  connection.exec('BEGIN IMMEDIATE');
  onTestFinished(() => void connection.close());
  return { free: () => void connection.exec('COMMIT') };
}

async function askedIn(dataFolder: string) {
  const { url } = await startGateway(dataFolder);
  const account = accountAt(url, await accessToken(dataFolder));
  const { query } = await account.done('POST /queries', session('How many narwhals?'));
  const ready = async () => (await account.done('GET /queries?status=completed')).queries.map(({ id }) => id);
  await expect.poll(ready, patience).toContain(query.id);
  const told = async () => {
    const items = (await account.done('GET /inbox')).items as { id: string; isGiven?: true }[];
    return items.map(({ id, isGiven }) => [id, isGiven]);
  };
  expect(await told()).toEqual([[query.id, undefined]]);
  return { account, query, told };
}

test('an answer is read beside the lock of another program, and told as given once it is free', async () => {
  const dataFolder = await temporaryFolder();
  const { account, query, told } = await askedIn(dataFolder);
  const { free } = lock(dataFolder);
  const written = account.call('POST /channels/general/posts', { body: 'This waits for the lock.' });
  const read = Promise.all([
    account.done(`GET /queries/${query.id}`),
    account.done(`GET /sessions/${query.sessionId}/messages`),
  ]);
  expect(await Promise.race([read.then(() => 'read'), written.then(() => 'refused')])).toBe('read');
  free();
  expect((await written).status).toBe(201);
  await expect.poll(told, patience).toEqual([[query.id, true]]);
});
