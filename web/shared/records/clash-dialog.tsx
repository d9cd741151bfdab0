import type { Person as Someone, Via } from '../../../schemas/common.ts';
import type { Field } from '../../../schemas/fields.ts';
import { labelOf } from '../../fields/shape.ts';
import { Value } from '../../fields/value.tsx';
import { fieldNamed } from '../../fields/words.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Buttons } from '../../ui/form.tsx';
import { Person } from '../../ui/person.tsx';
import { Shown } from '../../ui/shown.tsx';
import { Time } from '../../ui/time.tsx';
import type { Clash } from './edit.ts';

interface ClashDialogProps {
  readonly fields: readonly Field[];
  /** Fields of one record. Without any there is nothing to ask. */
  readonly clashes: readonly Clash[];
  /** Who changed one of these fields last. */
  readonly last: { readonly by: Someone; readonly via?: Via | undefined; readonly at: string } | undefined;
  readonly settle: (isForced: boolean) => void;
}

/** Says who changed the same field meanwhile and to what, and asks which value stays. */
export function ClashDialog({ fields, clashes, last, settle }: ClashDialogProps) {
  const [first] = clashes;
  if (!first || !last) return null;
  return (
    <Dialog title="Somebody else was faster" open onOpenChange={() => settle(false)}>
      <p>
        <Person person={last.by} via={last.via} /> changed “<Shown text={first.title} />” <Time at={last.at} />. Nothing
        of it is lost, and your change is not stored.
      </p>
      <ul>
        {clashes.map(({ fieldKey, mine, theirs }) => (
          <li key={fieldKey}>
            <Shown text={labelOf(fields, fieldKey)} /> is now{' '}
            <Side value={theirs} field={fieldNamed(fields, fieldKey)} />; you wanted{' '}
            <Side value={mine} field={fieldNamed(fields, fieldKey)} />.
          </li>
        ))}
      </ul>
      <Buttons>
        <Button onClick={() => settle(true)}>Change it all the same</Button>
        <Button look="primary" onClick={() => settle(false)}>
          Leave it as it is
        </Button>
      </Buttons>
    </Dialog>
  );
}

const Side = ({ value, field }: { value: unknown; field: Field | undefined }) => (
  <strong>
    {value === undefined || value === null ? (
      'without a value'
    ) : (
      <Value value={value} shape={field ?? { type: 'text' }} />
    )}
  </strong>
);
