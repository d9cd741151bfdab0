import type { Tokens } from './logins.ts';

/** Ends, with its refresh token, all that was got with a sign-in. False when nobody could be told. */
export async function revoke(issuer: string, tokens: Tokens | undefined): Promise<boolean> {
  if (tokens?.refreshToken === undefined) return false;
  const [{ tokenRevocation }, { serverAt }] = await Promise.all([
    import('openid-client'),
    import('./authorization-server.ts'),
  ]);
  try {
    await tokenRevocation(await serverAt(issuer), tokens.refreshToken, { token_type_hint: 'refresh_token' });
    return true;
  } catch {
    return false;
  }
}
