import { scopes } from '../../../schemas/operation.ts';
import { audiencesOf } from '../audiences.ts';
import { tokenExchange } from '../token-exchange.ts';

/** Metadata (RFC 8414) added to oidc-provider's own, or replacing it. */
export const metadataOf = (publicUrl: string): Record<string, unknown> => ({
  grant_types_supported: ['authorization_code', 'refresh_token', tokenExchange],
  response_modes_supported: ['query'],
  revocation_endpoint_auth_methods_supported: ['none'],
  scopes_supported: [...scopes, 'offline_access'],
  protected_resources: audiencesOf(publicUrl),
  service_documentation: `${publicUrl}/docs`,
});
