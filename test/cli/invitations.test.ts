import { expect, test } from 'vitest';
import { runWorkspace } from '../support/product.ts';
import { sharedGateway } from '../support/rest.ts';

const gateway = sharedGateway();
const run = (...args: string[]) => runWorkspace('admin', 'invitations', ...args, '--data', gateway.dataFolder);
const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout);

test('the operator invites somebody, sees who has come, and revokes', async () => {
  expect((await run('list')).stdout).toBe('There are no invitations.\n');
  const url = ['--public-url', gateway.url];
  const { status, stdout } = await run('add', '--email', 'Mia@workspace.test', '--name', 'Mia', ...url);
  expect(status).toBe(0);
  const [link = '', described = ''] = stdout.split('\n');
  expect(link).toMatch(new RegExp(`^${gateway.url}/invitation/[\\w-]{43}$`));
  expect(described).toMatch(/^ {2}inv_\w{26} mia@workspace\.test: member of Workspace, open until /);
  expect((await fetch(link)).status).toBe(200);
  const accept = {
    method: 'POST',
    body: '{"password": "correct horse"}',
    headers: { 'content-type': 'application/json' },
  };
  const rest = link.replace('/invitation/', '/api/workspace/invitations/');
  expect((await fetch(rest, accept)).status).toBe(201);
  expect((await run('list')).stdout).toMatch(
    /^inv_\w{26} mia@workspace\.test: member of Workspace, used, usr_\w{26}\n$/,
  );

  const { invitation } = await json('add', '--email', 'ned@workspace.test', '--role', 'admin', '--hours', '720');
  const guest = await json('add', '--email', 'ola@workspace.test', '--channel', 'general');
  expect(guest.invitation.channel).toMatchObject({ name: 'General' });
  await run('revoke', guest.invitation.id);
  expect((await run('revoke', invitation.id)).stdout).toBe(`${invitation.id} was revoked\n`);
  const { invitations } = await json('list');
  expect(invitations.map(({ status }: { status: string }) => status)).toEqual(['used', 'revoked', 'revoked']);
});

test.each([
  [['add'], '--email'],
  [['add', '--email', 'nobody'], '--email'],
  [['add', '--email', 'a@workspace.test', '--role', 'boss'], '--role'],
  [['add', '--email', 'a@workspace.test', '--hours', '721'], '--hours'],
  [['add', '--email', 'a@workspace.test', '--hours', 'x'], '--hours'],
  [['revoke', 'inv_none'], 'There is no such invitation'],
])('%j is refused', async (args, sentence) => {
  const { status, stderr } = await run(...args);
  expect([status === 0, stderr]).toEqual([false, expect.stringContaining(sentence)]);
});
