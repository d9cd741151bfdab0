import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { workspace } from '../../data/client.ts';
import { newKey } from '../../data/keys.ts';
import { mistakeOf } from '../../data/problems.ts';
import { FieldInput } from '../../fields/field-input.tsx';
import { pathOf } from '../../ui/link.tsx';
import { tell } from '../../ui/overlays/toast.tsx';
import { FormDialog } from '../acts/form-dialog.tsx';
import type { DataSet } from '../../../schemas/data-sets.ts';
import { useAct } from '../acts/use-act.ts';
import { canEditIn } from './can-edit.ts';

export interface NewRecordProps {
  readonly channel: { readonly id: string; readonly role?: string | undefined };
  readonly dataSet: DataSet;
  /** Values that it begins with, by field key, such as those of a column or day. */
  readonly preset?: Readonly<Record<string, unknown>> | undefined;
}

const nothing: NonNullable<NewRecordProps['preset']> = {};

/** All fields of a new record. Mistakes stand at their fields, and what was typed stays. */
export function NewRecordDialog({ channel, dataSet, preset = nothing, close }: NewRecordProps & { close: () => void }) {
  const navigate = useNavigate();
  const [key, setKey] = useState(newKey);
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>(preset);
  const { objectTypeId } = dataSet;
  const fields = dataSet.fields.filter((field) => canEditIn(dataSet, field));
  const ordered = fields.toSorted((one, other) => Number(other.key === 'title') - Number(one.key === 'title'));
  const make = useAct({
    act: () => {
      const { title, ...others } = values;
      const given = Object.entries(others).filter(([, value]) => value !== null && value !== undefined);
      return workspace.records.create({
        channelId: channel.id,
        objectTypeId,
        title: typeof title === 'string' ? title : '',
        values: Object.fromEntries(given),
        idempotencyKey: key,
      });
    },
    stale: [['data_set', objectTypeId], ['records']],
    done: ({ record: { title, url } }) => {
      close();
      tell(`“${title}” is there.`, { label: 'Open', run: () => void navigate({ href: pathOf(url) }) });
    },
    isForm: true,
  });
  return (
    <FormDialog
      title={`New record in ${dataSet.name}`}
      verb="Make it"
      of={make}
      close={close}
      submit={() => make.mutate(undefined)}
    >
      {ordered.map((field) => (
        <FieldInput
          key={field.key}
          field={field.key === 'title' ? { ...field, required: true } : field}
          value={values[field.key]}
          set={(value) => {
            // A refused form is another request once it is corrected.
            setKey(newKey());
            setValues((all) => ({ ...all, [field.key]: value }));
          }}
          mistake={mistakeOf(make.error, field.key === 'title' ? 'title' : `values/${field.key}`)}
        />
      ))}
    </FormDialog>
  );
}
