import type { Sending } from './body.ts';

/** The used part of a browser's XMLHttpRequest, because this project has no browser types. */
interface Xhr {
  readonly status: number;
  readonly responseText: string;
  readonly responseURL: string;
  readonly upload: { addEventListener(type: 'progress', listener: (event: { readonly loaded: number }) => void): void };
  addEventListener(type: 'load' | 'error', listener: () => void): void;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getAllResponseHeaders(): string;
  send(body: Blob): void;
  abort(): void;
}

const { XMLHttpRequest } = globalThis as { XMLHttpRequest?: new () => Xhr };

export const isBrowser = XMLHttpRequest !== undefined;

/** Sends a body whose progress a browser reports. Rejects without a response. */
export function sendByXhr({ content, ...sending }: Sending & { readonly content: Blob }): Promise<Response> {
  const { method, url, headers, payload, signal } = sending;
  signal?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const xhr = new XMLHttpRequest!();
  const abort = () => {
    xhr.abort();
    reject(signal!.reason as Error);
  };
  xhr.open(method, url);
  for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
  xhr.upload.addEventListener('progress', ({ loaded }) => payload.onSent?.(loaded));
  xhr.addEventListener('load', () => resolve(answerOf(xhr, url)));
  xhr.addEventListener('error', () => reject(new TypeError('The connection failed')));
  signal?.addEventListener('abort', abort, { once: true });
  xhr.send(content);
  return promise.finally(() => signal?.removeEventListener('abort', abort));
}

/**
 * Browsers follow redirects, and an XMLHttpRequest cannot forbid it. They drop `Authorization` for another origin
 * (Fetch standard, "HTTP-redirect fetch"). The token stays safe, but the response is not the gateway's.
 */
function answerOf(xhr: Xhr, url: string): Response {
  if (xhr.responseURL !== new URL(url).href) {
    return new Response(null, { status: 307, headers: { location: xhr.responseURL } });
  }
  const lines = xhr.getAllResponseHeaders().trim().split(/\r?\n/);
  const headers = lines.map((line) => line.split(/:\s*/, 2)).filter(([name]) => name) as [string, string][];
  return new Response(xhr.responseText, { status: xhr.status, headers });
}
