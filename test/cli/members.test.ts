import { expect, test } from 'vitest';
import { commandLine } from '../support/command-line.ts';
import { accessToken } from '../support/product.ts';
import { sharedGateway } from '../support/rest.ts';

const gateway = sharedGateway({ email: 'mia@workspace.test' });

const signedIn = async (...who: string[]) =>
  commandLine({ WORKSPACE_URL: gateway.url, WORKSPACE_TOKEN: await accessToken(gateway.dataFolder, ...who) });

const w = '--allow-write';

test('a private channel is shared with somebody, and no more', async () => {
  const [admin, mia] = await Promise.all([signedIn(), signedIn('--user', 'mia@workspace.test')]);
  const { channel } = await admin.json('channels', '--create', 'Board', '--visibility', 'private', w);
  const { userId } = await mia.json('whoami');
  const board = ['channels', '--channel', channel.id];
  expect((await mia.run(...board)).status).toBe(5);

  const add = [...board, '--add-member', userId];
  expect((await admin.run(...add, '--role', 'reader')).status).toBe(4);
  expect(await admin.run(...add, w)).toMatchObject({ status: 2, stderr: '--channel --add-member needs --role.\n' });
  expect((await admin.json(...add, '--role', 'reader', w)).member).toMatchObject({ userId, role: 'reader' });
  expect((await mia.json(...board)).channel.role).toBe('reader');
  const { stdout } = await admin.run(...add, '--role', 'writer', w);
  expect(stdout).toMatch(new RegExp(`${userId} .* writer`));
  expect((await mia.json(...board)).channel.role).toBe('writer');

  const remove = [...board, '--remove-member', userId];
  expect((await admin.run(...remove)).status).toBe(4);
  expect(await admin.run(...remove, w)).toMatchObject({ status: 0, stdout: `${userId} is not a member of it now.\n` });
  expect((await mia.run(...board)).status).toBe(5);
});

test('an unknown role is refused with the known ones', async () => {
  const admin = await signedIn();
  const add = ['channels', '--channel', 'general', '--add-member', 'usr_x', '--role', 'boss', w];
  const { status, stderr } = await admin.run(...add);
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('reader') });
});
