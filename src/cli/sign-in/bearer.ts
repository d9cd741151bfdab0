import * as oauth from 'openid-client';
import { WorkspaceError } from '../../../schemas/errors.ts';
import type { TokenProvider } from '../../sdk/index.ts';
import { serverAt, tokensIn } from './authorization-server.ts';
import type { Login, Logins, Tokens } from './logins.ts';

/** How long before expiry an access token is renewed, in ms. */
const earlyMs = 60_000;

/**
 * The access token of a login, renewed when it expires or is refused. Using a refresh token twice revokes the login. So
 * only one process renews it at a time. It first checks whether another has just renewed it.
 */
export function bearerOf(logins: Logins, { url }: Login): TokenProvider {
  let known: Tokens | undefined;
  let renewing: Promise<Tokens> | undefined;
  return async (refused) => {
    known ??= await logins.tokens(url);
    if (known && isGood(known, refused)) return known.accessToken;
    renewing ??= renewed(logins, url, refused).finally(() => (renewing = undefined));
    known = await renewing;
    return known.accessToken;
  };
}

const isGood = (tokens: Tokens, refused: string | undefined) =>
  tokens.accessToken !== refused && tokens.expiresAt - earlyMs > Date.now();

/** Reads the stored tokens again: the user may have signed in since this process began. */
async function renewed(logins: Logins, url: string, refused: string | undefined): Promise<Tokens> {
  return logins.alone(url, async () => {
    const current = await logins.tokens(url);
    if (current && isGood(current, refused)) return current;
    const login = await logins.find(url);
    if (!login || current?.refreshToken === undefined) throw ended(url);
    const server = await serverAt(login.issuer);
    const wasInterrupted = await logins.secureRoom(url);
    try {
      const answer = await oauth.refreshTokenGrant(server, current.refreshToken, { resource: url });
      const tokens = tokensIn(answer, current);
      await logins.keep(login, tokens);
      return tokens;
    } catch (error) {
      if (!(error instanceof oauth.ResponseBodyError)) throw unrenewed(login, error);
      if (!wasInterrupted) await logins.giveUpRoom(url);
      if (!refusals.has(error.status)) throw unrenewed(login, error);
      throw wasInterrupted ? interrupted(url) : ended(url);
    }
  });
}

/**
 * Statuses that refuse a refresh token (RFC 6749 section 5.2). Any other status means that the server is temporarily
 * unable.
 */
const refusals: ReadonlySet<number> = new Set([400, 401]);

function unrenewed({ issuer }: Login, cause: unknown): Error {
  if (cause instanceof WorkspaceError) return cause;
  return new WorkspaceError('unavailable', `${issuer} does not renew the sign-in right now.`, {}, { cause });
}

const again = (url: string) => `run: workspace login --url ${url}`;

const ended = (url: string) => new WorkspaceError('unauthenticated', `Your sign-in has ended at ${url}; ${again(url)}`);

/** An earlier renewal was interrupted. The server may have issued tokens that nobody received. */
const interrupted = (url: string) =>
  new WorkspaceError(
    'unauthenticated',
    `The sign-in at ${url} was interrupted while it was renewed, and what renews it is good only once; ${again(url)}`,
  );
