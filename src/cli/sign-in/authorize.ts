import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import * as oauth from 'openid-client';
import { WorkspaceError } from '../../../schemas/errors.ts';
import { limits } from '../../../schemas/limits.ts';
import { commandLine } from '../../../schemas/interfaces.ts';
import { usualScopes } from '../../../schemas/operation.ts';
import { misuse } from '../failure.ts';
import { showInBrowser } from '../terminal/browser.ts';
import { prose, tell } from '../terminal/output.ts';
import { serverOf, tokensIn } from './authorization-server.ts';
import { listenForAnswer, type Loopback } from './loopback.ts';
import type { Tokens } from './logins.ts';

export interface SignIn {
  readonly url: string;
  /** Whether to open a browser here. Otherwise the address is printed, and its answer may be pasted. */
  readonly browser: boolean;
}

/** Authorization code flow with PKCE. The person signs in with a browser, on this machine or another. */
export async function authorize({ url, browser }: SignIn): Promise<{ issuer: string; tokens: Tokens }> {
  const server = await serverOf(url);
  const { issuer } = server.serverMetadata();
  const [verifier, state] = [oauth.randomPKCECodeVerifier(), oauth.randomState()];
  const loopback = await listenForAnswer(new URL(commandLine.redirectUri).pathname, state);
  const { redirectUri } = loopback;
  try {
    const address = oauth.buildAuthorizationUrl(server, {
      redirect_uri: redirectUri,
      scope: usualScopes.join(' '),
      resource: url,
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    const answer = await answerTo(address.href, browser, loopback, { redirectUri, state, issuer });
    const checks = { pkceCodeVerifier: verifier, expectedState: state };
    return { issuer, tokens: tokensIn(await oauth.authorizationCodeGrant(server, answer, checks, { resource: url })) };
  } catch (error) {
    throw refusalOf(error);
  } finally {
    loopback.close();
  }
}

/** The redirect address that the browser reached, received directly or pasted by the user. */
async function answerTo(address: string, browser: boolean, loopback: Loopback, expected: Expected): Promise<URL> {
  const patience = new AbortController();
  const pasted = listenForPaste(!browser || process.stdin.isTTY, expected);
  try {
    tell(prose(instructions(address, browser, pasted !== undefined)));
    if (browser) await showInBrowser(address);
    const answers = [loopback.returned, ...(pasted ? [pasted.answer] : [])];
    return await Promise.race([...answers, nobody(patience.signal)]);
  } finally {
    patience.abort();
    pasted?.close();
  }
}

/** Rejects once the gateway has dropped its question. */
async function nobody(signal: AbortSignal): Promise<never> {
  await setTimeout(limits.interactionSeconds * 1_000, undefined, { signal });
  throw misuse('Nobody signed in; begin again when you want to.');
}

const instructions = (address: string, browser: boolean, mayPaste: boolean): string =>
  [
    browser ? 'Your browser opens to sign you in. If it does not, open:' : 'Open this address in a browser:',
    `\n${address}\n`,
    ...(mayPaste ? ['If the browser is on another machine, paste the address that it ended at (or the code):'] : []),
  ].join('\n');

interface Expected {
  readonly redirectUri: string;
  readonly state: string;
  readonly issuer: string;
}

/** Accepts a line of stdin in place of the browser's answer. */
function listenForPaste(isWanted: boolean, expected: Expected) {
  if (!isWanted) return undefined;
  const lines = createInterface({ input: process.stdin });
  const answer = new Promise<URL>((resolve) => {
    lines.on('line', (line) => {
      const text = line.trim();
      if (text !== '') resolve(answerIn(text, expected));
    });
  });
  return {
    answer,
    close() {
      lines.close();
      process.stdin.unref?.();
    },
  };
}

/** A pasted code alone has neither state nor issuer. PKCE still proves whom it was issued to. */
function answerIn(text: string, { redirectUri, state, issuer }: Expected): URL {
  const answer = new URL(redirectUri);
  const pasted = URL.parse(text);
  answer.search = pasted ? pasted.search : new URLSearchParams({ code: text, state, iss: issuer }).toString();
  return answer;
}

function refusalOf(error: unknown): unknown {
  if (error instanceof oauth.AuthorizationResponseError || error instanceof oauth.ResponseBodyError) {
    const said = error.error_description ?? error.error;
    return new WorkspaceError('unauthenticated', `You were not signed in: ${said}.`);
  }
  if (error instanceof oauth.ClientError) {
    return new WorkspaceError('unauthenticated', `You were not signed in: ${error.message}.`);
  }
  return error;
}
