import type { Filters } from '../../schemas/queries.ts';
import { Link } from '../ui/link.tsx';
import type { DrillLink } from '../views/props.ts';

/** Links to the records of a Data Set. They fulfil the filters of a View and of a figure in it. */
export const drillTo =
  (dataSetPath: string, own: Filters): DrillLink =>
  ({ filters, children, isForPointer }) => (
    <Link
      tabIndex={isForPointer ? -1 : undefined}
      to={`${dataSetPath}?${new URLSearchParams({ filters: JSON.stringify([...own, ...filters]) }).toString()}`}
    >
      {children}
    </Link>
  );
