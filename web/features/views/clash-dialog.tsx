import { useQuery } from '@tanstack/react-query';
import type { Field } from '../../../schemas/fields.ts';
import { workspace } from '../../data/client.ts';
import { Value } from '../../fields/value.tsx';
import { labelOf } from '../../fields/shape.ts';
import { fieldNamed } from '../../fields/words.ts';
import type { Clash } from '../../shared/records/edit.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Buttons } from '../../ui/form.tsx';
import { Person } from '../../ui/person.tsx';
import { Shown } from '../../ui/shown.tsx';
import { Time } from '../../ui/time.tsx';

interface ClashDialogProps {
  readonly channelId: string;
  readonly fields: readonly Field[];
  /** Fields of one record. Without any there is nothing to ask. */
  readonly clashes: readonly Clash[];
  readonly settle: (isForced: boolean) => void;
}

/** Says who changed the same field meanwhile and to what, and asks which value stays. */
export function ClashDialog({ channelId, fields, clashes, settle }: ClashDialogProps) {
  const [first] = clashes;
  const { data: by = first } = useQuery({ ...lastChangeQuery(channelId, clashes), enabled: first !== undefined });
  if (!first || !by) return null;
  return (
    <Dialog title="Somebody else was faster" open onOpenChange={() => settle(false)}>
      <p>
        <Person person={by.by} via={by.via} /> changed “<Shown text={first.title} />” <Time at={by.at} />. Nothing of it
        is lost, and your change is not stored.
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

const versionsRead = 20;

/** Who changed one of these fields last. The record's last change may concern others. */
const lastChangeQuery = (channelId: string, clashes: readonly Clash[]) => ({
  queryKey: ['record', clashes[0]?.id, 'last-change', clashes],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { id: recordId, by, via, at } = clashes[0]!;
    const { versions } = await workspace.records.versions({ channelId, recordId, limit: versionsRead }, { signal });
    const last = versions.find(({ changes }) =>
      changes.some((change) => clashes.some(({ fieldKey }) => fieldKey === change.fieldKey)),
    );
    return last ? { by: last.createdBy, at: last.createdAt, via: last.via } : { by, via, at };
  },
});
