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
  /** Shown also without records, such as an empty month. */
  readonly isShownEmpty?: boolean;
  readonly children: (data: ViewData) => ReactNode;
}

/** The records of a View page by page, and whether they are all. */
export function Records({ viewing, filters, isShownEmpty = false, children }: RecordsProps) {
  const { pages, total } = useRecordsOf(viewing, filters ?? []);
  return (
    <Answer of={pages} what="records">
      {(data) => {
        const shown = data.records?.length ?? 0;
        if (shown === 0 && !isShownEmpty && !data.groups)
          return <NoRecords isFiltered={viewing.temporary.length > 0} />;
        return (
          <div data-stale={pages.isPlaceholderData ? '' : undefined}>
            {children(data)}
            <RecordsFoot
              shown={shown}
              total={total}
              hasMore={pages.hasNextPage}
              isReading={pages.isFetchingNextPage}
              readMore={() => void pages.fetchNextPage()}
            />
          </div>
        );
      }}
    </Answer>
  );
}

export const NoRecords = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <Empty title="No record of this View fulfils the conditions of this address." />
  ) : (
    <Empty title="No record is in this View.">
      <p>Records appear here as soon as they match. Agents add them with the tool workspace_records_write.</p>
    </Empty>
  );
