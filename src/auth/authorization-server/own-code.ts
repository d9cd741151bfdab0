import { errors, type Provider } from 'oidc-provider';
import { workspaceApp } from '../../../schemas/interfaces.ts';
import { challengeOf } from './pkce.ts';

/** The code that a browser came back with, and the verifier with which it was sent away. */
export interface OwnCode {
  readonly code: string;
  readonly verifier: string;
  readonly redirectUri: string;
}

/** Who signed in to the app, and by which grant and sign-in. */
export interface SignedIn {
  readonly userId: string;
  readonly grantId: string | undefined;
  readonly signInUid: string | undefined;
}

/**
 * Uses up a code of the app's client, as the token endpoint does for others, but issues no tokens. Undefined if the
 * code is not good; a second use ends its grant. A wrong use counts, because the address may have been read.
 */
export async function redeem(provider: Provider, given: OwnCode): Promise<SignedIn | undefined> {
  const code = await provider.AuthorizationCode.find(given.code);
  if (code?.clientId !== workspaceApp.clientId || code.accountId === undefined) return undefined;
  try {
    await code.consume();
  } catch (error) {
    if (error instanceof errors.InvalidGrant) return undefined;
    throw error;
  }
  if (code.redirectUri !== given.redirectUri || code.codeChallenge !== challengeOf(given.verifier)) return undefined;
  return { userId: code.accountId, grantId: code.grantId, signInUid: code.sessionUid };
}
