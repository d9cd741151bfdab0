import type { IncomingHttpHeaders } from 'node:http';

let lastHeader: string | undefined;
let lastToken: string | undefined;

/**
 * The access token of a request (RFC 6750, 2.1). A request is asked several times, and the next one is often of the same
 * sender. The same text is returned then, whose hash is known.
 */
export function bearerOf({ authorization }: IncomingHttpHeaders): string | undefined {
  if (authorization === undefined) return undefined;
  if (authorization !== lastHeader) {
    lastHeader = authorization;
    lastToken = /^Bearer +([\w.~+/-]+=*)$/i.exec(authorization)?.[1];
  }
  return lastToken;
}
