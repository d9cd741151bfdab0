import { contract } from '../../../schemas/index.ts';
import type { Invitation } from '../../../schemas/invitations.ts';
import { limits } from '../../../schemas/limits.ts';
import type { Workspace } from '../../../schemas/index.ts';
import type { Config } from '../../config.ts';
import { itemsOf } from '../../sdk/pages.ts';
import { administer, inputFor, type Printing, print, printList } from './administration.ts';

export interface AddInvitationOptions extends Printing {
  readonly email: string;
  readonly name?: string;
  readonly role?: string;
  readonly organization?: string;
  readonly channel?: string;
  readonly hours?: string;
}

type Input = Parameters<Workspace['invitations']['create']>[0];

/** `workspace admin invitations add`: prints the link, which nothing prints again. */
export async function addInvitation(config: Config, options: AddInvitationOptions): Promise<void> {
  const { email, name, role, organization: organizationId, channel: channelId, hours } = options;
  const given = {
    email,
    ...(name !== undefined && { name }),
    ...(role !== undefined && { role }),
    ...(organizationId !== undefined && { organizationId }),
    ...(channelId !== undefined && { channelId }),
    ...(hours !== undefined && { expiresInHours: /^\d{1,9}$/.test(hours) ? Number(hours) : Number.NaN }),
  };
  const flags = { organizationId: '--organization', channelId: '--channel', expiresInHours: '--hours' };
  const input = inputFor(contract.invitations.create, given as Input, flags);
  await administer(config, async (workspace) => {
    const answer = await workspace.invitations.create(input);
    print(options, answer, [answer.link, `  ${describe(answer.invitation)}`]);
  });
}

/** `workspace admin invitations revoke`. */
export async function revokeInvitation(config: Config, invitationId: string, options: Printing): Promise<void> {
  await administer(config, async (workspace) => {
    const answer = await workspace.invitations.revoke({ invitationId });
    print(options, answer, [`${invitationId} was revoked`]);
  });
}

/** `workspace admin invitations list`. */
export async function listOfInvitations(config: Config, options: Printing): Promise<void> {
  await administer(config, async (workspace) => {
    const found = itemsOf(workspace.invitations.list, { limit: limits.pageMost });
    const invitations = await Array.fromAsync(found);
    printList(options, { invitations }, invitations.map(describe), 'invitations');
  });
}

const describe = ({ id, email, role, organization, status, expiresAt, userId }: Invitation) =>
  `${id} ${email}: ${role} of ${organization.name}, ${status}${status === 'open' ? ` until ${expiresAt}` : ''}${userId === undefined ? '' : `, ${userId}`}`;
