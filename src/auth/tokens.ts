import { randomUUID } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { WorkspaceError } from '../../schemas/errors.ts';
import { limits } from '../../schemas/limits.ts';
import { type Scope, scopesIn } from '../../schemas/operation.ts';
import type { Database } from '../store/database.ts';
import { sharedSeconds } from '../store/shared-time.ts';
import { audiencesOf } from './audiences.ts';
import { findClient } from './authorization-server/clients.ts';
import { grantStands } from './grants.ts';
import { isRegistered } from './issuers.ts';
import { algorithm, type KeyRing, type SigningKey, type SigningKeys } from './keys.ts';
import { type SubjectTokenOptions, SubjectTokens, type UsedSubjectToken } from './subject-tokens.ts';
import { ClaimRefusal, TokenRefusal, verifiedJwt } from './verified-jwt.ts';

const tokenType = 'at+jwt';
/** Verifying a token again costs more than the rest of a small request. */
const cachedTokens = 1_000;

interface TokenClaims {
  readonly userId: string;
  readonly scopes: readonly Scope[];
}

/** The claims of a verified token. */
interface VerifiedToken extends TokenClaims {
  /** Seconds since 1970. */
  readonly issuedAt: number;
  readonly expiresAt: number;
  /** The client that it was issued to. */
  readonly clientId?: string | undefined;
}

export interface TokenRequest extends TokenClaims {
  readonly issuer: string;
  readonly audience: string;
  readonly clientId: string;
  readonly lifetimeSeconds: number;
  /** By the clock that all gateways share, in seconds since 1970. */
  readonly issuedAt: number;
  /** The row that keeps the token valid, if it can be ended by itself. */
  readonly grantId?: string;
  /** The issuer of the exchanged subject token; removing it revokes this token. */
  readonly subjectIssuerId?: string;
}

/** Signs an RFC 9068 access token for the gateways of one data folder. */
export async function issueToken(key: SigningKey, request: TokenRequest): Promise<string> {
  const { clientId, scopes, grantId, subjectIssuerId, issuedAt } = request;
  const claims = { client_id: clientId, scope: scopes.join(' '), grant_id: grantId, subject_issuer: subjectIssuerId };
  return new SignJWT(claims)
    .setProtectedHeader({ alg: algorithm, typ: tokenType, kid: key.keyId })
    .setIssuer(request.issuer)
    .setAudience(request.audience)
    .setSubject(request.userId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + request.lifetimeSeconds)
    .setJti(randomUUID())
    .sign(key.privateKey);
}

/** A token of the data folder's own, which every gateway on it accepts. */
type OwnTokenRequest = Omit<TokenRequest, 'issuer' | 'audience' | 'clientId' | 'subjectIssuerId' | 'issuedAt'>;

interface OwnIssuer {
  readonly database: Database;
  readonly keys: SigningKeys;
  readonly installationId: string;
}

export const issueOwnToken = async (
  { database, keys, installationId }: OwnIssuer,
  request: OwnTokenRequest,
): Promise<string> =>
  issueToken(await keys.newest(), {
    issuer: installationId,
    audience: installationId,
    clientId: 'workspace-token',
    issuedAt: await database.read(sharedSeconds),
    ...request,
  });

/** The issuers whose tokens are valid here. */
export interface TrustedIssuers {
  readonly database: Database;
  readonly keys: KeyRing;
  /** Issuer and audience of tokens from `workspace token`. */
  readonly installationId: string;
  /** Issuer of tokens from the authorization server. */
  readonly publicUrl: () => string;
  readonly admit: SubjectTokenOptions['admit'];
  /** Called with the reason of a refusal, without any part of the token. */
  readonly onRefusal?: OnRefusal;
}

type OnRefusal = (reason: string) => void;

export interface TokenVerifier {
  /** Verifies a token. A subject token is used up by it. */
  verify(token: string): Promise<VerifiedToken>;
  /** Uses up a subject token, and accepts no other. */
  useSubjectToken(token: string): Promise<UsedSubjectToken>;
}

/**
 * Verifies signature, type, issuer, audience and times. The issuer's name is checked before any signature. A verified
 * access token is cached until it expires. Its key, grant and issuer are checked each time.
 */
export function tokenVerifier(trusted: TrustedIssuers): TokenVerifier {
  const audiences = () => [trusted.installationId, ...audiencesOf(trusted.publicUrl())];
  const subjectTokens = new SubjectTokens({ ...trusted, audiences });
  const known = new LRUCache<string, AccessToken>({ max: cachedTokens });
  const verify = async (token: string) => {
    const earlier = known.get(token);
    if (earlier && earlier.expiresAt * 1_000 > Date.now()) return requireBasis(trusted, earlier);
    const issuer = issuerOf(token);
    const own = ownAudiences(trusted).get(issuer);
    if (!own) return subjectTokens.use(token, issuer);
    const access = await verifyAccessToken(trusted, token, { issuer, audiences: own });
    known.set(token, access);
    return requireBasis(trusted, access);
  };
  const useSubjectToken = async (token: string) => subjectTokens.use(token, issuerOf(token));
  return {
    verify: (token) => refusing(verify(token), notValid, trusted.onRefusal),
    useSubjectToken: (token) => refusing(useSubjectToken(token), subjectNotValid, trusted.onRefusal),
  };
}

