import { createHash, randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { WorkspaceError } from '../../schemas/errors.ts';
import { type Scope, scopes } from '../../schemas/operation.ts';
import { algorithm, type SigningKey } from './keys.ts';

const tokenType = 'at+jwt';
const cachedTokens = 1_000;

interface TokenClaims {
  readonly userId: string;
  readonly scopes: readonly Scope[];
}

export interface TokenRequest extends TokenClaims {
  /** Issuer and audience: the data folder's own identifier. */
  readonly installationId: string;
  readonly lifetimeSeconds: number;
}

/** An RFC 9068 access token for the gateways of one data folder. */
export async function issueToken(key: SigningKey, request: TokenRequest): Promise<string> {
  return new SignJWT({ client_id: 'workspace-token', scope: request.scopes.join(' ') })
    .setProtectedHeader({ alg: algorithm, typ: tokenType, kid: key.keyId })
    .setIssuer(request.installationId)
    .setAudience(request.installationId)
    .setSubject(request.userId)
    .setIssuedAt()
    .setExpirationTime(`${request.lifetimeSeconds} seconds`)
    .setJti(randomUUID())
    .sign(key.privateKey);
}

export type TokenVerifier = (token: string) => Promise<TokenClaims>;

/** Verifies signature, type, issuer, audience and times. A token that was verified is known until it expires. */
export function tokenVerifier(findKey: () => Promise<SigningKey | undefined>, installationId: string): TokenVerifier {
  const known = new Map<string, TokenClaims & { readonly expiresAt: number }>();
  return async (token) => {
    const digest = createHash('sha256').update(token).digest('base64url');
    const earlier = known.get(digest);
    if (earlier && earlier.expiresAt * 1_000 > Date.now()) return earlier;
    known.delete(digest);
    const claims = await verify(await findKey(), installationId, token);
    if (known.size >= cachedTokens) known.delete(known.keys().next().value ?? '');
    known.set(digest, claims);
    return claims;
  };
}

async function verify(key: SigningKey | undefined, installationId: string, token: string) {
  try {
    if (!key) throw new Error('there is no key yet');
    const { payload } = await jwtVerify(token, key.publicKey, {
      algorithms: [algorithm],
      typ: tokenType,
      issuer: installationId,
      audience: installationId,
      requiredClaims: ['sub', 'exp', 'iat', 'jti'],
    });
    const granted = typeof payload.scope === 'string' ? payload.scope.split(' ') : [];
    return { userId: payload.sub!, scopes: scopes.filter((scope) => granted.includes(scope)), expiresAt: payload.exp! };
  } catch {
    throw unauthenticated(
      'The access token is not valid here or has expired; get a new one, for example with `workspace token`.',
    );
  }
}

export function unauthenticated(detail: string): WorkspaceError {
  return new WorkspaceError('unauthenticated', detail);
}
