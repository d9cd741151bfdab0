import { expect, test } from 'vitest';
import { claimsOf } from '../support/authorization.ts';
import { printedToken, runWorkspace, temporaryFolder } from '../support/product.ts';

const scopes = ['--scope', 'workspace.query', '--scope', 'workspace.read'];
const bothScopes = 'workspace.query workspace.read';

test('scopes that are given one by one are all meant', async () => {
  const folder = await temporaryFolder();
  expect(claimsOf(await printedToken(folder, ...scopes)).scope).toBe(bothScopes);

  const client = ['--name', 'App', '--redirect-uri', 'https://app.test/callback', ...scopes];
  const added = await runWorkspace('admin', 'clients', 'add', '--data', folder, ...client, '--json');
  expect(JSON.parse(added.stdout).client.scope).toBe(bothScopes);
});

test.each([
  ['--allowed-origins', 'https://app.test'],
  ['--trust-proxy', '10.0.0.0/8'],
  ['--tools', 'records'],
])('%s that is given twice is a list of both', async (option, good) => {
  const command = option === '--tools' ? 'mcp' : 'serve';
  const folder = await temporaryFolder();
  const { status, stderr } = await runWorkspace(command, '--data', folder, option, 'nonsense', option, good);
  expect([status, stderr]).toEqual([1, expect.stringContaining(option)]);
});
