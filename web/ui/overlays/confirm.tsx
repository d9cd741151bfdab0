import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { Buttons } from '../form.tsx';

interface ConfirmProps {
  readonly title: string;
  /** The loss that cannot be undone. */
  readonly sentence: string;
  /** A verb. */
  readonly verb: string;
  /** The way back. */
  readonly stay?: string;
  readonly run: () => void;
  readonly close: () => void;
}

/** Asks before what cannot be undone. */
export const Confirm = ({ title, sentence, verb, stay = 'Keep it', run, close }: ConfirmProps) => (
  <Dialog title={title} description={sentence} open onOpenChange={close}>
    <Buttons>
      <Button onClick={close}>{stay}</Button>
      <Button
        look="danger"
        onClick={() => {
          close();
          run();
        }}
      >
        {verb}
      </Button>
    </Buttons>
  </Dialog>
);
