import type { Tokens } from './logins.ts';

/** Revokes the refresh token of a login, and with it every token of its grant. Returns false if that failed. */
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
