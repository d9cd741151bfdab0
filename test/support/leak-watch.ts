import { afterAll, afterEach, expect } from 'vitest';
import { forget, received, sent, takeLeaks } from './leaks.ts';

/** Every HTTP answer that a test reads is looked through, whoever asked; what leaked fails the test. */
const send = globalThis.fetch;
globalThis.fetch = async (input, init) => {
  const address = input instanceof Request ? input.url : String(input);
  sent(`${address}\n${await textOf(init?.body)}`);
  const response = await send(input, init);
  const answered = [response.status, ...[...response.headers].flat()].join('\n');
  received(answered);
  return watched(response, ofItsOwn(address));
};

const nothingLeaked = () => expect(takeLeaks()).toEqual([]);
afterEach(nothingLeaked);
// Files follow one another in a process. Each has its own watch, which knows its own secrets.
afterAll(() => {
  globalThis.fetch = send;
  forget();
});
afterAll(nothingLeaked);

/** Removes the parts of an answer that its address exists to tell. */
function ofItsOwn(address: string): (text: string) => string {
  const { pathname } = new URL(address);
  if (pathname === '/api/workspace/me')
    return (text) => text.replace(/"organization":\{"id":"org_\w+"/, '"organization":{');
  if (pathname.startsWith('/api/workspace/admin/'))
    return (text) => text.replaceAll(/"(organization":\{"id|organizationId)":"org_\w+"/g, '"$1":""');
  if (pathname.startsWith('/oauth/') || pathname === '/api/workspace/me/tokens')
    return (text) => text.replaceAll(/\beyJ[\w.-]+/g, '');
  // The documentation names what the product is made of.
  if (/^\/help(\/|$)/.test(pathname)) return () => '';
  return (text) => text;
}

function watched(response: Response, withoutOwn: (text: string) => string): Response {
  const isFile = response.headers.get('content-disposition') !== null;
  const read = response.arrayBuffer.bind(response);
  const arrayBuffer = async () => {
    const bytes = await read();
    if (!isFile) received(withoutOwn(Buffer.from(bytes).toString()));
    return bytes;
  };
  const text = async () => new TextDecoder().decode(await arrayBuffer());
  const json = async () => JSON.parse(await text()) as unknown;
  return Object.assign(response, { arrayBuffer, text, json });
}

async function textOf(body: RequestInit['body'] | undefined): Promise<string> {
  if (typeof body === 'string') return body;
  if (body instanceof URLSearchParams) return body.toString();
  if (body instanceof Uint8Array) return Buffer.from(body).toString();
  if (!(body instanceof FormData)) return '';
  const parts = [...body].map(async ([name, value]) =>
    typeof value === 'string' ? `${name}\n${value}` : `${value.name}\n${await value.text()}`,
  );
  return (await Promise.all(parts)).join('\n');
}
