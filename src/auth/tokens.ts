import { createHash, randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { WorkspaceError } from '../../schemas/errors.ts';
import { type Scope, scopes } from '../../schemas/operation.ts';
import { audiencesOf } from './audiences.ts';
import { algorithm, type KeyRing, type SigningKey } from './keys.ts';

const tokenType = 'at+jwt';
const cachedTokens = 1_000;

interface TokenClaims {
  readonly userId: string;
  readonly scopes: readonly Scope[];
}

/** What a token says that was verified. */
interface VerifiedToken extends TokenClaims {
  /** The grant that it was issued under, and dies with; those of `workspace token` have none. */
  readonly grantId: string | undefined;
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

export type TokenVerifier = (token: string) => Promise<VerifiedToken>;

/** Whose tokens are good here. */
export interface TrustedIssuers {
  readonly keys: KeyRing;
  /** Issuer and audience of what `workspace token` prints. */
  readonly installationId: string;
  /** Issuer of what the authorization server hands out. */
  readonly publicUrl: () => string;
}

interface KnownToken extends VerifiedToken {
  readonly keyId: string;
  readonly expiresAt: number;
}

/** Verifies signature, type, issuer, audience and times. A token that was verified is known until it expires or its key is gone. */
export function tokenVerifier(trusted: TrustedIssuers): TokenVerifier {
  const known = new Map<string, KnownToken>();
  return async (token) => {
    const digest = createHash('sha256').update(token).digest('base64url');
    const earlier = known.get(digest);
    if (earlier && earlier.expiresAt * 1_000 > Date.now() && (await trusted.keys.find(earlier.keyId))) return earlier;
    known.delete(digest);
    const claims = await verify(trusted, token);
    if (known.size >= cachedTokens) known.delete(known.keys().next().value ?? '');
    known.set(digest, claims);
    return claims;
  };
}

async function verify({ keys, installationId, publicUrl }: TrustedIssuers, token: string): Promise<KnownToken> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, async ({ kid = '' }) => publicKeyOf(keys, kid), {
      algorithms: [algorithm],
      typ: tokenType,
      issuer: [installationId, publicUrl()],
      audience: [installationId, ...audiencesOf(publicUrl())],
      requiredClaims: ['sub', 'exp', 'iat', 'jti'],
    });
    if ((payload.iss === installationId) !== (payload.aud === installationId)) throw new Error('for somebody else');
    const granted = typeof payload.scope === 'string' ? payload.scope.split(' ') : [];
    return {
      userId: payload.sub!,
      scopes: scopes.filter((scope) => granted.includes(scope)),
      grantId: typeof payload.grant_id === 'string' ? payload.grant_id : undefined,
      keyId: protectedHeader.kid!,
      expiresAt: payload.exp!,
    };
  } catch {
    throw unauthenticated(
      'The access token is not valid here or has expired; get a new one, for example with `workspace token`.',
    );
  }
}

async function publicKeyOf(keys: KeyRing, keyId: string) {
  const key = await keys.find(keyId);
  if (!key) throw new Error('no key of ours signed it');
  return key.publicKey;
}

export function unauthenticated(detail: string): WorkspaceError {
  return new WorkspaceError('unauthenticated', detail);
}
