import { appendFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type CallOptions, type TokenProvider, type Uploaded, WorkspaceClient } from '../../src/sdk/index.ts';
import { patience } from '../support/patience.ts';
import { temporaryFolder } from '../support/product.ts';
import { sharedGateway } from '../support/rest.ts';
import { traces, tracesAtRest } from '../support/storage.ts';

const gateway = sharedGateway();
const clientOf = (token: string | TokenProvider = gateway.admin.token!) =>
  new WorkspaceClient({ baseUrl: gateway.url, token });

async function* hello(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('hel');
  yield Buffer.from('lo');
}

async function refused(
  file: unknown,
  path: string,
  sentence: RegExp,
  options: CallOptions = {},
  token?: TokenProvider,
): Promise<void> {
  const before = await tracesAtRest(gateway.dataFolder);
  const upload = clientOf(token).files.upload({ file: file as Uploaded }, options);
  await expect(upload).rejects.toMatchObject({
    name: 'WorkspaceError',
    code: 'invalid_request',
    message: expect.stringMatching(sentence),
    extras: { errors: [{ path }] },
  });
  await expect.poll(() => traces(gateway.dataFolder), patience).toEqual(before);
}

test.each([3, 4, 6, 5_000_000])('a stream of five bytes that says %i is refused, and leaves nothing', async (size) => {
  const said = new RegExp(
    `^/file/size: is ${size}, and (more|fewer) bytes came; give the size that they have, or none$`,
  );
  await refused({ fileName: 'a.txt', bytes: hello(), size }, '/file/size', said);
});

test('one that says what it has, or nothing, is stored', async () => {
  for (const size of [5, undefined]) {
    const { file } = await clientOf().files.upload({ file: { fileName: 'a.txt', bytes: hello(), size } });
    expect(file.size).toBe(5);
  }
});

test.each([NaN, -1, 1.5, '5', null, Infinity])('%j is not a size', async (size) => {
  await refused({ fileName: 'a.txt', bytes: hello(), size }, '/file/size', /^\/file\/size: must be a whole number/);
});

test('bytes come as bytes', async () => {
  const words = async function* () {
    yield 'hello';
  };
  await refused({ fileName: 'a.txt', bytes: words() }, '/file/bytes', /must come as Uint8Arrays$/);
});

test.each([
  5,
  null,
  {},
  { fileName: 'a.txt' },
  { fileName: 'a.txt', bytes: 'hello' },
  { fileName: 'a.txt', bytes: 5 },
  { bytes: new Uint8Array(5) },
])('%j is no file', async (file) => {
  await refused(file, '/file', /^\/file: must be a Blob, the path of a file, or bytes with a fileName$/);
});

const isOther = /^\/file: cannot be read, or has changed since; send it again when nobody writes to it$/;

test.each<[what: string, change: (path: string) => Promise<void>]>([
  ['shrinks', (path) => truncate(path, 1_000_000)],
  ['grows', (path) => appendFile(path, 'more')],
])('a file that %s while it is sent is refused, and leaves nothing', async (_what, change) => {
  const path = join(await temporaryFolder(), 'big.bin');
  await writeFile(path, Buffer.alloc(40_000_000));
  let changed: Promise<void> | undefined;
  await refused(path, '/file', isOther, { onProgress: () => void (changed ??= change(path)) });
});

test('so is one that vanishes before it is sent', async () => {
  const path = join(await temporaryFolder(), 'gone.txt');
  await writeFile(path, 'hello');
  const token = async () => {
    await rm(path);
    return gateway.admin.token!;
  };
  await refused(path, '/file', isOther, {}, token);
});
