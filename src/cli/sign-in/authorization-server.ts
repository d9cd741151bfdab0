import * as oauth from 'openid-client';
import { WorkspaceError } from '../../../schemas/errors.ts';
import { commandLine } from '../../../schemas/interfaces.ts';
import { misuse } from '../failure.ts';
import { requireSafe } from '../safe-addresses.ts';
import type { Tokens } from './logins.ts';

const requestMs = 30_000;

/** The authorization server that a gateway names (RFC 9728), with its own metadata (RFC 8414). */
export async function serverOf(gatewayUrl: string): Promise<oauth.Configuration> {
  requireSafe(gatewayUrl);
  const { resource, authorization_servers: servers } = await protectedResource(gatewayUrl);
  if (resource !== gatewayUrl) throw misuse(`This gateway is called ${resource}: sign in with --url ${resource}.`);
  const [issuer] = (Array.isArray(servers) ? servers : []) as unknown[];
  if (issuer === undefined) throw misuse(`${gatewayUrl} lets nobody sign in; give it a token in WORKSPACE_TOKEN.`);
  return serverAt(issuer);
}

export async function serverAt(issuer: unknown): Promise<oauth.Configuration> {
  requireSafe(issuer);
  const server = await discovered(issuer);
  const {
    authorization_endpoint: authorization,
    token_endpoint: token,
    revocation_endpoint: revocation,
  } = server.serverMetadata();
  requireSafe(authorization);
  requireSafe(token);
  if (revocation !== undefined) requireSafe(revocation);
  return server;
}

async function discovered(issuer: string): Promise<oauth.Configuration> {
  const execute = issuer.startsWith('http:') ? [oauth.allowInsecureRequests] : [];
  const options = { algorithm: 'oauth2', execute, timeout: requestMs / 1_000 } as const;
  try {
    return await oauth.discovery(new URL(issuer), commandLine.clientId, undefined, oauth.None(), options);
  } catch (error) {
    throw unanswered(issuer, error);
  }
}

/** Converts a token response into stored tokens. */
export const tokensIn = (answer: oauth.TokenEndpointResponse, earlier?: Tokens): Tokens => ({
  accessToken: answer.access_token,
  refreshToken: answer.refresh_token ?? earlier?.refreshToken,
  expiresAt: Date.now() + (answer.expires_in ?? 3_600) * 1_000,
});

/** Only these fields are used; they are validated before use. */
interface ProtectedResource {
  readonly resource: string;
  readonly authorization_servers?: unknown;
}

async function protectedResource(gatewayUrl: string): Promise<ProtectedResource> {
  const { origin, pathname } = new URL(gatewayUrl);
  const address = `${origin}/.well-known/oauth-protected-resource${pathname.replace(/\/$/, '')}`;
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(requestMs) });
    const answer = (await response.json()) as Partial<ProtectedResource>;
    if (!response.ok || typeof answer.resource !== 'string') throw new Error(`status ${response.status}`);
    return { ...answer, resource: answer.resource };
  } catch (error) {
    throw unanswered(gatewayUrl, error);
  }
}

const unanswered = (url: string, cause: unknown): WorkspaceError =>
  Object.assign(
    new WorkspaceError(
      'unavailable',
      `No gateway answers at ${url}; is it running, and is that the address? Another is named with --url.`,
    ),
    { cause },
  );
