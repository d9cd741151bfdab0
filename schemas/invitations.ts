import * as z from 'zod';
import { Email, Password, UserRole } from './accounts.ts';
import { ChannelId, pageInput, pageOutput, Person, Timestamp, Title } from './common.ts';
import { limits } from './limits.ts';
import { operation } from './operation.ts';
import { OrganizationIdOrName } from './organizations.ts';

const organization = z.object({ id: z.string(), name: z.string() });

/** An invitation as an admin sees it. Its link is answered once, when it is made. */
export const Invitation = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string().optional(),
  role: UserRole,
  organization,
  channel: z
    .object({ id: z.string(), name: z.string() })
    .optional()
    .describe('The channel whose member they become; shown to its readers'),
  status: z
    .enum(['open', 'used', 'expired', 'revoked'])
    .describe('revoked: also when its maker has ceased to be an admin'),
  createdAt: Timestamp,
  createdBy: Person,
  expiresAt: Timestamp,
  userId: z.string().optional().describe('The account that it became'),
});
export type Invitation = z.infer<typeof Invitation>;

const hours = `must be 1 to ${limits.invitationHoursMost} hours`;

export const invitations = {
  list: operation({
    summary: 'The invitations of the organisation, in the order in which they were made',
    scope: 'workspace.admin',
    http: 'GET /api/workspace/admin/invitations',
    input: () => z.strictObject(pageInput),
    output: () => z.object({ invitations: z.array(Invitation), ...pageOutput }),
  }),
  create: operation({
    summary: 'Invite somebody by a link that works once; an earlier link for the same address ends',
    scope: 'workspace.admin',
    http: 'POST /api/workspace/admin/invitations',
    problems: ['already_exists'],
    example: { email: 'mia@example.com', name: 'Mia', role: 'member', expiresInHours: 48 },
    status: 201,
    input: () =>
      z.strictObject({
        email: Email,
        name: Title.optional().describe('They may choose another one'),
        role: UserRole.optional().describe('Default: member'),
        organizationId: OrganizationIdOrName.optional().describe("Organisation ID or name. Default: the caller's own"),
        channelId: ChannelId.optional().describe(
          'Channel ID, slug or name: they become a writer of it. The caller manages it. Default: none',
        ),
        expiresInHours: z
          .int(hours)
          .min(1, hours)
          .max(limits.invitationHoursMost, hours)
          .optional()
          .describe(`Default: ${limits.invitationHours}`),
      }),
    output: () =>
      z.object({
        invitation: Invitation,
        link: z.string().describe('Hand it to the invited person. It is answered here alone.'),
      }),
  }),
  revoke: operation({
    summary: 'End an invitation that nobody has used; harmless to repeat',
    scope: 'workspace.admin',
    http: 'DELETE /api/workspace/admin/invitations/{invitationId}',
    input: () =>
      z.strictObject({ invitationId: z.string().min(1).max(limits.identifier).describe('ID of the invitation') }),
    output: () => z.object({ deleted: z.literal(true) }),
  }),
};

/** Without its ID, because the person who holds the link is not in it yet. */
const organizationByName = z.object({ name: z.string() });
const channelTheyJoin = z.object({ name: z.string() }).optional().describe('The channel whose member they become');

/** An invitation as the invited person sees it, who has no token yet. */
export const OpenInvitation = z.object({
  email: z.string(),
  name: z.string().optional(),
  organization: organizationByName,
  channel: channelTheyJoin,
  expiresAt: Timestamp,
});
export type OpenInvitation = z.infer<typeof OpenInvitation>;

/** The answer to an invitation. */
export const Acceptance = z.strictObject({
  name: Title.optional().describe('Required unless the invitation has one'),
  password: Password,
});
export type Acceptance = z.infer<typeof Acceptance>;

/** The account that an invitation became. */
export const Accepted = z.object({
  user: z.object({
    userId: z.string(),
    name: z.string(),
    email: z.string(),
    role: UserRole,
    organization: organizationByName,
  }),
  channel: z
    .object({ id: z.string(), slug: z.string(), name: z.string() })
    .optional()
    .describe('The channel whose member they became'),
});
export type Accepted = z.infer<typeof Accepted>;
