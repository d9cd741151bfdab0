import { useState } from 'react';
import { shownOnLine } from '../../../schemas/shown.ts';
import { workspace } from '../../data/client.ts';
import { mistakeOf } from '../../data/problems.ts';
import { useAct } from '../../shared/acts/use-act.ts';
import { PasswordField } from '../../shared/secrets.tsx';
import { Choice, TextField } from '../../ui/form.tsx';
import { tell } from '../../ui/overlays/toast.tsx';
import { FormDialog } from '../../shared/acts/form-dialog.tsx';
import { roleOptions, type Role } from '../../shared/invitations/roles.ts';
import { usersStale } from './keys.ts';

/** Adds an account at once. */
export function AddUser({ close }: { close: () => void }) {
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('member');
  const [password, setPassword] = useState('');
  const adding = useAct({
    act: () => workspace.users.add({ email, name, role, ...(password !== '' && { password }) }),
    stale: usersStale,
    done: ({ user }) => {
      tell(`${shownOnLine(user.name)} is added.`);
      close();
    },
    isForm: true,
  });
  return (
    <FormDialog title="Add a person" verb="Add" of={adding} submit={() => adding.mutate()} close={close}>
      <TextField
        label="Email address"
        type="email"
        required
        mistake={mistakeOf(adding.error, 'email')}
        value={email}
        onChange={({ target }) => setEmail(target.value)}
      />
      <TextField
        label="Name"
        required
        mistake={mistakeOf(adding.error, 'name')}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Choice
        label="Role"
        options={roleOptions}
        mistake={mistakeOf(adding.error, 'role')}
        value={role}
        onChange={({ target }) => setRole(target.value as Role)}
      />
      <PasswordField
        label="Password"
        hint="Optional. Without one they cannot sign in here, and only use tokens."
        mistake={mistakeOf(adding.error, 'password')}
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
    </FormDialog>
  );
}
