import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Buttons, TextField } from '../../ui/form.tsx';
import { copied } from '../../shared/copy-link.ts';

interface NewLinkProps {
  readonly email: string;
  readonly link: string;
  readonly close: () => void;
}

/** The link of an invitation, which is shown this once. */
export const NewLink = ({ email, link, close }: NewLinkProps) => (
  <Dialog
    title={`A link for ${email}`}
    description="Copy it now and hand it over yourself. It is shown this once, and works once."
    open
    onOpenChange={close}
  >
    <TextField label="Link" readOnly value={link} onFocus={({ target }) => target.select()} />
    <Buttons>
      <Button onClick={close}>Done</Button>
      <Button look="primary" icon="link" onClick={() => void copied(link, 'The link is copied.')}>
        Copy the link
      </Button>
    </Buttons>
  </Dialog>
);
