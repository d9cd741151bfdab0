import type { Invitation } from '../../../schemas/invitations.ts';
import { workspace } from '../../data/client.ts';
import { useAct } from '../../shared/acts/use-act.ts';
import { Invite } from '../../shared/invitations/invite.tsx';
import { invitationsKey } from '../../shared/invitations/key.ts';
import { useAddress } from '../../shared/lists/use-address.ts';
import { usePages } from '../../shared/lists/use-pages.ts';
import { Button } from '../../ui/button.tsx';
import { Person } from '../../ui/person.tsx';
import { Row } from '../../ui/rows.tsx';
import { Shown } from '../../ui/shown.tsx';
import { Empty } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { tell } from '../../ui/overlays/toast.tsx';
import { Head, PartList } from './part.tsx';

/** Links by which people join. */
export default function Invitations() {
  const [address, change] = useAddress();
  const pages = usePages(invitationsKey, async (cursor, options) => {
    const { invitations, nextCursor } = await workspace.invitations.list({ cursor }, options);
    return { items: invitations, nextCursor };
  });
  return (
    <>
      <Head
        action={
          <Button look="primary" icon="plus" onClick={() => change({ new: 'invitation' })}>
            Invite somebody
          </Button>
        }
      >
        A link works once and is shown once. You hand it over yourself, because the workspace sends no mail.
      </Head>
      <PartList of={pages} what="invitations" empty={<Empty title="Nobody has been invited yet." />}>
        {(invitation) => <InvitationRow key={invitation.id} invitation={invitation} />}
      </PartList>
      {address.new === 'invitation' && <Invite close={() => change({ new: undefined })} />}
    </>
  );
}

const states: Readonly<Record<Invitation['status'], string>> = {
  open: 'open',
  used: 'used',
  expired: 'expired',
  revoked: 'ended',
};

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { id, email, name, role, channel, status, createdAt, createdBy, expiresAt, userId } = invitation;
  const { mutate: end, isPending } = useAct({
    act: () => workspace.invitations.revoke({ invitationId: id }),
    stale: [invitationsKey],
    done: () => tell('The invitation has ended. Its link no longer works.'),
  });
  return (
    <Row
      icon="person"
      to={userId === undefined ? undefined : `/people/${userId}`}
      title={<Shown text={name === undefined ? email : `${name} (${email})`} />}
      about={
        <>
          <strong>{states[status]}</strong>
          <span>{role === 'admin' ? 'as an administrator' : 'as a member'}</span>
          {channel && (
            <span>
              in <Shown text={channel.name} />
            </span>
          )}
          <span>
            by <Person person={createdBy} /> <Time at={createdAt} />
          </span>
          {status === 'open' && (
            <span>
              works until <Time at={expiresAt} />
            </span>
          )}
        </>
      }
      actions={
        status === 'open' && (
          <Button disabled={isPending} aria-label={`End the invitation of ${email}`} onClick={() => end()}>
            End
          </Button>
        )
      }
    />
  );
}
