import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type * as Sdk from '../../src/sdk/index.ts';
import { sharedBrowser } from '../support/browser.ts';
import { answer, answeringFirst } from '../support/networks.ts';
import { gatewayWith } from '../support/rest.ts';
import { traces } from '../support/storage.ts';

/** A page of another site than the gateway's, which has the bundle as it is packed. */
const bundle = await readFile('dist/sdk.js', 'utf8');
let site: Server;
const html = `<!doctype html><title>App</title><script type="module">
import * as sdk from '/sdk.js';
globalThis.sdk = sdk;
</script>`;
const originOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
  site = createServer(({ url }, response) => {
    const isBundle = url === '/sdk.js';
    response.setHeader('content-type', isBundle ? 'text/javascript' : 'text/html');
    response.end(isBundle ? bundle : html);
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
});
afterAll(() => void site.close());

const gateway = gatewayWith(() => ['--allowed-origins', originOf(site)]);
const shared = sharedBrowser();

/** The objects that a page makes of the bundle. */
interface Made {
  readonly sdk: typeof Sdk;
  readonly client: Sdk.WorkspaceClient;
}
type InPage = typeof globalThis & Made;

async function pageWithClient(baseUrl = gateway.url): Promise<Page> {
  const page = await shared.browser.newPage();
  onTestFinished(() => page.close());
  await page.goto(originOf(site));
  await page.evaluate(
    (options) => {
      const { sdk } = globalThis as InPage;
      Object.assign(globalThis, { client: new sdk.WorkspaceClient(options) });
    },
    { baseUrl, token: gateway.admin.token! },
  );
  return page;
}

