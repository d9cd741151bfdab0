import { expect, test } from 'vitest';
import { startHost } from './support/hosts.ts';
import { temporaryFolder } from './support/product.ts';

test('an agent host on an empty folder finds the channel general', async () => {
  const host = await startHost(await temporaryFolder());
  const { channels } = await host.done('workspace_channels_list');
  expect(channels).toMatchObject([{ slug: 'general', role: 'manager' }]);
});
