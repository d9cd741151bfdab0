import type { Field } from '../../../schemas/fields.ts';
import type { View } from '../../../schemas/views.ts';
import { type AnyFilter, filterWords } from '../../fields/words.ts';
import { useFilterValues } from '../../shared/filter-values.ts';
import { Icon } from '../../ui/icon.tsx';
import { Shown } from '../../ui/shown.tsx';
import styles from './view-page.module.css';

/** Which records the View is about, in words. */
export function Filters({ view, fields }: { view: View; fields: readonly Field[] }) {
  const filters = (view.definition['filters'] ?? []) as readonly AnyFilter[];
  const say = useFilterValues(filters, fields);
  if (filters.length === 0) return null;
  return (
    <p className={styles.filters}>
      <Icon name="settings" size={14} />
      <span>
        Only where <Shown text={filters.map((filter) => filterWords(filter, fields, say)).join(', and ')} />.
      </span>
    </p>
  );
}
