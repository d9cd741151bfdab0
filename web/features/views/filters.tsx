import { useNavigate } from '@tanstack/react-router';
import type { ViewFilters } from '../../../schemas/queries.ts';
import { filterWords } from '../../fields/words.ts';
import { useFilterValues } from '../../shared/filter-values.ts';
import { withFilters } from '../../shared/filters/address.ts';
import { FilterDialog } from '../../shared/filters/filter-dialog.tsx';
import { asQueryFilters } from '../../shared/filters/names.ts';
import { Button } from '../../ui/button.tsx';
import { Link, pathOf } from '../../ui/link.tsx';
import { Shown } from '../../ui/shown.tsx';
import styles from './view-page.module.css';
import type { Seen } from './viewing.ts';

interface FiltersProps {
  readonly viewing: Seen;
}

/** Which records the View is about, in words, and for now. The address has the latter, so that a link shows the same. */
export function Filters({ viewing }: FiltersProps) {
  const { view, fields, temporary, mayChange } = viewing;
  const saved = (view.definition['filters'] ?? []) as ViewFilters;
  const say = useFilterValues([...saved, ...temporary], fields);
  const navigate = useNavigate();
  const words = (filters: ViewFilters) => filters.map((one) => filterWords(one, fields, say)).join(', and ');
  const now = asQueryFilters(temporary);
  const query = new URLSearchParams({ filters: JSON.stringify(now) }).toString();
  const ask = (filters: typeof now) =>
    void navigate({
      to: '.',
      search: (present: object) => withFilters(present, filters),
      replace: true,
      resetScroll: false,
    });
  return (
    <div className={styles.filters}>
      {saved.length > 0 && (
        <p>
          Only where <Shown text={words(saved)} />.
        </p>
      )}
      {now.length > 0 && (
        <p className={styles.temporary}>
          For now only where <Shown text={words(temporary)} />.
        </p>
      )}
      <FilterDialog key={query} fields={fields} filters={now} apply={ask} />
      {now.length > 0 && (
        <>
          <Button look="quiet" icon="close" onClick={() => ask([])}>
            Show all again
          </Button>
          {mayChange && <Link to={`${pathOf(view.url)}/edit?${query}`}>Save these filters</Link>}
        </>
      )}
    </div>
  );
}
