import { expect, test } from 'vitest';
import { commandLine } from '../support/command-line.ts';
import { accessToken } from '../support/product.ts';
import { sharedGateway } from '../support/rest.ts';

const gateway = sharedGateway();
const w = '--allow-write';

test('the command line deletes, lists, restores and purges', async () => {
  const token = await accessToken(gateway.dataFolder);
  const { run, json } = await commandLine({ WORKSPACE_URL: gateway.url, WORKSPACE_TOKEN: token });
  const { channel } = await json('channels', '--create', 'Board', w);
  const { dataSet } = await gateway.admin.done(`POST /channels/${channel.id}/data-sets`, { name: 'Deals' });
  const id = dataSet.objectTypeId;

  const remove = ['trash', '--delete', id];
  expect(await run(...remove, w)).toMatchObject({
    status: 2,
    stderr: '--delete of a record, View or Data Set needs --channel.\n',
  });
  expect((await run(...remove, '--channel', channel.id)).status).toBe(4);
  expect(await run('trash', '--delete', 'post_1', w)).toMatchObject({ status: 2 });
  const deleted = { status: 0, stdout: 'Moved to the trash.\n' };
  expect(await run(...remove, '--channel', channel.id, w)).toMatchObject(deleted);
  expect((await run('trash', '--type', 'data_set')).stdout).toMatch(new RegExp(`data_set +${id} +Deals`));
  expect(await run('trash', '--restore', id, w)).toMatchObject({ status: 0, stdout: 'Restored.\n' });
  expect((await json('trash')).trash).toEqual([]);

  expect(await run('trash', '--delete', channel.id, w)).toMatchObject(deleted);
  expect((await json('trash')).trash).toMatchObject([{ type: 'channel', id: channel.id, title: 'Board' }]);
  expect(await run('trash', '--purge', channel.id, w)).toMatchObject({ status: 0, stdout: 'Purged.\n' });
  expect((await json('trash')).trash).toEqual([]);
});
