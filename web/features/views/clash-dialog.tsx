import { useQuery } from '@tanstack/react-query';
import type { Field } from '../../../schemas/fields.ts';
import { workspace } from '../../data/client.ts';
import { Value } from '../../fields/value.tsx';
import { fieldNamed } from '../../fields/words.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Buttons } from '../../ui/form.tsx';
import { Person } from '../../ui/person.tsx';
import { Shown } from '../../ui/shown.tsx';
import { Time } from '../../ui/time.tsx';
import type { Clash } from './use-changes.ts';

interface ClashDialogProps {
  readonly clash: Clash;
  readonly fields: readonly Field[];
  readonly settle: (isForced: boolean) => void;
}

/** Says who changed the same field meanwhile and to what, and asks which value stays. */
export function ClashDialog({ clash: { wanted, theirs }, fields, settle }: ClashDialogProps) {
  const changed = Object.keys(wanted.values).flatMap((name) => fieldNamed(fields, name) ?? []);
  const { data: by = theirs } = useQuery(lastChangeQuery(theirs, new Set(Object.keys(wanted.values))));
  return (
    <Dialog title="Somebody else was faster" open onOpenChange={() => settle(false)}>
      <p>
        <Person person={by.updatedBy} via={by.via} /> changed “<Shown text={theirs.title} />” <Time at={by.updatedAt} />
        . Nothing of it is lost, and your change is not stored.
      </p>
      <ul>
        {changed.map((field) => (
          <li key={field.key}>
            <Shown text={field.label} /> is now <Side value={theirs.values[field.key]} field={field} />; you wanted{' '}
            <Side value={wanted.values[field.key]} field={field} />.
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

const Side = ({ value, field }: { value: unknown; field: Field }) => (
  <strong>{value === undefined || value === null ? 'without a value' : <Value value={value} shape={field} />}</strong>
);

const versionsRead = 20;

/** Who changed one of these fields last. The record's last change may concern others. */
const lastChangeQuery = ({ channelId, id, versionNumber }: Clash['theirs'], keys: ReadonlySet<string>) => ({
  queryKey: ['record', id, 'last-change', versionNumber, ...keys],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { versions } = await workspace.records.versions({ channelId, recordId: id, limit: versionsRead }, { signal });
    const last = versions.find(({ changes }) => changes.some(({ fieldKey }) => keys.has(fieldKey)));
    return last && { updatedBy: last.createdBy, updatedAt: last.createdAt, via: last.via };
  },
});
