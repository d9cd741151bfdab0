import type { JWTPayload } from 'jose';
import * as z from 'zod';
import { Email } from '../../schemas/accounts.ts';
import { Title } from '../../schemas/common.ts';
import { limits } from '../../schemas/limits.ts';
import { type Scope, scopesIn } from '../../schemas/operation.ts';
import type { Database } from '../store/database.ts';
import type { Db } from '../store/tables.ts';
import { forgetExpiredSubjectTokens } from './forgetting.ts';
import { findIssuer, type Issuer } from './issuers.ts';
import { KeySets, subjectAlgorithms } from './key-sets.ts';
import { claimAtFault, ClaimRefusal, TokenRefusal, verifiedJwt } from './verified-jwt.ts';

const subjectTokenType = 'workspace-subject+jwt';

/** A person an issuer vouches for who is not yet a user. */
interface Newcomer {
  readonly organizationId: string;
  readonly name: string;
  readonly email: string | undefined;
}

export interface SubjectTokenOptions {
  readonly database: Database;
  /** Allowed audiences. */
  readonly audiences: () => readonly string[];
  /** Creates a user in this transaction; returns their ID. */
  readonly admit: (tx: Db, newcomer: Newcomer) => Promise<string>;
}

/** The claims of a subject token that was verified and used up. */
export interface UsedSubjectToken {
  readonly issuerId: string;
  readonly userId: string;
  readonly scopes: readonly Scope[];
  readonly issuedAt: number;
  readonly expiresAt: number;
}

const Name = z
  .string()
  .min(1)
  .max(limits.claim)
  .refine((name) => name.isWellFormed());

const Claims = z.object({
  sub: Name,
  jti: Name,
  aud: z.string(),
  iat: z.number(),
  exp: z.number(),
  scope: z.string().optional(),
  name: Title.optional().catch(undefined),
  email: Email.optional().catch(undefined),
});
type Claims = z.infer<typeof Claims>;

/**
 * Verifies the tokens of registered issuers (CONTRACT section 11). Each can be used once, across all processes of the
 * folder.
 */
export class SubjectTokens {
  readonly #options: SubjectTokenOptions;
  readonly #keySets = new KeySets();

  constructor(options: SubjectTokenOptions) {
    this.#options = options;
  }

