import type { Row } from '../../../schemas/queries.ts';
import { shownNumber } from '../../fields/format.ts';
import { labelOf } from '../../fields/shape.ts';
import { Value } from '../../fields/value.tsx';
import { fieldNamed, metricWords } from '../../fields/words.ts';
import { Shown } from '../../ui/shown.tsx';
import { between, rowConditions } from '../drill.ts';
import { metricShape } from '../metric-shape.ts';
import type { ViewProps } from '../props.ts';
import { periodWords } from '../period-words.ts';
import styles from './pivot-table-view.module.css';

/** The first and the last day of periods. */
interface Days {
  readonly start: string;
  readonly end: string;
}

/** A metric by values of fields in rows and by periods in columns. Totals are computed from the records. */
export function PivotTableView({ definition, data, fields, Drill }: ViewProps<'pivot_table'>) {
  const { rowFieldKeys, metric } = definition;
  const shape = metricShape(metric, fields);
  const rowFields = rowFieldKeys.flatMap((name) => fieldNamed(fields, name) ?? []);
  const periods = data.periods ?? [];
  const rows = data.rows ?? [];
  const hasTotals = rows.some(({ total }) => total !== undefined);
  const dated = fieldNamed(fields, definition.period.fieldKey)?.key ?? definition.period.fieldKey;
  const all = { start: periods[0]?.start ?? '', end: periods.at(-1)?.end ?? '' };
  const figure = (value: unknown, { start, end }: Days, keys?: Row) => {
    if (typeof value !== 'number') return '';
    const words = shownNumber(value, shape);
    if (!Drill || value === 0) return words;
    const row = keys ? rowConditions(rowFieldKeys, keys, fields) : [];
    return <Drill filters={[...row, between(dated, [start, end])]}>{words}</Drill>;
  };
  return (
    <>
      <p className={styles.about}>
        <Shown text={`${metricWords(metric, fields)}, by ${labelOf(fields, definition.period.fieldKey)}`} />
      </p>
      <div className={styles.box} tabIndex={0} role="region" aria-label={definition.name}>
        <table className={styles.table}>
          <thead>
            <tr>
              {rowFields.map(({ key, label }) => (
                <th key={key} scope="col">
                  <Shown text={label} />
                </th>
              ))}
              {periods.map(({ key }) => (
                <th key={key} scope="col" className={styles.numeric}>
                  {periodWords(key)}
                </th>
              ))}
              {hasTotals && (
                <th scope="col" className={`${styles.numeric} ${styles.total}`}>
                  Total
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ keys, values, total }, index) => (
              <tr key={index}>
                {rowFields.map((field) => (
                  <th key={field.key} scope="row">
                    {keys[field.key] === undefined ? (
                      `No ${field.label}`
                    ) : (
                      <Value value={keys[field.key]} shape={field} />
                    )}
                  </th>
                ))}
                {periods.map(({ key, ...days }) => (
                  <td key={key} className={styles.numeric}>
                    {figure(values[key], days, keys)}
                  </td>
                ))}
                {hasTotals && <td className={`${styles.numeric} ${styles.total}`}>{figure(total, all, keys)}</td>}
              </tr>
            ))}
          </tbody>
          {data.totals && (
            <tfoot>
              <tr>
                <th scope="row" colSpan={Math.max(rowFields.length, 1)}>
                  Total
                </th>
                {periods.map(({ key, ...days }) => (
                  <td key={key} className={styles.numeric}>
                    {figure(data.totals?.columns?.[key], days)}
                  </td>
                ))}
                {hasTotals && <td className={`${styles.numeric} ${styles.total}`}>{figure(data.totals.grand, all)}</td>}
              </tr>
            </tfoot>
          )}
        </table>
      </div>
    </>
  );
}
