import { useQuery } from '@tanstack/react-query';
import type { DataSet } from '../../../schemas/data-sets.ts';
import type { Field } from '../../../schemas/fields.ts';
import { Choice } from '../../fields/choice.tsx';
import { typeNames } from '../../fields/type-names.ts';
import { systemKeys } from '../../fields/shape.ts';
import { homeOfDataSet } from '../../shared/references.ts';
import { Shown } from '../../ui/shown.tsx';
import styles from './data-set-page.module.css';

/** The fields of each record. Agents and programs name fields by their keys. */
export const FieldsTable = ({ dataSet }: { dataSet: DataSet }) => (
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
              <Shown text={field.label} />
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
