import { WorkspaceError } from '../../schemas/errors.ts';
import { limits } from '../../schemas/limits.ts';
import { type Scope, scopesIn } from '../../schemas/operation.ts';
import type { Database } from '../store/database.ts';
import { sharedSeconds } from '../store/shared-time.ts';
import { audienceNamed } from './audiences.ts';
import { type Client, findClient } from './authorization-server/clients.ts';
import type { KeyRing } from './keys.ts';
import { issueToken, type TokenVerifier } from './tokens.ts';

export const tokenExchange = 'urn:ietf:params:oauth:grant-type:token-exchange';
const jwtType = 'urn:ietf:params:oauth:token-type:jwt';
const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token';

export interface ExchangeOptions {
  readonly database: Database;
  readonly keys: KeyRing;
  readonly publicUrl: () => string;
  readonly verifier: TokenVerifier;
}

/** The response of RFC 8693 section 2.2.1. */
export interface ExchangedToken {
  readonly access_token: string;
  readonly issued_token_type: string;
  readonly token_type: 'Bearer';
  readonly expires_in: number;
  readonly scope: string;
}

/** An error response of RFC 6749 section 5.2. */
export class ExchangeRefusal extends Error {
  override readonly name = 'ExchangeRefusal';
  readonly error: 'invalid_request' | 'invalid_client' | 'invalid_scope' | 'invalid_target';

  constructor(error: ExchangeRefusal['error'], description: string) {
    super(description);
    this.error = error;
  }
}

/**
 * Exchanges a signed subject token for an access token of the same user (RFC 8693). Its scopes are the same or fewer.
 * The subject token is used up; removing its issuer revokes the access token. The issuer needs no client, because its
 * signature identifies it.
 */
export async function exchangeSubjectToken(options: ExchangeOptions, form: URLSearchParams): Promise<ExchangedToken> {
  const audience = audienceFor(options.publicUrl(), form);
  const client = await clientNamed(options.database, valueOf(form, 'client_id'));
  const subject = await used(options.verifier, subjectTokenIn(form));
  const allowed = client ? subject.scopes.filter((scope) => client.scopes.includes(scope)) : subject.scopes;
  const granted = narrowed(allowed, valueOf(form, 'scope'));
  if (granted.length === 0)
    throw new ExchangeRefusal('invalid_scope', 'nothing is left that both the subject token and the client allow');
  const [key] = await options.keys.all();
  const accessToken = await issueToken(key!, {
    issuer: options.publicUrl(),
    audience,
    clientId: client?.id ?? subject.issuerId,
    userId: subject.userId,
    scopes: granted,
    lifetimeSeconds: limits.tokenLifetimeSeconds,
    issuedAt: await options.database.read(sharedSeconds),
    subjectIssuerId: subject.issuerId,
  });
  return {
    access_token: accessToken,
    issued_token_type: accessTokenType,
    token_type: 'Bearer',
    expires_in: limits.tokenLifetimeSeconds,
    scope: granted.join(' '),
  };
}

/** An empty parameter counts as omitted (RFC 6749 section 3.2). */
function valueOf(form: URLSearchParams, name: string): string | undefined {
  const values = form.getAll(name);
  if (values.length > 1) throw new ExchangeRefusal('invalid_request', `${name} is given twice`);
  return values[0] === '' ? undefined : values[0];
}

function audienceFor(publicUrl: string, form: URLSearchParams): string {
  const asked = ['resource', 'audience'].map((name) => valueOf(form, name)).filter((name) => name !== undefined);
  const named = new Set((asked.length > 0 ? asked : [publicUrl]).map((name) => audienceNamed(publicUrl, name)));
  const [audience] = named;
  if (named.size > 1 || audience === undefined)
    throw new ExchangeRefusal('invalid_target', `the resource is ${publicUrl}, or its /mcp`);
  return audience;
}

async function clientNamed(database: Database, id: string | undefined): Promise<Client | undefined> {
  if (id === undefined) return undefined;
  const client = await database.read((db) => findClient(db, id));
  if (!client) throw new ExchangeRefusal('invalid_client', 'there is no such client');
  return client;
}

function subjectTokenIn(form: URLSearchParams): string {
  const token = valueOf(form, 'subject_token');
  if (token === undefined) throw new ExchangeRefusal('invalid_request', 'subject_token is missing');
  if (valueOf(form, 'subject_token_type') !== jwtType)
    throw new ExchangeRefusal('invalid_request', `subject_token_type must be ${jwtType}`);
  if ((valueOf(form, 'requested_token_type') ?? accessTokenType) !== accessTokenType)
    throw new ExchangeRefusal('invalid_request', `requested_token_type must be ${accessTokenType}`);
  if (valueOf(form, 'actor_token') !== undefined)
    throw new ExchangeRefusal('invalid_request', 'actor_token is not supported');
  return token;
}

async function used(verifier: TokenVerifier, subjectToken: string) {
  try {
    return await verifier.useSubjectToken(subjectToken);
  } catch (error) {
    if (!(error instanceof WorkspaceError) || error.code !== 'unauthenticated') throw error;
    throw new ExchangeRefusal('invalid_request', error.message);
  }
}

function narrowed(allowed: readonly Scope[], asked: string | undefined): readonly Scope[] {
  if (asked === undefined) return allowed;
  const beyond = asked.split(' ').filter((name) => name !== '' && !allowed.includes(name as Scope));
  if (beyond.length > 0) throw new ExchangeRefusal('invalid_scope', 'it asks for more than the subject token allows');
  return scopesIn(asked);
}
