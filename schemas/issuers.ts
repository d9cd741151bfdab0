import * as z from 'zod';
import { pageInput, pageOutput, Timestamp } from './common.ts';
import { limits } from './limits.ts';
import { operation, ScopeList, usualScopes } from './operation.ts';
import { OrganizationIdOrName } from './organizations.ts';
import { isLoopback } from './redirect-uris.ts';

/** A party that may vouch for users of one organisation with signed subject tokens. */
export const Issuer = z.object({
  issuerId: z.string(),
  issuer: z.string().describe('As in the iss of its tokens'),
  organizationId: z.string(),
  scope: z.string().describe('The most that its tokens may do, separated by blanks'),
  jwksUrl: z.string().optional().describe('Where its public keys are, unless they were registered'),
  keyIds: z.array(z.string()).optional().describe('The public keys that were registered'),
  createdAt: Timestamp,
});
export type Issuer = z.infer<typeof Issuer>;

/** Issuers are compared character by character, so a fragment or a blank would never match. */
function isSecure(text: string): boolean {
  const url = URL.parse(text);
  if (!url || /[\s#]/.test(text) || url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));
}

const SecureUrl = z
  .string()
  .max(limits.issuerUrl)
  .refine(isSecure, 'must be an https URL, or an http URL of this machine');

export const issuers = {
  list: operation({
    summary: 'The issuers that vouch for users of the organisation',
    scope: 'workspace.admin',
    http: 'GET /api/workspace/admin/issuers',
    input: () => z.strictObject(pageInput),
    output: () => z.object({ issuers: z.array(Issuer), ...pageOutput }),
  }),
  add: operation({
    summary: 'Trust an issuer to say who a user is, only for the owner of the data folder',
    scope: 'workspace.admin',
    http: 'POST /api/workspace/admin/issuers',
    example: {
      issuer: 'https://id.example.com',
      organizationId: 'Example',
      scope: 'workspace.read workspace.write',
      jwksUrl: 'https://id.example.com/jwks',
    },
    problems: ['already_exists'],
    input: () =>
      z
        .strictObject({
          issuer: SecureUrl,
          organizationId: OrganizationIdOrName,
          scope: ScopeList(usualScopes),
          jwks: z.string().max(limits.jwksBytes).optional().describe('Its public keys, a JWK Set as JSON'),
          jwksUrl: SecureUrl.optional().describe('The address of its public keys, in place of jwks'),
        })
        .refine(({ jwks, jwksUrl }) => (jwks === undefined) !== (jwksUrl === undefined), {
          path: ['jwks'],
          message: 'or jwksUrl must be given, not both',
        }),
    output: () => z.object({ issuer: Issuer }),
  }),
  remove: operation({
    summary: 'Refuse the tokens of an issuer from now on, only for the owner of the data folder',
    scope: 'workspace.admin',
    http: 'DELETE /api/workspace/admin/issuers',
    input: () => z.strictObject({ issuer: z.string().min(1).max(limits.issuerUrl).describe('As its tokens write it') }),
    output: () => z.object({ issuerId: z.string(), removed: z.literal(true) }),
  }),
};
