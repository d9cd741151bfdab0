import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DataSet } from '../../../schemas/data-sets.ts';
import type { Field } from '../../../schemas/fields.ts';
import { shownOnLine } from '../../../schemas/shown.ts';
import { Choice } from '../../fields/choice.tsx';
import { typeNames } from '../../fields/type-names.ts';
import { systemKeys } from '../../fields/shape.ts';
import { homeOfDataSet } from '../../shared/references.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Shown } from '../../ui/shown.tsx';
import { later } from '../../ui/later.tsx';
import type { ChangingProps } from './changing.ts';
import styles from './data-set-page.module.css';

const AddField = later(async () => (await import('./add-field.tsx')).default);
const ChangeField = later(async () => (await import('./change-field.tsx')).default);

interface FieldsTableProps extends Omit<ChangingProps, 'close'> {
  readonly channel: ChangingProps['channel'] & { readonly role: string };
}

/** The fields of each record. Agents and programs name fields by their keys. */
export default function FieldsTable({ channel, dataSet }: FieldsTableProps) {
  const [changed, setChanged] = useState<Field | 'new'>();
  const mayChange = channel.role !== 'reader';
  const dialog = { channel, dataSet, close: () => setChanged(undefined) };
  return (
    <>
      {mayChange && (
        <p className={styles.adding}>
          <Button icon="plus" aria-haspopup="dialog" onClick={() => setChanged('new')}>
            Add a field
          </Button>
        </p>
      )}
      <Table dataSet={dataSet} change={mayChange ? setChanged : undefined} />
      {changed === 'new' && <AddField {...dialog} />}
      {typeof changed === 'object' && <ChangeField {...dialog} field={changed} />}
    </>
  );
}

interface TableProps {
  readonly dataSet: DataSet;
  /** Absent for a person who may change nothing. */
  readonly change: ((field: Field) => void) | undefined;
}

const Table = ({ dataSet, change }: TableProps) => (
  <div className={styles.box} tabIndex={0} role="region" aria-label="Fields">
    <table className={styles.fields}>
      <thead>
        <tr>
          {['Label', 'Key', 'Type', 'Required', 'Details'].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {dataSet.fields.map((field) => (
          <tr key={field.key}>
            <th scope="row">
              <span className={styles.label}>
                <Shown text={field.label} />
                {change && !systemKeys.has(field.key) && (
                  <IconButton
                    label={`Change ${shownOnLine(field.label)}`}
                    icon="edit"
                    aria-haspopup="dialog"
                    onClick={() => change(field)}
                  />
                )}
              </span>
            </th>
            <td>
              <code>{field.key}</code>
            </td>
            <td>
              {typeNames[field.type]}
              {field.multiple && field.type !== 'multi_select' && ', several'}
            </td>
            <td>{field.required ? 'Yes' : 'No'}</td>
            <td>
              <Details field={field} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

function Details({ field }: { field: Field }) {
  const { choices, currencyCode, decimals, objectTypeId } = field.options ?? {};
  if (systemKeys.has(field.key)) return 'Every record has it.';
  if (objectTypeId !== undefined) return <PointsTo objectTypeId={objectTypeId} />;
  if (choices) {
    return (
      <span className={styles.choices}>
        {choices.map(({ key }) => (
          <Choice key={key} value={key} shape={field} />
        ))}
      </span>
    );
  }
  return [currencyCode, ...(decimals === undefined ? [] : [`${decimals} decimals`])].filter(Boolean).join(', ');
}

function PointsTo({ objectTypeId }: { objectTypeId: string }) {
  const { data, error } = useQuery(homeOfDataSet(objectTypeId));
  if (error) return 'Points to a Data Set that is not shared with this account.';
  return (
    <>
      Points to <Shown text={data?.name ?? '…'} />
    </>
  );
}
