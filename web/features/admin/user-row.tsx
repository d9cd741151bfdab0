import { useState } from 'react';
import { shownOnLine } from '../../../schemas/shown.ts';
import type { UserAccount } from '../../../schemas/users.ts';
import { useMe } from '../../data/queries.ts';
import { IconButton } from '../../ui/button.tsx';
import { Confirm } from '../../ui/overlays/confirm.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Avatar } from '../../ui/person.tsx';
import { Row } from '../../ui/rows.tsx';
import { Shown } from '../../ui/shown.tsx';
import { Time } from '../../ui/time.tsx';
import { NewAddress } from './new-address.tsx';
import { NewPassword } from './new-password.tsx';
import { Rename } from './rename.tsx';
import { useUserActs } from './use-user-acts.ts';

type Asking = 'rename' | 'address' | 'password' | 'sign-out' | 'remove';

/** One account and what can be done with it. */
export function UserRow({ user }: { user: UserAccount }) {
  const { userId, role, email, createdAt, hasPassword, vouchedFor } = user;
  const [asking, setAsking] = useState<Asking>();
  const { setRole, signOut, remove } = useUserActs(user);
  const isMe = useMe()?.userId === userId;
  const close = () => setAsking(undefined);
  const name = shownOnLine(user.name);
  const other = role === 'admin' ? 'member' : 'admin';
  return (
    <Row
      to={`/people/${userId}`}
      lead={<Avatar name={user.name} />}
      title={<Shown text={user.name} />}
      about={
        <>
          <span>{role === 'admin' ? 'administrator' : 'member'}</span>
          {email !== undefined && (
            <span>
              <Shown text={email} />
            </span>
          )}
          <span>
            since <Time at={createdAt} />
          </span>
          {!hasPassword && !vouchedFor && <span>{email === undefined ? 'no address' : 'no password'}</span>}
          {vouchedFor && (
            <span>
              vouched for by <Shown text={vouchedFor.issuer} />
            </span>
          )}
          {isMe && <span>you</span>}
        </>
      }
      actions={
        <Menu
          trigger={<IconButton label={`Change ${name}`} icon="more" />}
          items={[
            { label: 'Rename', icon: 'edit', run: () => setAsking('rename') },
            {
              label: other === 'admin' ? 'Make an administrator' : 'Make a member',
              icon: 'settings',
              run: () => setRole.mutate(other),
            },
            email === undefined
              ? { label: 'Give an address and password', icon: 'lock', run: () => setAsking('address') }
              : { label: 'Set a password', icon: 'lock', run: () => setAsking('password') },
            { label: 'Sign out everywhere', icon: 'close', run: () => setAsking('sign-out') },
            { label: 'Remove', icon: 'trash', isDanger: true, run: () => setAsking('remove') },
          ]}
        />
      }
    >
      {asking === 'rename' && <Rename user={user} close={close} />}
      {asking === 'address' && <NewAddress user={user} close={close} />}
      {asking === 'password' && <NewPassword user={user} close={close} />}
      {asking === 'sign-out' && (
        <Confirm
          title={`Sign ${name} out everywhere?`}
          sentence="Their sign-ins and all their tokens end. Their agents must be connected again."
          verb="Sign out"
          run={() => signOut.mutate()}
          close={close}
        />
      )}
      {asking === 'remove' && (
        <Confirm
          title={`Remove ${name}?`}
          sentence="Their account ends and cannot be brought back. What they wrote stays, with their name."
          verb="Remove"
          run={() => remove.mutate()}
          close={close}
        />
      )}
    </Row>
  );
}
