import { type ComponentProps, useState } from 'react';
import { TextField } from '../../ui/form.tsx';

/** A new password, which is typed once. The person may look at what they typed. */
export function PasswordField(props: ComponentProps<typeof TextField>) {
  const [isShown, setShown] = useState(false);
  return (
    <div>
      <TextField {...props} type={isShown ? 'text' : 'password'} autoComplete="new-password" spellCheck={false} />
      <label>
        <input type="checkbox" checked={isShown} onChange={({ target }) => setShown(target.checked)} /> Show what I type
      </label>
    </div>
  );
}
