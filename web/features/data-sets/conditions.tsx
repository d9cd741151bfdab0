import type { DataSet } from '../../../schemas/data-sets.ts';
import { filterWords } from '../../fields/words.ts';
import { useFilterValues } from '../../shared/filter-values.ts';
import { FilterDialog } from '../../shared/filters/filter-dialog.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Shown } from '../../ui/shown.tsx';
import type { Asked } from './asked.ts';
import styles from './data-set-page.module.css';

interface ConditionsProps {
  readonly dataSet: DataSet;
  readonly asked: Asked;
  readonly ask: (next: Asked) => void;
}

/** The conditions that records fulfil to be shown. All of them hold. */
export function Conditions({ dataSet, asked, ask }: ConditionsProps) {
  const { filters } = asked;
  const say = useFilterValues(filters, dataSet.fields);
  return (
    <div className={styles.conditions}>
      {filters.map((filter, index) => (
        <span key={index} className={styles.condition}>
          <Shown text={filterWords(filter, dataSet.fields, say)} />
          <IconButton
            label="Take this condition away"
            icon="close"
            onClick={() => ask({ ...asked, filters: filters.filter((_, other) => other !== index) })}
          />
        </span>
      ))}
      <FilterDialog fields={dataSet.fields} filters={filters} apply={(next) => ask({ ...asked, filters: next })} />
    </div>
  );
}
