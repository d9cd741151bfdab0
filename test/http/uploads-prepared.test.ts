import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/product.ts';
import { type Body, sharedGateway } from '../support/rest.ts';

const gateway = sharedGateway();

test('an upload that the gateway prepares names nothing of the machine that it runs on', async () => {
  const { bytes } = await gateway.admin.call('POST /files/prepare', { channelId: 'general' });
  for (const path of [gateway.dataFolder, process.execPath, process.cwd()])
    expect(bytes.toString()).not.toContain(path);
});

test('its example works as it stands in a shell that has an access token, and says so in one that has none', async () => {
  const cwd = await temporaryFolder();
  await writeFile(join(cwd, 'a.txt'), 'as it stands');
  const { example } = await gateway.admin.done('POST /files/prepare', { fileName: 'a.txt', channelId: 'general' });
  const run = (env: Record<string, string>) =>
    promisify(execFile)('sh', ['-c', example], { cwd, env: { PATH: process.env.PATH, ...env } });

  const { file } = JSON.parse((await run({ WORKSPACE_TOKEN: gateway.admin.token! })).stdout) as Body;
  expect((await gateway.admin.call(`GET /files/${file.id}/content`)).bytes.toString()).toBe('as it stands');
  await expect(run({})).rejects.toThrow(/WORKSPACE_TOKEN/);
});
