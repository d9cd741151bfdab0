import * as z from 'zod';
import { Email, Password, UserRole } from './accounts.ts';
import { IdempotencyKey, pageInput, pageOutput, Timestamp, Title } from './common.ts';
import { limits } from './limits.ts';
import { operation } from './operation.ts';
import { OrganizationIdOrName } from './organizations.ts';

/** A user as an admin sees them. */
export const UserAccount = z.object({
  userId: z.string(),
  name: z.string(),
  role: UserRole,
  createdAt: Timestamp,
  email: z.string().optional().describe('Absent when an issuer named an address that is taken, or none'),
  vouchedFor: z
    .object({ issuer: z.string(), subject: z.string() })
    .optional()
    .describe('The issuer that vouched for the user, and its name for them'),
  organization: z.object({ id: z.string(), name: z.string() }),
  hasPassword: z.boolean(),
});
export type UserAccount = z.infer<typeof UserAccount>;

/** A private channel that another user manages, because its only manager was removed. */
const HandedOver = z.object({
  channelId: z.string(),
  slug: z.string(),
  managerId: z.string(),
  managerName: z.string(),
});

const UserIdOrEmail = z.string().min(1).max(limits.email).describe('User ID or email address');

export const users = {
  list: operation({
    summary: 'The users of the organisation, in the order in which they were added',
    scope: 'workspace.admin',
    http: 'GET /api/workspace/admin/users',
    input: () => z.strictObject(pageInput),
    output: () => z.object({ users: z.array(UserAccount), ...pageOutput }),
  }),
  get: operation({
    summary: 'One user, by ID or email address',
    scope: 'workspace.admin',
    http: 'GET /api/workspace/admin/users/{userId}',
    input: () => z.strictObject({ userId: UserIdOrEmail }),
    output: () => z.object({ user: UserAccount }),
  }),
  add: operation({
    summary: 'Add a user; without a password they can only use tokens',
    scope: 'workspace.admin',
    http: 'POST /api/workspace/admin/users',
    problems: ['already_exists'],
    example: { email: 'mia@example.com', name: 'Mia', role: 'member' },
    status: 201,
    input: () =>
      z.strictObject({
        email: Email,
        name: Title,
        role: UserRole.optional().describe('Default: member'),
        organizationId: OrganizationIdOrName.optional().describe("Organisation ID or name. Default: the caller's own"),
        password: Password.optional(),
      }),
    output: () => z.object({ user: UserAccount }),
  }),
  update: operation({
    summary: 'Change the name or role of a user, or give one without an address an address to sign in with',
    scope: 'workspace.admin',
    http: 'PATCH /api/workspace/admin/users/{userId}',
    problems: ['already_exists'],
    example: { role: 'admin' },
    input: () =>
      z.strictObject({
        userId: UserIdOrEmail,
        name: Title.optional(),
        role: UserRole.optional(),
        email: Email.optional().describe('Only where the user has none. An address that is there stays'),
        idempotencyKey: IdempotencyKey.optional(),
      }),
    output: () => z.object({ user: UserAccount }),
  }),
  setPassword: operation({
    summary: 'Give a user a new password; their sign-ins and tokens end',
    scope: 'workspace.admin',
    http: 'PUT /api/workspace/admin/users/{userId}/password',
    example: { password: 'correct horse battery staple' },
    input: () => z.strictObject({ userId: UserIdOrEmail, password: Password }),
    output: () => z.object({ user: UserAccount }),
  }),
  signOut: operation({
    summary: 'End the sign-ins of a user, and every token that was issued for them so far',
    scope: 'workspace.admin',
    http: 'POST /api/workspace/admin/users/{userId}/sign-out',
    input: () => z.strictObject({ userId: UserIdOrEmail }),
    output: () => z.object({ userId: z.string(), signedOut: z.literal(true) }),
  }),
  remove: operation({
    summary: 'End an account; what its user wrote stays',
    scope: 'workspace.admin',
    http: 'DELETE /api/workspace/admin/users/{userId}',
    input: () => z.strictObject({ userId: UserIdOrEmail }),
    output: () =>
      z.object({
        userId: z.string(),
        removed: z.literal(true),
        handedOver: z
          .array(HandedOver)
          .describe('Private channels that another user manages from now on, as far as the caller may see them'),
      }),
  }),
};
