import { createHash, randomBytes } from 'node:crypto';
import { invalidRequest, WorkspaceError } from '../../../schemas/errors.ts';
import type { Invitation } from '../../../schemas/invitations.ts';
import { limits } from '../../../schemas/limits.ts';
import { newId } from '../../store/ids.ts';
import type { Db } from '../../store/tables.ts';
import { managedChannel } from '../channels/channels.ts';
import { channelIsReadable, everyone, isAdministered, notFound, type Reader } from '../operation/access.ts';
import { audit } from '../operation/audit.ts';
import { pageUrl } from '../operation/context.ts';
import type { Handlers } from '../operation/handlers.ts';
import { openPage } from '../operation/paging.ts';
import { readerOf } from '../operation/reader.ts';
import { organizationNamed } from './organizations.ts';
import { endInvitations, refuseFirstMember, refuseTakenAddress } from './user-accounts.ts';
import { requireStillAdmin } from './users.ts';

/** The path of a link, below the public URL. The secret follows. */
export const invitationPath = '/invitation';

const hourMs = 3_600_000;

/**
 * Invitations by a link that works once. The secret of a link is in the answer that makes it and nowhere else. Making
 * one takes no idempotency key, because its answer would be stored.
 */
export const invitations: Handlers<'invitations'> = {
  async list(context, input) {
    context.onClock();
    const page = openPage(context, input);
    const found = await context.database.read((db) =>
      invitationRows(db, readerOf(context.caller))
        .where(isAdministered(context.caller, 'invitations.organization_id'))
        .where('invitations.id', '>', String(page.after?.[0] ?? ''))
        .orderBy('invitations.id')
        .limit(page.take)
        .execute(),
    );
    const { rows, nextCursor } = page.close(found, ({ id }) => [id]);
    return { invitations: rows.map(shown), nextCursor };
  },

  async create(context, { organizationId = context.caller.organizationId, channelId, ...details }) {
    const { caller, database, publicUrl } = context;
    const { email, name = null, role = 'member', expiresInHours = limits.invitationHours } = details;
    const secret = randomBytes(32).toString('base64url');
    const invitation = await database.write(caller, async (tx) => {
      await requireStillAdmin(tx, caller);
      const organization = await organizationNamed(tx, caller, organizationId);
      await refuseTakenAddress(tx, email);
      await refuseFirstMember(tx, { organizationId: organization.id, role });
      if (channelId !== undefined && organization.id !== caller.organizationId)
        throw invalidRequest('/channelId', 'must be left out, because the invitation is to another organisation');
      const channel = channelId === undefined ? undefined : await managedChannel(tx, context, channelId);
      const now = new Date();
      // Only one link for an address works at a time.
      await endInvitations(tx, { organizationId: organization.id, email, at: now.toISOString() });
      const row = {
        id: newId('inv'),
        organization_id: organization.id,
        email,
        name,
        role,
        secret_digest: digestOf(secret),
        created_at: now.toISOString(),
        created_by: caller.userId,
        expires_at: new Date(now.getTime() + expiresInHours * hourMs).toISOString(),
        channel_id: channel?.id ?? null,
      };
      await tx.insertInto('invitations').values(row).execute();
      await audit(tx, { ...caller, organizationId: organization.id }, 'invitation.created', row.id);
      return invitationRows(tx, readerOf(caller)).where('invitations.id', '=', row.id).executeTakeFirstOrThrow();
    });
    const path = `${invitationPath}/${secret}`;
    return { invitation: shown(invitation), link: pageUrl({ publicUrl }, path) ?? path };
  },

  async revoke({ caller, database }, { invitationId }) {
    return database.write(caller, async (tx) => {
      await requireStillAdmin(tx, caller);
      const found = await invitationRows(tx, readerOf(caller))
        .where(isAdministered(caller, 'invitations.organization_id'))
        .where('invitations.id', '=', invitationId)
        .executeTakeFirst();
      if (!found) throw notFound('invitation');
      if (found.usedAt !== null)
        throw new WorkspaceError('forbidden', 'This invitation was accepted. Remove the user who accepted it instead.');
      if (found.revokedAt === null) {
        const row = { revoked_at: new Date().toISOString() };
        await tx.updateTable('invitations').set(row).where('id', '=', invitationId).execute();
        await audit(tx, { ...caller, organizationId: found.organizationId }, 'invitation.revoked', invitationId);
      }
      return { deleted: true };
    });
  },
};

export type InvitationRow = Awaited<ReturnType<typeof findInvitation>> & object;

/** The invitation whose link holds this secret. Its channel is one that its maker still reads, and so manages. */
export const findInvitation = (db: Db, secret: string) =>
  invitationRows(db, everyone).where('secret_digest', '=', digestOf(secret)).executeTakeFirst();

/** Each with its maker as `users`, and with its channel if the reader sees it. */
const invitationRows = (db: Db, reader: Reader | typeof everyone) =>
  db
    .selectFrom('invitations')
    .innerJoin('organizations', 'organizations.id', 'invitations.organization_id')
    .innerJoin('users', 'users.id', 'invitations.created_by')
    .leftJoin('channels', (join) =>
      join.onRef('channels.id', '=', 'invitations.channel_id').on(channelIsReadable(reader)),
    )
    .select((eb) => [
      'invitations.id',
      'invitations.email',
      'invitations.name',
      'invitations.role',
      'invitations.organization_id as organizationId',
      'organizations.name as organizationName',
      'invitations.created_at as createdAt',
      'invitations.created_by as createdById',
      'users.name as createdByName',
      'channels.id as channelId',
      'channels.slug as channelSlug',
      'channels.name as channelName',
      'invitations.expires_at as expiresAt',
      'invitations.used_at as usedAt',
      'invitations.user_id as userId',
      'invitations.revoked_at as revokedAt',
      eb.and([eb('users.role', '=', 'admin'), eb('users.removed_at', 'is', null)]).as('isByAdmin'),
    ]);

/** A link is worth as much as its maker: it ends when they cease to be an admin. */
export function statusOf({ usedAt, revokedAt, isByAdmin, expiresAt }: InvitationRow): Invitation['status'] {
  if (usedAt !== null) return 'used';
  if (revokedAt !== null || !isByAdmin) return 'revoked';
  return Date.parse(expiresAt) <= Date.now() ? 'expired' : 'open';
}

/** Enough, because the secret is random. */
const digestOf = (secret: string) => createHash('sha256').update(secret).digest('base64url');

const shown = (row: InvitationRow): Invitation => ({
  id: row.id,
  email: row.email,
  ...(row.name !== null && { name: row.name }),
  role: row.role,
  organization: { id: row.organizationId, name: row.organizationName },
  ...(row.channelId !== null && { channel: { id: row.channelId, name: row.channelName! } }),
  status: statusOf(row),
  createdAt: row.createdAt,
  createdBy: { id: row.createdById, name: row.createdByName },
  expiresAt: row.expiresAt,
  ...(row.userId !== null && { userId: row.userId }),
});
