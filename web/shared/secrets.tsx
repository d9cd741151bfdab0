import { type ComponentProps, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Buttons, TextField } from '../ui/form.tsx';
import { copied } from './copy-link.ts';

interface ShownOnceProps {
  readonly title: string;
  readonly description: string;
  /** `Link` or `Token`. */
  readonly label: string;
  readonly secret: string;
  readonly close: () => void;
}

/** A secret that was made, and is shown this once. */
export const ShownOnce = ({ title, description, label, secret, close }: ShownOnceProps) => {
  const thing = label.toLowerCase();
  return (
    <Dialog title={title} description={description} open onOpenChange={close}>
      <TextField label={label} readOnly value={secret} onFocus={({ target }) => target.select()} />
      <Buttons>
        <Button onClick={close}>Done</Button>
        <Button look="primary" icon="link" onClick={() => void copied(secret, `The ${thing} is copied.`)}>
          Copy the {thing}
        </Button>
      </Buttons>
    </Dialog>
  );
};

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
