import type { ReactNode } from 'react';
import type { ViewFilters } from '../../../schemas/queries.ts';
import { Answer } from '../../shared/answer.tsx';
import { RecordsFoot } from '../../shared/records-foot.tsx';
import { Empty } from '../../ui/states.tsx';
import type { ViewData } from '../../views/props.ts';
import { useRecordsOf } from './view-data.ts';
import type { Seen } from './viewing.ts';

interface RecordsProps {
  readonly viewing: Seen;
  /** Which of its records are shown, such as the ones of a month. */
  readonly filters?: ViewFilters | undefined;
  /** Shown also without records, such as an empty month or a board. */
  readonly isShownEmpty?: boolean;
  /** The way on from no records. */
  readonly fromNone?: ReactNode;
  readonly children: (data: ViewData) => ReactNode;
}

/** The records of a View page by page, and whether they are all. */
export function Records({ viewing, filters, isShownEmpty = false, fromNone, children }: RecordsProps) {
  const { pages, total } = useRecordsOf(viewing, filters ?? []);
  return (
    <Answer of={pages} what="records">
      {(data) => {
        const shown = data.records?.length ?? 0;
        if (shown === 0 && !isShownEmpty) return <NoRecords isFiltered={viewing.temporary.length > 0} />;
        return (
          <div data-stale={pages.isPlaceholderData ? '' : undefined}>
            {children(data)}
            <RecordsFoot
              shown={shown}
              total={total}
              hasMore={pages.hasNextPage}
              isReading={pages.isFetchingNextPage}
              readMore={() => void pages.fetchNextPage()}
            >
              {shown === 0 && !pages.isPlaceholderData && fromNone}
            </RecordsFoot>
          </div>
        );
      }}
    </Answer>
  );
}

interface NoRecordsProps {
  readonly isFiltered: boolean;
  /** Whether the View has records outside the periods that it shows. */
  readonly isOutside?: boolean;
}

export function NoRecords({ isFiltered, isOutside = false }: NoRecordsProps) {
  if (isOutside)
    return (
      <Empty title="All records are outside the periods of this View.">
        <p>“Change” above sets the day with which its periods begin.</p>
      </Empty>
    );
  if (isFiltered) return <Empty title="No record of this View passes the filter." />;
  return (
    <Empty title="No record is in this View.">
      <p>Records appear here as soon as they match. Agents add them with the tool workspace_records_write.</p>
    </Empty>
  );
}
