import type { IncomingHttpHeaders } from 'node:http';

/** The access token of a request (RFC 6750, 2.1). */
export const bearerOf = ({ authorization }: IncomingHttpHeaders): string | undefined =>
  /^Bearer +([\w.~+/-]+=*)$/i.exec(authorization ?? '')?.[1];
