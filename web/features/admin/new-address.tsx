import { useState } from 'react';
import { shownOnLine } from '../../../schemas/shown.ts';
import type { UserAccount } from '../../../schemas/users.ts';
import { workspace } from '../../data/client.ts';
import { mistakeOf } from '../../data/problems.ts';
import { useMe } from '../../data/queries.ts';
import { FormDialog } from '../../shared/acts/form-dialog.tsx';
import { useAct } from '../../shared/acts/use-act.ts';
import { PasswordField } from '../../shared/secrets.tsx';
import { TextField } from '../../ui/form.tsx';
import { tell } from '../../ui/overlays/toast.tsx';
import { usersStale } from './keys.ts';

/** Gives somebody who has neither an address and a password to sign in with. */
export function NewAddress({ user: { userId, name }, close }: { user: UserAccount; close: () => void }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const isMe = useMe()?.userId === userId;
  const giving = useAct({
    act: async () => {
      await workspace.users.update({ userId, email });
      return workspace.users.setPassword({ userId, password });
    },
    stale: usersStale,
    done: () => {
      tell(isMe ? 'Sign in with your address and password from now on.' : `${shownOnLine(name)} can sign in now.`);
      close();
    },
    isForm: true,
  });
  return (
    <FormDialog
      title={isMe ? 'Give yourself an address and password' : `Give ${shownOnLine(name)} an address and password`}
      description={
        isMe
          ? 'Your sign-ins and tokens end, this one too. You sign in again with what you give here.'
          : 'Their sign-ins and tokens end. Hand the password over yourself.'
      }
      verb="Give both"
      of={giving}
      submit={() => giving.mutate()}
      close={close}
    >
      <TextField
        label="Email address"
        type="email"
        required
        mistake={mistakeOf(giving.error, 'email')}
        value={email}
        onChange={({ target }) => setEmail(target.value)}
      />
      <PasswordField
        label="Password"
        required
        mistake={mistakeOf(giving.error, 'password')}
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
    </FormDialog>
  );
}
