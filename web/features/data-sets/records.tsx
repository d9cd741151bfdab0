import { useMemo } from 'react';
import type { DataSet } from '../../../schemas/data-sets.ts';
import { Answer } from '../../shared/answer.tsx';
import { RecordsFoot } from '../../shared/records-foot.tsx';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/states.tsx';
import { EditedGrid } from '../../shared/records/edited-grid.tsx';
import { tableColumns } from '../../views/table/columns.ts';
import { type Asked, useAsked } from './asked.ts';
import { Conditions } from './conditions.tsx';
import { useRecords } from './records-data.ts';
import { SortHead } from './sort-head.tsx';

interface RecordsProps {
  readonly channel: { readonly id: string; readonly role?: string | undefined };
  readonly dataSet: DataSet;
}

/** The records of a Data Set as a table, sorted and filtered as the address says. */
export function Records({ channel, dataSet }: RecordsProps) {
  const { ask, ...asked } = useAsked();
  const { pages, count, rows } = useRecords(channel.id, dataSet, asked);
  const columns = useMemo(() => tableColumns(dataSet.fields), [dataSet]);
  return (
    <>
      <Conditions dataSet={dataSet} asked={asked} ask={ask} />
      <Answer of={pages} what="records">
        {(records) =>
          records.length === 0 ? (
            <NoRecords asked={asked} />
          ) : (
            <div data-stale={pages.isPlaceholderData ? '' : undefined}>
              <EditedGrid
                channel={channel}
                dataSet={dataSet}
                table={dataSet.objectTypeId}
                caption={`Records of ${dataSet.name}`}
                columns={columns}
                rows={rows}
                sorted={asked.sort}
                renderHead={({ key, label }) => (
                  <SortHead label={label} of={key} sort={asked.sort} sortBy={(sort) => ask({ ...asked, sort })} />
                )}
              />
              <RecordsFoot
                shown={records.length}
                total={count}
                hasMore={pages.hasNextPage}
                isReading={pages.isFetchingNextPage}
                readMore={() => void pages.fetchNextPage()}
              />
            </div>
          )
        }
      </Answer>
      {pages.error && asked.sort && <Button onClick={() => ask({ ...asked, sort: undefined })}>Unsorted</Button>}
    </>
  );
}

const NoRecords = ({ asked }: { asked: Asked }) =>
  asked.filters.length > 0 ? (
    <Empty title="No record fulfils these conditions." />
  ) : (
    <Empty title="There is no record yet.">
      <p>Agents add records with workspace_records_write, tables with workspace_data_set_import.</p>
    </Empty>
  );
