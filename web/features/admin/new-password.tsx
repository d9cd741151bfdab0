import { useState } from 'react';
import { shownOnLine } from '../../../schemas/shown.ts';
import type { UserAccount } from '../../../schemas/users.ts';
import { workspace } from '../../data/client.ts';
import { mistakeOf } from '../../data/problems.ts';
import { useAct } from '../../shared/acts/use-act.ts';
import { PasswordField } from '../../shared/secrets.tsx';
import { tell } from '../../ui/overlays/toast.tsx';
import { FormDialog } from '../../shared/acts/form-dialog.tsx';
import { usersStale } from './keys.ts';

/** Gives somebody a new password. */
export function NewPassword({ user, close }: { user: UserAccount; close: () => void }) {
  const [password, setPassword] = useState('');
  const name = shownOnLine(user.name);
  const setting = useAct({
    act: () => workspace.users.setPassword({ userId: user.userId, password }),
    stale: usersStale,
    done: () => {
      tell(`${name} has a new password.`);
      close();
    },
    isForm: true,
  });
  return (
    <FormDialog
      title={`Set a password of ${name}`}
      description="Their sign-ins and tokens end. Hand the password over yourself."
      verb="Set the password"
      of={setting}
      submit={() => setting.mutate()}
      close={close}
    >
      <PasswordField
        label="New password"
        required
        mistake={mistakeOf(setting.error, 'password')}
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
    </FormDialog>
  );
}
