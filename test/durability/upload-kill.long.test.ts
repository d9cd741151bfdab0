import { request } from 'node:http';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { placesIn } from '../../src/folder/places/places.ts';
import { expectSound } from '../support/check.ts';
import { field, filePart, rawForm, rawFormType } from '../support/forms.ts';
import { type Host, startHost } from '../support/hosts.ts';
import { accessToken, startGateway, temporaryFolder } from '../support/product.ts';
import { accountAt } from '../support/rest.ts';
import { blobsIn, traces } from '../support/storage.ts';

interface Receiver {
  readonly uploadUrl: string;
  kill(): void;
}

async function gatewayReceiver(dataFolder: string): Promise<Receiver> {
  const gateway = await startGateway(dataFolder);
  return { uploadUrl: `${gateway.url}/api/workspace/files`, kill: () => gateway.process.kill('SIGKILL') };
}

async function hostReceiver(dataFolder: string): Promise<Receiver> {
  const host = await startHost(dataFolder);
  const { uploadUrl } = await host.done('workspace_file_upload_prepare', {});
  return { uploadUrl, kill: () => process.kill(host.transport.pid!, 'SIGKILL') };
}

const bytes = Buffer.alloc(4 * 1024 * 1024, 'half of this arrives\n');
const form = rawForm([field('channelId'), 'general'], [filePart('half.txt'), bytes]);

/** Sends three quarters of the form, waits for it to reach the disk, and lets the receiver die. */
async function sendUntilKilled({ uploadUrl, kill }: Receiver, token: string, dataFolder: string): Promise<void> {
  const headers = { ...rawFormType, authorization: `Bearer ${token}`, 'content-length': form.byteLength };
  const upload = request(uploadUrl, { method: 'POST', headers });
  const ended = new Promise<unknown>((resolve) => upload.on('error', resolve).on('response', resolve));
  upload.write(form.subarray(0, (form.byteLength / 4) * 3));
  await vi.waitFor(async () => expect(await arrived(dataFolder)).toBeGreaterThan(bytes.byteLength / 2), 10_000);
  kill();
  expect(await ended).toBeInstanceOf(Error);
}

async function arrived(dataFolder: string): Promise<number> {
  const [underWay] = await blobsIn(dataFolder);
  return (await stat(join(placesIn(dataFolder).blobs, underWay!))).size;
}

async function listedFiles(host: Host): Promise<string[]> {
  const { files } = await host.done('workspace_files_list', { channelId: 'general', fields: ['sha256'] });
  return files.map(({ id }) => id);
}

test.each<[surface: string, start: (dataFolder: string) => Promise<Receiver>]>([
  ['the gateway', gatewayReceiver],
  ["a host's own listener", hostReceiver],
])('an upload during which %s is killed leaves no row, and the next one succeeds', async (_surface, start) => {
  const dataFolder = await temporaryFolder();
  const token = await accessToken(dataFolder);
  const { rows } = await traces(dataFolder);
  await sendUntilKilled(await start(dataFolder), token, dataFolder);

  expect((await traces(dataFolder)).rows).toEqual(rows);
  expect(await blobsIn(dataFolder)).toEqual([expect.stringMatching(/^incoming\//)]);
  await expectSound(dataFolder);

  const host = await startHost(dataFolder);
  expect(await listedFiles(host)).toEqual([]);
  const { uploadUrl } = await host.done('workspace_file_upload_prepare', {});
  const account = accountAt(new URL(uploadUrl).origin, token);
  const { file } = await account.done('POST /files', form, rawFormType);
  expect(await listedFiles(host)).toEqual([file.id]);
  expect((await account.call(`GET /files/${file.id}/content`)).bytes.equals(bytes)).toBe(true);
  await expectSound(dataFolder);
});
