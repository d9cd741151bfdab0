import type { Field, MetricFunction } from '../../../schemas/fields.ts';
import { fieldNamed, metricWords } from '../../fields/words.ts';
import styles from './view-editor.module.css';

interface Metric {
  readonly function: MetricFunction;
  readonly field?: string | undefined;
}

interface MetricChoiceProps {
  readonly label: string;
  readonly metric: Metric;
  readonly fields: readonly Field[];
  readonly set: (metric: Metric) => void;
}

/** A figure. Each field says which functions it takes. */
export function MetricChoice({ label, metric, fields, set }: MetricChoiceProps) {
  const options = metricsOf(fields);
  const key = metric.field === undefined ? undefined : (fieldNamed(fields, metric.field)?.key ?? metric.field);
  return (
    <select
      aria-label={label}
      className={styles.control}
      value={valueOf({ ...metric, field: key })}
      onChange={({ target }) => set(options.find((one) => valueOf(one) === target.value)!)}
    >
      {options.map((one) => (
        <option key={valueOf(one)} value={valueOf(one)}>
          {metricWords(one, fields)}
        </option>
      ))}
    </select>
  );
}

const valueOf = ({ function: name, field = '' }: Metric): string => `${name} ${field}`;

const metricsOf = (fields: readonly Field[]): readonly Metric[] => [
  { function: 'count_rows' },
  ...fields.flatMap(({ key, functions, queryable }) =>
    queryable ? functions.map((name) => ({ function: name, field: key })) : [],
  ),
];
