import { expect, test } from 'vitest';
import { itemsOf, WorkspaceClient } from '../../src/sdk/index.ts';
import { answer, answeringFirst } from '../support/networks.ts';
import { sharedGateway } from '../support/rest.ts';
import { traces } from '../support/storage.ts';

const gateway = sharedGateway();
const reason = new Error('No longer wanted');

/** An abort, when it is called for. */
function aborting() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort(reason) };
}

const clientAt = (baseUrl = gateway.url) => new WorkspaceClient({ baseUrl, token: gateway.admin.token! });

test('a call is aborted before it is sent', async () => {
  const { url, asked } = await answeringFirst(gateway.url);
  await expect(clientAt(url).me.get({}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  expect(asked).toEqual([]);
});

test('while it waits for a token', async () => {
  const { signal, abort } = aborting();
  const token = () => {
    setTimeout(abort);
    return new Promise<string>(() => {});
  };
  await expect(new WorkspaceClient({ baseUrl: gateway.url, token }).me.get({}, { signal })).rejects.toBe(reason);
});

test('while it waits for an answer', async () => {
  const { signal, abort } = aborting();
  const { url, asked } = await answeringFirst(gateway.url, abort);
  await expect(clientAt(url).me.get({}, { signal })).rejects.toBe(reason);
  expect(asked).toHaveLength(1);
});

test('while an answer comes', async () => {
  const { signal, abort } = aborting();
  const { url, asked } = await answeringFirst(gateway.url, (_asked, outgoing) => {
    outgoing.writeHead(200).write('{"half": ');
    setTimeout(abort, 100);
  });
  await expect(clientAt(url).me.get({}, { signal })).rejects.toBe(reason);
  expect(asked).toHaveLength(1);
});

test('while it waits to be sent again', async () => {
  const { signal, abort } = aborting();
  const { url, asked } = await answeringFirst(gateway.url, (request, outgoing) => {
    answer(503, '', { 'retry-after': '20' })(request, outgoing);
    setTimeout(abort, 100);
  });
  await expect(clientAt(url).me.get({}, { signal })).rejects.toBe(reason);
  expect(asked).toHaveLength(1);
});

test('an upload in its middle, which leaves nothing', async () => {
  const { signal, abort } = aborting();
  const before = await traces(gateway.dataFolder);
  const file = new File([new Uint8Array(40_000_000)], 'big.bin');
  const onProgress = ({ bytes }: { bytes: number }) => bytes > 10_000_000 && abort();
  await expect(clientAt().files.upload({ file }, { signal, onProgress })).rejects.toBe(reason);
  await expect.poll(() => traces(gateway.dataFolder)).toEqual(before);
});

test('a download in its middle', async () => {
  const { signal, abort } = aborting();
  const client = clientAt();
  const { file } = await client.files.upload({ file: new Blob([new Uint8Array(20_000_000)]) });
  const { content } = await client.files.content({ fileId: file.id }, { signal });
  const reading = (async () => {
    for await (const _chunk of await content.open()) abort();
  })();
  await expect(reading).rejects.toBe(reason);
});

test('a list between its pages', async () => {
  const { signal, abort } = aborting();
  const client = clientAt();
  for (const name of ['One', 'Two']) await client.channels.create({ name });
  const reading = (async () => {
    for await (const _channel of itemsOf(client.channels.list, { limit: 1 }, { signal })) abort();
  })();
  await expect(reading).rejects.toBe(reason);
});

test('a reader who stops ends a download', async () => {
  const client = clientAt();
  const { file } = await client.files.upload({ file: new Blob([new Uint8Array(20_000_000)]) });
  const { content } = await client.files.content({ fileId: file.id });
  for await (const chunk of await content.open()) {
    expect(chunk.length).toBeGreaterThan(0);
    break;
  }
});
