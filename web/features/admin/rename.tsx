import { useState } from 'react';
import type { UserAccount } from '../../../schemas/users.ts';
import { workspace } from '../../data/client.ts';
import { mistakeOf } from '../../data/problems.ts';
import { useAct } from '../../shared/acts/use-act.ts';
import { TextField } from '../../ui/form.tsx';
import { FormDialog } from '../../shared/acts/form-dialog.tsx';
import { usersStale } from './keys.ts';

/** Gives somebody another name. */
export function Rename({ user, close }: { user: UserAccount; close: () => void }) {
  const [name, setName] = useState(user.name);
  const renaming = useAct({
    act: () => workspace.users.update({ userId: user.userId, name }),
    stale: [...usersStale, ['me']],
    done: close,
    isForm: true,
  });
  return (
    <FormDialog
      title={`Rename ${user.name}`}
      verb="Rename"
      of={renaming}
      submit={() => renaming.mutate()}
      close={close}
    >
      <TextField
        label="Name"
        required
        mistake={mistakeOf(renaming.error, 'name')}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
    </FormDialog>
  );
}