  /** `issuerUrl` is the token's own claim. Throws `TokenRefusal` if that issuer is not registered. */
  async use(token: string, issuerUrl: string): Promise<UsedSubjectToken> {
    const { database } = this.#options;
    const issuer = await database.read((db) => findIssuer(db, issuerUrl));
    if (!issuer)
      throw new TokenRefusal(`no issuer is registered as ${JSON.stringify(issuerUrl.slice(0, limits.issuerUrl))}`);
    const claims = claimsOf(await this.#verified(token, issuer));
    const granted = grantedScopes(issuer, claims);
    const userId = await database.write('service', (tx) => this.#useUp(tx, issuer, claims));
    return { issuerId: issuer.id, userId, scopes: granted, issuedAt: claims.iat, expiresAt: claims.exp };
  }

  /** Once the signature is verified, the refusal names the claim at fault. */
  async #verified(token: string, issuer: Issuer): Promise<JWTPayload> {
    const audience = [...this.#options.audiences()];
    const options = { algorithms: subjectAlgorithms, typ: subjectTokenType, issuer: issuer.url, audience };
    const clockTolerance = limits.clockSkewSeconds;
    try {
      return (await verifiedJwt(token, this.#keySets.of(issuer), { ...options, clockTolerance })).payload;
    } catch (error) {
      const claim = claimAtFault(error);
      if (claim === undefined) throw error;
      throw wrong(claim, claim === 'aud' ? `must be one text, one of: ${audience.join(', ')}` : mustBe[claim]);
    }
  }

  async #useUp(tx: Db, issuer: Issuer, claims: Claims): Promise<string> {
    await markUsed(tx, issuer, claims);
    return (await knownUser(tx, issuer, claims)) ?? this.#admit(tx, issuer, claims);
  }

  async #admit(tx: Db, { url, organizationId }: Issuer, { sub, name, email }: Claims): Promise<string> {
    const userId = await this.#options.admit(tx, { organizationId, name: name ?? nameFrom(sub), email });
    const row = { organization_id: organizationId, issuer_url: url, subject: sub, user_id: userId };
    await tx.insertInto('issuer_subjects').values(row).execute();
    return userId;
  }
}

const nameFrom = (subject: string) => Title.safeParse(subject).data ?? 'Unnamed';

const now = () => Math.floor(Date.now() / 1_000);

const text = `must be a text of 1 to ${limits.claim} characters`;
const time = 'must be a time in seconds since 1970';

const mustBe: Readonly<Record<string, string>> = {
  typ: `in its header must be ${subjectTokenType}`,
  sub: text,
  jti: text,
  aud: 'must be one text',
  iat: `${time} that has come`,
  nbf: `${time} that has come`,
  exp: `${time} that is to come`,
  scope: 'must be one text, of scopes separated by blanks',
};

/** The text may become an `error_description`, so it contains no quotation marks (RFC 6749 section 5.2). */
const wrong = (claim: string, what = 'is not what it must be') =>
  new ClaimRefusal(`The subject token was refused: its ${claim} ${what}.`);

function claimsOf(payload: JWTPayload): Claims {
  const parsed = Claims.safeParse(payload);
  if (!parsed.success) {
    const claim = String(parsed.error.issues[0]!.path[0]);
    throw wrong(claim, mustBe[claim]);
  }
  const { data: claims } = parsed;
  const lifetime = claims.exp - claims.iat;
  if (lifetime <= 0 || lifetime > limits.subjectTokenSeconds)
    throw wrong('exp', `must be after its iat, by at most ${limits.subjectTokenSeconds} seconds`);
  if (claims.iat > now() + limits.clockSkewSeconds) throw wrong('iat', mustBe.iat);
  return claims;
}

function grantedScopes(issuer: Issuer, { scope }: Claims): readonly Scope[] {
  if (scope === undefined) return issuer.scopes;
  const asked = scope.split(' ').filter(Boolean);
  const granted = scopesIn(scope).filter((name) => issuer.scopes.includes(name));
  if (granted.length < new Set(asked).size)
    throw wrong('scope', `must be of what its issuer may give: ${issuer.scopes.join(' ')}`);
  return granted;
}

/**
 * SQLite's lock decides between processes: the second of two uses finds the row. Expiry is checked after waiting for
 * the lock. Otherwise the row of an earlier use could have been deleted.
 */
async function markUsed(tx: Db, { url }: Issuer, { jti, exp }: Claims): Promise<void> {
  if (exp + limits.clockSkewSeconds <= now()) throw wrong('exp', mustBe.exp);
  await forgetExpiredSubjectTokens(tx);
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('used_subject_tokens')
    .values({ issuer_url: url, token_id: jti, expires_at: Math.ceil(exp) + limits.clockSkewSeconds })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) throw wrong('jti', 'was used before; sign a new token for each use');
}

async function knownUser(tx: Db, { organizationId, url }: Issuer, { sub, iat }: Claims): Promise<string | undefined> {
  const user = await tx
    .selectFrom('issuer_subjects')
    .innerJoin('users', 'users.id', 'issuer_subjects.user_id')
    .select([
      'users.id',
      'users.organization_id as organizationId',
      'users.removed_at as removedAt',
      'users.tokens_valid_from as tokensValidFrom',
    ])
    .where('issuer_subjects.organization_id', '=', organizationId)
    .where('issuer_subjects.issuer_url', '=', url)
    .where('issuer_subjects.subject', '=', sub)
    .executeTakeFirst();
  if (user && (user.organizationId !== organizationId || user.removedAt !== null))
    throw wrong('sub', 'names a user who was removed');
  if (user && iat < user.tokensValidFrom)
    throw wrong('iat', 'is from before the tokens of its sub were ended; sign a new one');
  return user?.id;
}
