import { invalidRequest, WorkspaceError } from '../../../schemas/errors.ts';
import type { Acceptance, Accepted, Invitation, OpenInvitation } from '../../../schemas/invitations.ts';
import { setPassword } from '../../auth/accounts.ts';
import { hashPassword } from '../../auth/passwords.ts';
import type { Database } from '../../store/database.ts';
import type { Db } from '../../store/tables.ts';
import { joinChannel } from '../channels/members.ts';
import { audit } from '../operation/audit.ts';
import type { Caller } from '../operation/context.ts';
import { findInvitation, type InvitationRow, statusOf } from './invitations.ts';
import { insertUser, refuseTakenAddress } from './user-accounts.ts';

/** Accepting invitations. The caller has no account yet, and proves the invitation by the secret of its link. */
export class Invited {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Looking changes nothing, because mail scanners open links too. */
  async find(secret: string): Promise<OpenInvitation> {
    const { email, name, organizationName, channelName, expiresAt } = await this.#open(secret);
    return {
      email,
      ...(name !== null && { name }),
      organization: { name: organizationName },
      ...(channelName !== null && { channel: { name: channelName } }),
      expiresAt,
    };
  }

  /** Refuses an invitation that cannot be accepted any more, because its address has an account by now. */
  async refuseTaken(email: string): Promise<void> {
    await this.#database.read((db) => refuseTakenAddress(db, email));
  }

  /** Makes the account, and a member of the channel of the invitation. Only one of several parallel uses succeeds. Requests take turns by `network` for the hash. */
  async accept(secret: string, { name, password }: Acceptance, network: string): Promise<Accepted> {
    const found = await this.#open(secret);
    if ((name ?? found.name) === null) throw invalidRequest('/name', 'is required; this invitation has none');
    const hash = await hashPassword(password, network);
    return this.#database.write('service', async (tx) => {
      const invitation = await openIn(tx, secret);
      const user = { ...userOf(invitation), name: name ?? invitation.name! };
      await refuseTakenAddress(tx, user.email);
      const userId = await insertUser(tx, user);
      await setPassword(tx, { id: userId, email: user.email }, hash);
      const used = { used_at: new Date().toISOString(), user_id: userId };
      await tx.updateTable('invitations').set(used).where('id', '=', invitation.id).execute();
      const { organizationId, role } = user;
      const self: Caller = { userId, organizationId, role, scopes: [], interface: 'api' };
      await audit(tx, self, 'user.created', userId, { subjectId: invitation.id });
      await audit(tx, self, 'user.password_set', userId);
      const channel = channelOf(invitation);
      if (channel) await joinChannel(tx, self, channel.id, invitation.createdById);
      const organization = { name: invitation.organizationName };
      return { user: { userId, name: user.name, email: user.email, role, organization }, ...(channel && { channel }) };
    });
  }

  #open(secret: string): Promise<InvitationRow> {
    return this.#database.read((db) => openIn(db, secret));
  }
}

const userOf = ({ email, role, organizationId }: InvitationRow) => ({ email, role, organizationId });

const channelOf = ({ channelId: id, channelSlug, channelName }: InvitationRow) =>
  id === null ? undefined : { id, slug: channelSlug!, name: channelName! };

async function openIn(db: Db, secret: string): Promise<InvitationRow> {
  const found = await findInvitation(db, secret);
  if (!found) throw new WorkspaceError('not_found', `There is no such invitation. ${another}`);
  const status = statusOf(found);
  if (status !== 'open') throw new WorkspaceError('forbidden', refusals[status]);
  return found;
}

const another = 'Ask an admin of the organisation for another link.';

const refusals: Readonly<Record<Exclude<Invitation['status'], 'open'>, string>> = {
  used: 'This invitation was used already. Sign in, or ask an admin of the organisation for help.',
  expired: `This invitation has expired. ${another}`,
  revoked: `This invitation was withdrawn. ${another}`,
};
