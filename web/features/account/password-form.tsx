import { useEffect, useState } from 'react';
import { workspace } from '../../data/client.ts';
import { mistakeOf, sentenceOf } from '../../data/problems.ts';
import { leave } from '../../shared/acts/leave.ts';
import { lossByLeaving } from '../../shared/acts/unsaved.ts';
import { useAct } from '../../shared/acts/use-act.ts';
import { Button } from '../../ui/button.tsx';
import { Buttons, Form, TextField } from '../../ui/form.tsx';
import { PasswordField } from '../../shared/secrets.tsx';
import { Failure } from '../../ui/states.tsx';

/** Changes one's own password. */
export function PasswordForm() {
  const [currentPassword, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const [loss, setLoss] = useState<string>();
  useEffect(() => void lossByLeaving().then(setLoss), []);
  const { mutate, error, isPending } = useAct({
    act: () => workspace.me.setPassword({ currentPassword, password }),
    stale: [],
    done: () => leave(),
    isForm: true,
  });
  const mistakes = { current: mistakeOf(error, 'currentPassword'), next: mistakeOf(error, 'password') };
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        mutate();
      }}
    >
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        required
        mistake={mistakes.current}
        value={currentPassword}
        onChange={({ target }) => setCurrent(target.value)}
      />
      <PasswordField
        label="New password"
        required
        mistake={mistakes.next}
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
      {error && !mistakes.current && !mistakes.next && <Failure sentence={sentenceOf(error)} />}
      {loss && <p>{loss}</p>}
      <Buttons>
        <Button type="submit" disabled={isPending}>
          Change the password
        </Button>
      </Buttons>
    </Form>
  );
}