/** Our own issuers, with the allowed audiences of their tokens. */
const ownAudiences = ({ installationId, publicUrl }: TrustedIssuers): ReadonlyMap<string, readonly string[]> =>
  new Map([
    [publicUrl(), [installationId, ...audiencesOf(publicUrl())]],
    [installationId, [installationId]],
  ]);

/** Headers that would make the verifier use a key that the token supplies. */
const foreignKeys = ['jwk', 'jku', 'x5c', 'x5u'] as const;

/** The issuer that a token claims, unverified. */
function issuerOf(token: string): string {
  const { header, issuer } = decoded(token);
  if (typeof issuer !== 'string') throw new TokenRefusal('it does not say who issued it');
  if (typeof header.kid !== 'string') throw new TokenRefusal('it does not say which key');
  if (foreignKeys.some((name) => name in header)) throw new TokenRefusal('it brings a key');
  return issuer;
}

function decoded(token: string) {
  try {
    return { header: decodeProtectedHeader(token), issuer: decodeJwt(token).iss as unknown };
  } catch (error) {
    throw new TokenRefusal('it is not a JWT', { cause: error });
  }
}

/** A verified access token. Without its key and, if any, its grant, subject issuer or client it becomes invalid. */
interface AccessToken extends VerifiedToken {
  readonly keyId: string;
  readonly grantId: string | undefined;
  readonly subjectIssuerId: string | undefined;
}

interface Expected {
  readonly issuer: string;
  readonly audiences: readonly string[];
}

async function verifyAccessToken(
  { keys }: TrustedIssuers,
  token: string,
  { issuer, audiences }: Expected,
): Promise<AccessToken> {
  const { payload, protectedHeader } = await verifiedJwt(token, async ({ kid = '' }) => publicKeyOf(keys, kid), {
    algorithms: [algorithm],
    typ: tokenType,
    issuer,
    audience: [...audiences],
    requiredClaims: ['sub', 'exp', 'iat', 'jti'],
  });
  if (typeof payload.aud !== 'string') throw new TokenRefusal('it is for several');
  const { client_id: clientId, grant_id: grantId, subject_issuer: subjectIssuerId, scope } = payload;
  return {
    userId: payload.sub!,
    scopes: scopesIn(textOf(scope)),
    issuedAt: payload.iat!,
    expiresAt: payload.exp!,
    clientId: textOf(clientId),
    grantId: textOf(grantId),
    subjectIssuerId: textOf(subjectIssuerId),
    keyId: protectedHeader.kid!,
  };
}

const textOf = (claim: unknown) => (typeof claim === 'string' ? claim : undefined);

async function publicKeyOf(keys: KeyRing, keyId: string) {
  const key = await keys.find(keyId);
  if (!key) throw new TokenRefusal('no key of ours signed it');
  return key.publicKey;
}

async function requireBasis({ database, keys }: TrustedIssuers, access: AccessToken): Promise<AccessToken> {
  const { keyId, grantId, subjectIssuerId, clientId, expiresAt } = access;
  if (expiresAt > Date.now() / 1_000 + limits.tokenLifetimeMostSeconds + limits.clockSkewSeconds)
    throw new TokenRefusal('it was issued before the clock was put back, and would live longer than any may');
  await publicKeyOf(keys, keyId);
  if (grantId !== undefined && !(await grantStands(database, grantId)))
    throw unauthenticated('The access token was revoked; ask the person to sign in again.');
  if (subjectIssuerId !== undefined) await requireExchangers(database, subjectIssuerId, clientId);
  return access;
}

/** Requires the issuer of the subject token, and the exchanging client if there was one. */
async function requireExchangers(database: Database, issuerId: string, clientId: string | undefined): Promise<void> {
  if (!(await database.read((db) => isRegistered(db, issuerId)))) throw new TokenRefusal('its issuer was removed');
  if (clientId === undefined || clientId === issuerId) return;
  if (!(await database.read((db) => findClient(db, clientId)))) throw new TokenRefusal('its client was removed');
}

const notValid = 'The access token is not valid here or has expired. Get a new one, such as from `workspace token`.';
const subjectNotValid =
  'The subject token is not valid here: its issuer, its key or its signature is not one that is trusted.';

/** Only a trusted issuer learns what is wrong with its token. All others get the same message. */
async function refusing<Verified>(
  verified: Promise<Verified>,
  otherwise: string,
  onRefusal: OnRefusal = () => {},
): Promise<Verified> {
  try {
    return await verified;
  } catch (error) {
    if (!(error instanceof TokenRefusal)) throw error;
    onRefusal(error.message);
    throw unauthenticated(error instanceof ClaimRefusal ? error.message : otherwise);
  }
}

export function unauthenticated(detail: string): WorkspaceError {
  return new WorkspaceError('unauthenticated', detail);
}
