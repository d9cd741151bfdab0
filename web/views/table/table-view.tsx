import { systemKeys } from '../../fields/shape.ts';
import { fieldNamed } from '../../fields/words.ts';
import type { ViewProps } from '../props.ts';
import { RecordTable } from './record-table.tsx';

/** Records in rows, their fields in columns. */
export function TableView({ definition, data, fields }: ViewProps<'table'>) {
  const columns = definition.columns
    ? definition.columns.flatMap((name) => fieldNamed(fields, name) ?? []).filter(({ key }) => key !== 'title')
    : fields.filter(({ key }) => !systemKeys.has(key));
  return (
    <RecordTable
      caption={definition.name}
      titleLabel={fieldNamed(fields, 'title')?.label ?? 'Title'}
      columns={columns}
      records={data.records ?? []}
    />
  );
}
