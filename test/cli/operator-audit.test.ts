import { expect, test } from 'vitest';
import { addClient } from '../support/authorization.ts';
import { pipeIntoWorkspace, runWorkspace, temporaryFolder } from '../support/product.ts';
import { inStorage } from '../support/storage.ts';

test("the audit has the operator's changes of clients, keys and passwords", async () => {
  const folder = await temporaryFolder();
  const clientId = await addClient(folder);
  await runWorkspace('admin', 'clients', 'remove', clientId, '--data', folder);
  const { stdout: rotated } = await runWorkspace('admin', 'keys', 'rotate', '--json', '--data', folder);
  const user = ['--email', 'mia@workspace.test', '--name', 'Mia', '--password-stdin', '--json', '--data', folder];
  const { stdout: added } = await pipeIntoWorkspace('correct horse battery', 'admin', 'users', 'add', ...user);
  const events = await inStorage(folder, (db) =>
    db
      .selectFrom('audit_events')
      .select(['action', 'resource_id as on', 'interface'])
      .where('interface', '=', 'cli')
      .orderBy('id')
      .execute(),
  );
  const { userId } = JSON.parse(added);
  expect(events).toEqual([
    { action: 'client.created', on: clientId, interface: 'cli' },
    { action: 'client.removed', on: clientId, interface: 'cli' },
    { action: 'key.rotated', on: JSON.parse(rotated).keyId, interface: 'cli' },
    { action: 'user.created', on: userId, interface: 'cli' },
    { action: 'user.password_set', on: userId, interface: 'cli' },
  ]);
});
