import type { Sending } from './body.ts';
import { isBrowser, sendByXhr } from './xhr.ts';

/** Browsers send streams only over HTTP/2, and report upload progress only for an XMLHttpRequest. */
export const canSendStreams = !isBrowser;

/** Sends a request; rejects without a response. Redirects are returned, because the token is only for the gateway. */
export function send(sending: Sending): Promise<Response> {
  const { method, url, headers, payload, signal } = sending;
  const { content } = payload;
  if (content instanceof Blob) return sendByXhr({ ...sending, content });
  const isStream = content instanceof ReadableStream;
  const body = { ...(content !== undefined && { body: content }), ...(isStream && { duplex: 'half' as const }) };
  return fetch(url, { method, headers, redirect: 'manual', cache: 'no-store', signal, ...body });
}

/** Larger bodies are read beside the page. */
const largeBytes = 1_000_000;

/** The text of a body. A browser reads one in the thread of its page, but a blob in another. */
export async function textOf(response: Response): Promise<string> {
  const isLarge = Number(response.headers.get('content-length')) > largeBytes;
  return isBrowser && isLarge ? (await response.blob()).text() : response.text();
}
