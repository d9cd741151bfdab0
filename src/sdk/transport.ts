import type { Sending } from './body.ts';
import { isBrowser, sendByXhr } from './xhr.ts';

/** Browsers send streams over HTTP/2 at most, and tell how far an upload is only of an XMLHttpRequest. */
export const canSendStreams = !isBrowser;

/** Rejects when there is no answer. Redirects are answers: a token is for the gateway alone. */
export function send(sending: Sending): Promise<Response> {
  const { method, url, headers, payload, signal } = sending;
  const { content } = payload;
  if (content instanceof Blob) return sendByXhr({ ...sending, content });
  const isStream = content instanceof ReadableStream;
  const body = { ...(content !== undefined && { body: content }), ...(isStream && { duplex: 'half' as const }) };
  return fetch(url, { method, headers, redirect: 'manual', cache: 'no-store', signal, ...body });
}
