/** The paths of the endpoints, below the public URL. */
export const paths = {
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  revoke: '/oauth/revoke',
  jwks: '/oauth/jwks',
  register: '/oauth/register',
  interaction: '/oauth/interaction',
  metadata: '/.well-known/oauth-authorization-server',
  openidMetadata: '/.well-known/openid-configuration',
} as const;

/** The path of the public URL, which a proxy in front strips; empty if it has none. */
export const basePathOf = (publicUrl: string): string => new URL(publicUrl).pathname.replace(/\/$/, '');
