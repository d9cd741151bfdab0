import { useState } from 'react';
import { shownOnLine } from '../../../schemas/shown.ts';
import type { Channel } from '../../../schemas/channels.ts';
import { workspace } from '../../data/client.ts';
import { mistakeOf } from '../../data/problems.ts';
import { Choice, TextField } from '../../ui/form.tsx';
import { Link } from '../../ui/link.tsx';
import { FormDialog } from '../acts/form-dialog.tsx';
import { useAct } from '../acts/use-act.ts';
import { ShownOnce } from '../secrets.tsx';
import { invitationsKey } from './key.ts';
import { type Role, roleOptions } from './roles.ts';

const days = [
  { value: '24', label: '1 day' },
  { value: '168', label: '7 days' },
  { value: '720', label: '30 days' },
];

interface InviteProps {
  /** The channel whose member they become. */
  readonly channel?: Pick<Channel, 'id' | 'name'> | undefined;
  readonly close: () => void;
}

/** Invites somebody, and shows the link once. */
export function Invite({ channel, close }: InviteProps) {
  const sees = channel
    ? `They become a member of ${shownOnLine(channel.name)}, and read everything in it.`
    : 'They see open channels at once, and private ones when somebody adds them.';
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('member');
  const [hours, setHours] = useState('168');
  const inviting = useAct({
    act: () =>
      workspace.invitations.create({
        email,
        role,
        expiresInHours: Number(hours),
        ...(name.trim() !== '' && { name }),
        ...(channel && { channelId: channel.id }),
      }),
    stale: [invitationsKey],
    isForm: true,
  });
  if (inviting.data)
    return (
      <ShownOnce
        title={`A link for ${inviting.data.invitation.email}`}
        description={`Copy it now and hand it over yourself. It is shown this once, and works once. ${sees}`}
        label="Link"
        secret={inviting.data.link}
        close={close}
      >
        It can be withdrawn among the <Link to="/admin/invitations">invitations</Link> until somebody uses it.
      </ShownOnce>
    );
  return (
    <FormDialog
      title={channel ? `Invite somebody to ${shownOnLine(channel.name)}` : 'Invite somebody'}
      description={`They choose a name and a password on the page of the link. ${sees}`}
      verb="Make the link"
      of={inviting}
      submit={() => inviting.mutate()}
      close={close}
    >
      <TextField
        label="Email address"
        type="email"
        required
        mistake={mistakeOf(inviting.error, 'email')}
        value={email}
        onChange={({ target }) => setEmail(target.value)}
      />
      <TextField
        label="Name"
        hint="Optional. They may choose another one."
        mistake={mistakeOf(inviting.error, 'name')}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Choice
        label="Role in the organisation"
        options={roleOptions}
        value={role}
        onChange={({ target }) => setRole(target.value as Role)}
      />
      <Choice
        label="The link works for"
        options={days}
        mistake={mistakeOf(inviting.error, 'expiresInHours')}
        value={hours}
        onChange={({ target }) => setHours(target.value)}
      />
    </FormDialog>
  );
}