test('the bundle imports nothing, and holds no schemas', () => {
  expect(bundle).not.toMatch(/^\s*import\b|\bimport\(|(?<!")\bfrom\s*['"]|require\(|zod/m);
  // Each operation adds about 100 bytes; the table of limits would add 5,000.
  expect(bundle.length).toBeLessThan(44_000);
});

test('a page lists channels, a page at a time too', async () => {
  const page = await pageWithClient();
  await gateway.admin.done('POST /channels', { name: 'Sales' });
  const slugs = await page.evaluate(async () => {
    const { sdk, client } = globalThis as InPage;
    const slugs: string[] = [];
    for await (const { slug } of sdk.itemsOf(client.channels.list, { limit: 1 })) slugs.push(slug);
    return slugs;
  });
  expect(slugs.sort()).toEqual(['general', 'sales']);
});

test('it uploads a Blob, is told how far it is, and reads it back', async () => {
  const page = await pageWithClient();
  const { file, told, read, part } = await page.evaluate(async () => {
    const { client } = globalThis as InPage;
    const bytes = new Uint8Array(20_000_000).fill(7);
    const told: Sdk.Progress[] = [];
    const onProgress = (progress: Sdk.Progress) => told.push(progress);
    const { file } = await client.files.upload({ file: new File([bytes], 'sevens.bin') }, { onProgress });
    const { content } = await client.files.content({ fileId: file.id });
    let [read, part] = [0, 0];
    for await (const chunk of await content.open()) read += chunk.every((byte) => byte === 7) ? chunk.length : 0;
    for await (const chunk of await content.open({ start: 10, end: 19 })) part += chunk.length;
    return { file, told, read, part };
  });
  expect([file.fileName, file.size, read, part]).toEqual(['sevens.bin', 20_000_000, 20_000_000, 10]);
  expect(told.at(-1)).toEqual({ bytes: 20_000_000, total: 20_000_000 });
  expect(told.map(({ bytes }) => bytes)).toEqual(told.map(({ bytes }) => bytes).toSorted((one, other) => one - other));
});

test('it uploads bytes that come one after the other', async () => {
  const page = await pageWithClient();
  const file = await page.evaluate(async () => {
    const { client } = globalThis as InPage;
    const bytes = async function* () {
      yield new Uint8Array([104, 101]);
      yield new Uint8Array([108, 108, 111]);
    };
    const named = { fileName: 'hello "you".txt', contentType: 'text/plain', bytes: bytes() };
    return (await client.files.upload({ file: named, channelId: 'general' })).file;
  });
  expect(file).toMatchObject({ fileName: 'hello "you".txt', size: 5, links: [{ targetType: 'channel' }] });
});

test('an upload that it aborts rejects with the reason and leaves nothing', async () => {
  const page = await pageWithClient();
  const before = await traces(gateway.dataFolder);
  const reason = await page.evaluate(async () => {
    const { client } = globalThis as InPage;
    const aborting = new AbortController();
    const onProgress = () => aborting.abort(new Error('No longer wanted'));
    const file = new Blob([new Uint8Array(50_000_000)]);
    const upload = client.files.upload({ file }, { signal: aborting.signal, onProgress });
    return upload.then(
      () => 'uploaded',
      (error: Error) => error.message,
    );
  });
  expect(reason).toBe('No longer wanted');
  await expect.poll(() => traces(gateway.dataFolder)).toEqual(before);
});

test('an upload that is refused for now, or whose connection is lost, is sent again', async () => {
  const allowed = { 'access-control-allow-origin': originOf(site), 'access-control-expose-headers': 'Retry-After' };
  const lost = answer(503, '<html>', { ...allowed, 'retry-after': '0' });
  const { url, asked } = await answeringFirst(
    gateway.url,
    ({ method }, outgoing) =>
      void outgoing
        .writeHead(204, {
          ...allowed,
          'access-control-allow-methods': method!,
          'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key',
          'access-control-max-age': '600',
        })
        .end(),
    lost,
    ({ socket }) => void socket.destroy(),
  );
  const page = await pageWithClient(url);
  const size = await page.evaluate(async () => {
    const { client } = globalThis as InPage;
    return (await client.files.upload({ file: new Blob(['once']) })).file.size;
  });
  const keys = asked.filter(({ method }) => method === 'POST').map(({ headers }) => headers['idempotency-key']);
  expect([size, keys.length, new Set(keys).size]).toEqual([4, 3, 1]);
});

test('an upload that is redirected takes no token elsewhere', async () => {
  const everything = {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key',
  };
  const elsewhere = await answeringFirst(gateway.url, answer(204, '', everything), answer(200, '{}', everything));
  const location = `${elsewhere.url}/api/workspace/files`;
  const redirect = answer(307, '', { ...everything, location });
  const { url } = await answeringFirst(gateway.url, answer(204, '', everything), redirect);
  const page = await pageWithClient(url);
  const refusal = await page.evaluate(async () => {
    const { client } = globalThis as InPage;
    return client.files.upload({ file: new Blob(['text']) }).then(
      () => 'uploaded',
      (error: Error) => error.message,
    );
  });
  expect(refusal).toContain(`redirects to ${location}, which is not followed`);
  expect(elsewhere.asked.map(({ method }) => method)).toContain('POST');
  expect(elsewhere.asked.map(({ headers }) => headers.authorization)).toEqual(elsewhere.asked.map(() => undefined));
});

test('a refusal of the gateway has its code, and a browser takes no paths', async () => {
  const page = await pageWithClient();
  const codes = await page.evaluate(async () => {
    const { sdk, client } = globalThis as InPage;
    const codeOf = (call: Promise<unknown>) =>
      call.then(
        () => 'done',
        (error: unknown) => (error instanceof sdk.WorkspaceError ? error.code : String(error)),
      );
    const file = new Blob(['text']);
    return [
      await codeOf(client.channels.get({ channelId: 'nowhere' })),
      await codeOf(client.files.upload({ file, sha256: 'a'.repeat(64) })),
      await codeOf(client.files.upload({ file: 'a.txt' })),
    ];
  });
  expect(codes).toEqual(['not_found', 'digest_mismatch', 'invalid_request']);
});
