import assert from 'node:assert/strict';
import type { Account } from '../support/rest.ts';

/** Reads that work while nothing can be written: lists, a text, bytes, a search, figures. */
export async function readEverything(account: Account): Promise<void> {
  const { artifacts } = await account.done('GET /artifacts?limit=5');
  for (const { id } of artifacts) await account.done(`GET /artifacts/${id}`);
  const { files } = await account.done('GET /files?limit=5');
  for (const { id, size } of files) {
    const { status, bytes } = await account.call(`GET /files/${id}/content`);
    assert.deepEqual([status, bytes.byteLength], [200, size]);
  }
  await account.done('GET /channels/general/feed');
  await account.done('GET /search?q=agent');
}

/** A new document and an upload are refused with this sentence, as what may be tried again. */
export async function expectRefused(account: Account, detail: RegExp): Promise<void> {
  const key = { 'idempotency-key': crypto.randomUUID() };
  const document = { kind: 'markdown', title: 'Refused', content: 'refused' };
  await Promise.all([
    refused(account.call('POST /artifacts', document, key), detail),
    refused(upload(account), detail),
  ]);
}

export function upload(account: Account, bytes = Buffer.alloc(200_000, 'refused')) {
  const form = new FormData();
  form.append('file', new Blob([bytes]), 'refused.bin');
  return account.call('POST /files', form);
}

export async function refused(asked: ReturnType<Account['call']>, detail: RegExp): Promise<void> {
  const { status, headers, body } = await asked;
  assert.deepEqual([status, body.code, body.retryable], [503, 'unavailable', true], JSON.stringify(body));
  assert.match(body.detail, detail);
  assert.ok(headers.has('retry-after'));
}
