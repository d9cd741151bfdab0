import { type ComponentProps, type ReactNode, useState } from 'react';
import { limits } from '../../schemas/limits.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Buttons, TextField } from '../ui/form.tsx';
import { copied } from './copy-link.ts';
import styles from './secrets.module.css';

interface ShownOnceProps {
  readonly title: string;
  readonly description: string;
  /** `Link` or `Token`. */
  readonly label: string;
  readonly secret: string;
  /** The way back from it. */
  readonly children?: ReactNode;
  readonly close: () => void;
}

/** A secret that was made, and is shown this once. */
export const ShownOnce = ({ title, description, label, secret, children, close }: ShownOnceProps) => {
  const thing = label.toLowerCase();
  return (
    <Dialog title={title} description={description} open onOpenChange={close}>
      <TextField label={label} readOnly value={secret} onFocus={({ target }) => target.select()} />
      {children && <p className={styles.way}>{children}</p>}
      <Buttons>
        <Button onClick={close}>Done</Button>
        <Button look="primary" icon="link" onClick={() => void copied(secret, `The ${thing} is copied.`)}>
          Copy the {thing}
        </Button>
      </Buttons>
    </Dialog>
  );
};

const rule = `${limits.passwordLeast} characters or more; a whole sentence works well`;

/** A new password, which is typed once. The person may look at what they typed. */
export function PasswordField(props: ComponentProps<typeof TextField>) {
  const [isShown, setShown] = useState(false);
  return (
    <div>
      <TextField
        hint={rule}
        {...props}
        type={isShown ? 'text' : 'password'}
        autoComplete="new-password"
        spellCheck={false}
      />
      <label className={styles.look}>
        <input type="checkbox" checked={isShown} onChange={({ target }) => setShown(target.checked)} /> Show what I type
      </label>
    </div>
  );
}
