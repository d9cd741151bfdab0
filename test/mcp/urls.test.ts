import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { connectHost } from '../support/hosts.ts';
import { runWorkspace, startGateway, stop, temporaryFolder } from '../support/product.ts';

async function hostOn(dataFolder: string, ...args: string[]) {
  const host = await connectHost(dataFolder, args);
  await host.client.listTools();
  return host;
}

const text = { kind: 'markdown', title: 'Notes', content: 'one' };

test('a link over stdio names the gateway that runs on the folder, and is left out while none does', async () => {
  const folder = await temporaryFolder();
  const host = await hostOn(folder);
  const alone = await host.done('workspace_artifact_create', text);
  expect(alone.artifact).not.toHaveProperty('url');
  const prepared = await host.done('workspace_file_upload_prepare', { channelId: 'general' });
  expect(prepared).not.toHaveProperty('handoffUrl');
  expect(prepared.authentication.instructions).toMatch(/"workspace serve"/);

  const { url, process: gateway } = await startGateway(folder);
  const created = await host.done('workspace_artifact_create', text);
  expect(created.artifact.url).toBe(`${url}/artifacts/${created.artifact.id}`);
  const handed = await host.done('workspace_file_upload_prepare', { channelId: 'general' });
  expect(handed.handoffUrl?.startsWith(`${url}/uploads/new?`)).toBe(true);
  const listed = await runWorkspace('artifacts', '--data', folder, '--json');
  expect(JSON.parse(listed.stdout).artifacts[0].url).toMatch(`${url}/artifacts/`);

  await stop(gateway);
  const { channels } = await host.done('workspace_channels_list');
  expect(channels[0]).not.toHaveProperty('url');
  await host.client.close();
});

test('without a gateway a link over stdio names the public URL that is given', async () => {
  const host = await hostOn(await temporaryFolder(), '--public-url', 'https://work.example.com/');
  const { artifact } = await host.done('workspace_artifact_create', text);
  expect(artifact.url).toBe(`https://work.example.com/artifacts/${artifact.id}`);
  await host.client.close();
});

const notesIn = async (folder: string) => (await readdir(folder)).filter((name) => name.startsWith('gateway'));

test('a gateway that ends takes away no note but its own', async () => {
  const folder = await temporaryFolder();
  const opened = async () => (await runWorkspace('open', '--data', folder)).stdout.split('/session/')[0];
  const first = await startGateway(folder);
  const note = await readFile(join(folder, 'gateway.json'), 'utf8');
  const second = await startGateway(folder);
  expect(await opened()).toBe(first.url);
  await stop(second.process);
  expect(await readFile(join(folder, 'gateway.json'), 'utf8')).toBe(note);
  expect(await opened()).toBe(first.url);

  const third = await startGateway(folder);
  await stop(first.process);
  expect(await opened()).toBe(third.url);
  await stop(third.process);
  expect(await notesIn(folder)).toEqual([]);
});

test('a note is not believed whose number another process has now', async () => {
  const folder = await temporaryFolder();
  const stale = { process: process.pid, url: 'http://127.0.0.1:9', publicUrl: 'http://127.0.0.1:9' };
  await writeFile(join(folder, 'gateway.json'), JSON.stringify(stale));
  await writeFile(join(folder, 'gateway-4194400.json'), JSON.stringify({ ...stale, process: 4_194_400 }));
  const gateway = await startGateway(folder);
  expect(await notesIn(folder)).toEqual(['gateway.json']);
  const opened = async () => (await runWorkspace('open', '--data', folder)).stdout.split('/session/')[0];
  expect(await opened()).toBe(gateway.url);
  await writeFile(join(folder, `gateway-${gateway.process.pid}.json`), await readFile(join(folder, 'gateway.json')));
  await writeFile(join(folder, 'gateway.json'), JSON.stringify(stale));
  expect(await opened()).toBe(gateway.url);
});
