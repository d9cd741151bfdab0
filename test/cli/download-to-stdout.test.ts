import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandLine } from '../support/command-line.ts';
import { answer, answeringFirst } from '../support/networks.ts';
import { accessToken } from '../support/product.ts';
import { sharedGateway } from '../support/rest.ts';

const gateway = sharedGateway();

test('a download to stdout is verified at its end, and other bytes than the stored ones are reported', async () => {
  const token = await accessToken(gateway.dataFolder);
  const cli = await commandLine({ WORKSPACE_URL: gateway.url, WORKSPACE_TOKEN: token });
  await writeFile(join(cli.home, 'plan.txt'), 'We open in May.');
  const stored = await cli.json('files', '--upload', 'plan.txt', '--allow-write');
  const download = ['files', '--file', stored.file.id, '--download', '-'];
  expect(await cli.run(...download)).toEqual({ status: 0, stdout: 'We open in May.', stderr: '' });

  const metadata = answer(200, JSON.stringify(stored), { 'content-type': 'application/json' });
  const forged = 'We open in Jun.';
  const bytes = answer(206, forged, { 'content-range': 'bytes 0-14/15' });
  const { url } = await answeringFirst(gateway.url, metadata, bytes);
  const deceived = await commandLine({ WORKSPACE_URL: url, WORKSPACE_TOKEN: token });
  const { status, stdout, stderr } = await deceived.run(...download);
  expect({ status, stdout }).toEqual({ status: 8, stdout: forged });
  expect(stderr).toContain('did not arrive as it was stored');
});
