import type { ReactNode } from 'react';
import { sentenceOf } from '../../data/problems.ts';
import { WorkspaceError } from '../../../src/sdk/index.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Buttons, Form } from '../../ui/form.tsx';
import { Failure } from '../../ui/states.tsx';

interface FormDialogProps {
  readonly title: string;
  readonly description?: string | undefined;
  /** A verb. */
  readonly verb: string;
  readonly of: { readonly error: unknown; readonly isPending: boolean };
  readonly submit: () => void;
  readonly close: () => void;
  readonly children: ReactNode;
}

/** Mistakes in fields stand at the fields. */
const isAtField = (error: unknown): boolean => error instanceof WorkspaceError && !!error.extras.errors?.length;

/** A form in a dialog. The typed values stay when the workspace refuses them. */
export const FormDialog = ({ title, description, verb, of, submit, close, children }: FormDialogProps) => (
  <Dialog title={title} description={description} open onOpenChange={close}>
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {children}
      {of.error != null && !isAtField(of.error) && <Failure sentence={sentenceOf(of.error)} />}
      <Buttons>
        <Button onClick={close}>Cancel</Button>
        <Button look="primary" type="submit" disabled={of.isPending}>
          {verb}
        </Button>
      </Buttons>
    </Form>
  </Dialog>
);
