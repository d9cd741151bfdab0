import { copyFile, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { placesIn } from '../../src/folder/places/places.ts';
import { patience } from '../support/patience.ts';
import { accessToken, runWorkspace, startGateway, temporaryFolder } from '../support/product.ts';
import { accountAt } from '../support/rest.ts';

const rotate = (folder: string) => runWorkspace('admin', 'keys', 'rotate', '--json', '--data', folder);
const keyIdOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()).kid as string;

const stored = async (folder: string) =>
  JSON.parse(await readFile(placesIn(folder).signingKey, 'utf8')) as { keys: { x: string; createdAt?: string }[] };

test('the one key of a first start signs until a rotation, and verifies after it', async () => {
  const folder = await temporaryFolder();
  const before = await accessToken(folder);
  const { url } = await startGateway(folder);
  const { status, stdout } = await rotate(folder);
  expect(status).toBe(0);
  const after = await accessToken(folder);
  expect([keyIdOf(after), keyIdOf(after) === keyIdOf(before)]).toEqual([JSON.parse(stdout).keyId, false]);
  for (const token of [before, after]) expect((await accountAt(url, token).call('GET /me')).status).toBe(200);
  const { signingKey } = placesIn(folder);
  expect((await stat(signingKey)).mode & 0o777).toBe(0o600);
  const files = await readdir(dirname(signingKey));
  expect(files.filter((name) => name.startsWith('signing-key'))).toEqual(['signing-key.json']);
});

test('a rotation makes a first key where there is none', async () => {
  const folder = await temporaryFolder();
  const { stdout } = await rotate(folder);
  expect(keyIdOf(await accessToken(folder))).toBe(JSON.parse(stdout).keyId);
});

test('a key goes when no token that it signed can be alive', async () => {
  const folder = await temporaryFolder();
  for (const _rotation of [1, 2]) await rotate(folder);
  const { keys } = await stored(folder);
  expect(keys).toHaveLength(3);
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000).toISOString();
  const aged = keys.map((key, index) => ({ ...key, createdAt: [daysAgo(89), daysAgo(91), undefined][index] }));
  await writeFile(placesIn(folder).signingKey, JSON.stringify({ keys: aged }));
  await rotate(folder);
  const kept = (await stored(folder)).keys.map(({ x }) => x);
  // The second stopped signing 89 days ago, the third 91 days ago; tokens live 90 at most.
  expect(kept.slice(1)).toEqual([keys[0]!.x, keys[1]!.x]);
});

test('each of several rotations at once is done whole or refused with a sentence', async () => {
  const folder = await temporaryFolder();
  await accessToken(folder);
  const outcomes = await Promise.all([rotate(folder), rotate(folder), rotate(folder)]);
  const done = outcomes.filter(({ status }) => status === 0);
  expect((await stored(folder)).keys).toHaveLength(done.length + 1);
  for (const { stderr } of outcomes.filter(({ status }) => status !== 0))
    expect(stderr).toMatch(/^[^\n]*rotated already[^\n]*\n$/);
});

test('a key that is taken out of the file is good no more on a gateway that runs', async () => {
  const [folder, other] = [await temporaryFolder(), await temporaryFolder()];
  const account = accountAt((await startGateway(folder)).url, await accessToken(folder));
  expect((await account.call('GET /me')).status).toBe(200);
  await accessToken(other);
  await copyFile(placesIn(other).signingKey, placesIn(folder).signingKey);
  await expect.poll(async () => (await account.call('GET /me')).status, patience).toBe(401);
});
