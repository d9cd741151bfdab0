import type { EventEmitter } from 'node:events';
import { type Configuration, errors, Provider } from 'oidc-provider';
import { limits } from '../../../schemas/limits.ts';
import { scopes, scopesIn, usualScopes, usualScopesIn } from '../../../schemas/operation.ts';
import type { Database } from '../../store/database.ts';
import { sharedSeconds } from '../../store/shared-time.ts';
import type { Db } from '../../store/tables.ts';
import { audienceNamed } from '../audiences.ts';
import { algorithm, type SigningKey } from '../keys.ts';
import { DatabaseAdapter } from './adapter.ts';
import { ClientAdapter, mistakeInMetadata } from './client-adapter.ts';
import { findClient, newClientId, scopesOfClient } from './clients.ts';
import { existingGrant, promptPolicy } from './consenting.ts';
import { metadataOf } from './metadata.ts';
import { errorPage } from './pages.ts';
import { basePathOf, paths } from './paths.ts';
import { findPerson } from './people.ts';
import { completed, requireBounded } from './requests.ts';

export interface ProviderOptions {
  readonly database: Database;
  /** The secret that signs cookies and forms. */
  readonly secret: string;
  /** Whether clients may register themselves (RFC 7591). */
  readonly allowRegistration: boolean;
  /** Whether a client ID may be the URL of a document that describes it (OAuth Client ID Metadata Documents). */
  readonly allowClientDocuments: boolean;
  readonly fetchDocument: (url: string | URL, options: RequestInit) => Promise<Response>;
  /** Called in the transaction in which a person grants a client access. */
  readonly onConsent: (tx: Db, userId: string, clientId: string) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** Configures oidc-provider at this address. The first key signs. */
export function makeProvider(publicUrl: string, keys: readonly SigningKey[], options: ProviderOptions): Provider {
  const provider = new Provider(publicUrl, {
    ...protocol,
    fetch: options.fetchDocument as never,
    features: { ...features(options), resourceIndicators: resources(publicUrl, keys, options.database) },
    ...people(publicUrl, options.database),
    ...tokens(keys, options.database),
    ...storage(publicUrl, options),
  });
  provider.on('server_error', (_ctx, error) => options.onError(error));
  (provider as EventEmitter).on('error', options.onError);
  provider.use(async (ctx, next) => {
    standAt(publicUrl, ctx);
    if (ctx.path === paths.authorize) ctx.query = await completed(ctx.query, publicUrl, options.database);
    await next();
    if (ctx.path.startsWith('/.well-known/') && ctx.status === 200) Object.assign(ctx.body, metadataOf(publicUrl));
    if (ctx.path === paths.register && ctx.status === 201) ctx.body = asRegistered(ctx.body as Registered);
  });
  return provider;
}

/**
 * oidc-provider derives addresses from the request. A Host header or proxy must not decide them, so `publicUrl` does.
 */
function standAt(publicUrl: string, ctx: { readonly request: object; mountPath?: string }): void {
  const { host, protocol } = new URL(publicUrl);
  Object.defineProperties(ctx.request, { host: { value: host }, protocol: { value: protocol.slice(0, -1) } });
  ctx.mountPath = basePathOf(publicUrl);
}

const protocol: Configuration = {
  routes: {
    authorization: paths.authorize,
    token: paths.token,
    revocation: paths.revoke,
    jwks: paths.jwks,
    registration: paths.register,
  },
  responseTypes: ['code'],
  clientAuthMethods: ['none'],
  pkce: { required: () => true },
  extraParams: { state: requireBounded },
  scopes: [...scopes, 'offline_access'],
  enabledJWA: { idTokenSigningAlgValues: [algorithm] },
  clientDefaults: {
    application_type: 'native',
    grant_types: ['authorization_code', 'refresh_token'],
    id_token_signed_response_alg: algorithm,
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  },
  clientBasedCORS: (_ctx, origin, client) =>
    client.redirectUris?.some((uri) => URL.parse(uri)?.origin === origin && origin !== 'null') ?? false,
  fetchResponseBodyLimits: { 'client_id metadata document': limits.clientDocumentBytes },
  renderError: (ctx, { error, error_description: description }) => {
    const { headers, html } = errorPage(ctx.status, description ?? error);
    ctx.set(headers);
    ctx.body = html;
  },
};

/**
 * A client that names no authentication method is issued a secret, which clients do not need here. It is told only the
 * scopes that it got.
 */
const asRegistered = ({ client_secret: _secret, client_secret_expires_at: _expiry, scope, ...rest }: Registered) => ({
  ...rest,
  ...(scope !== undefined && { scope: scope.split(' ').filter(isGiven).join(' ') }),
});

const isGiven = (scope: string): boolean => scopesIn(scope).length === usualScopesIn(scope).length;

interface Registered {
  readonly client_secret?: string;
  readonly client_secret_expires_at?: number;
  readonly scope?: string;
}

const off = { enabled: false };

const features = ({ allowRegistration, allowClientDocuments }: ProviderOptions): Configuration['features'] => ({
  devInteractions: off,
  dPoP: off,
  pushedAuthorizationRequests: off,
  rpInitiatedLogout: off,
  userinfo: off,
  revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
  registration: { enabled: allowRegistration, idFactory: newClientId, issueRegistrationAccessToken: false },
  clientIdMetadataDocument: {
    enabled: allowClientDocuments,
    ack: 'draft-02',
    allowClient: (_ctx, { clientName, clientId, redirectUris = [] }) =>
      mistakeInMetadata(clientName ?? clientId, redirectUris) === undefined,
  },
});

/** The resource (RFC 8707) becomes the token's audience. Every token has one. */
const resources = (publicUrl: string, keys: readonly SigningKey[], database: Database) =>
  ({
    enabled: true,
    defaultResource: (_ctx, _client, oneOf) => oneOf?.[0] ?? publicUrl,
    getResourceServerInfo: async (_ctx, resource, client) => {
      const audience = audienceNamed(publicUrl, resource);
      if (audience === undefined) throw new errors.InvalidTarget(`the resource is ${publicUrl}, or its /mcp`);
      const registered = scopesOfClient(await database.read((db) => findClient(db, client.clientId)));
      const described = scopesIn(client.scope ?? usualScopes.join(' '));
      const scope = described.filter((one) => registered.includes(one)).join(' ');
      return { audience, scope, accessTokenFormat: 'jwt', jwt: { sign: { alg: algorithm, kid: keys[0]?.keyId } } };
    },
  }) satisfies NonNullable<Configuration['features']>['resourceIndicators'];

function people(publicUrl: string, database: Database): Configuration {
  return {
    findAccount: async (_ctx, id) => {
      const person = await database.read((db) => findPerson(db, id));
      return person && { accountId: id, claims: async () => ({ sub: id }) };
    },
    interactions: {
      policy: promptPolicy(publicUrl),
      url: (ctx, { uid }) => `${ctx.mountPath}${paths.interaction}/${uid}`,
    },
    loadExistingGrant: (ctx) => existingGrant(ctx, database),
  };
}

function tokens(keys: readonly SigningKey[], database: Database): Configuration {
  return {
    jwks: { keys: keys.map(({ jwk, keyId }) => ({ ...jwk, kid: keyId, alg: algorithm, use: 'sig' })) },
    extraTokenClaims: (_ctx, token) => ('grantId' in token ? { grant_id: token.grantId } : undefined),
    formats: {
      customizers: {
        // A sign-out compares it with its own time.
        jwt: async (_ctx, _token, { payload }) => {
          const iat = await database.read(sharedSeconds);
          const { iat: issued, exp: expires } = payload as { iat: number; exp: number };
          Object.assign(payload, { iat, exp: expires + iat - issued });
        },
      },
    },
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: () => false,
    rotateRefreshToken: true,
    ttl: {
      AccessToken: limits.tokenLifetimeSeconds,
      AuthorizationCode: limits.authorizationCodeSeconds,
      Grant: limits.grantSeconds,
      Interaction: limits.interactionSeconds,
      RefreshToken: limits.refreshTokenSeconds,
      Session: limits.signInSeconds,
    },
  };
}

function storage(publicUrl: string, { database, secret }: ProviderOptions): Configuration {
  return {
    adapter: (kind: string) =>
      kind === 'Client' ? new ClientAdapter(database, publicUrl) : new DatabaseAdapter(database, kind),
    cookies: {
      keys: [secret],
      names: { session: 'workspace_session', interaction: 'workspace_interaction', resume: 'workspace_resume' },
      long: { httpOnly: true, sameSite: 'lax', path: `${basePathOf(publicUrl)}/oauth` },
      short: { httpOnly: true, sameSite: 'lax' },
    },
  };
}
