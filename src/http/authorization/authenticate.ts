import type { IncomingHttpHeaders } from 'node:http';
import { InterfaceType } from '../../../schemas/common.ts';
import { agentHeader, agentOfHeader, interfaceHeader } from '../../../schemas/interfaces.ts';
import { type TokenVerifier, unauthenticated } from '../../auth/tokens.ts';
import type { Caller, Services } from '../../workspace/operation/context.ts';
import { findBearer } from '../../workspace/people/users.ts';
import { bearerOf } from './bearer.ts';

export type Authenticate = (headers: IncomingHttpHeaders) => Promise<Caller>;

/** The caller of the bearer token, with their current role. */
export function bearerAuthentication(verifier: TokenVerifier, { database }: Pick<Services, 'database'>): Authenticate {
  return async (headers) => {
    const token = bearerOf(headers);
    const through = headers[interfaceHeader];
    if (token === undefined) throw unauthenticated('Send an access token in the header "Authorization: Bearer …".');
    const claims = await verifier.verify(token);
    const user = await database.lookUp((db) => findBearer(db, claims));
    if (!user) throw unauthenticated('This access token was ended, or its user no longer exists; get a new one.');
    return {
      ...user,
      scopes: claims.scopes,
      tokenIssuedAt: claims.issuedAt,
      agent: agentOfHeader(headers[agentHeader]?.toString()),
      interface: through === undefined ? 'api' : (InterfaceType.safeParse(through).data ?? 'api'),
    };
  };
}
