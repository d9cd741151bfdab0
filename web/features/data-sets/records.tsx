import { useMemo } from 'react';
import type { DataSet } from '../../../schemas/data-sets.ts';
import { Answer } from '../../shared/answer.tsx';
import { RecordsFoot } from '../../shared/records-foot.tsx';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { Empty } from '../../ui/states.tsx';
import { EditedGrid } from '../../shared/records/edited-grid.tsx';
import { tableColumns } from '../../views/table/columns.ts';
import { useAsked } from './asked.ts';
import { Conditions } from './conditions.tsx';
import { useRecords } from './records-data.ts';
import { SortHead } from './sort-head.tsx';

interface RecordsProps {
  readonly channel: { readonly id: string; readonly slug: string; readonly role?: string | undefined };
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
            <NoRecords channel={channel} dataSet={dataSet} isFiltered={asked.filters.length > 0} />
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
      {pages.error && asked.sort && <Button onClick={() => ask({ ...asked, sort: undefined })}>Show unsorted</Button>}
    </>
  );
}

function NoRecords({ channel, dataSet, isFiltered }: RecordsProps & { readonly isFiltered: boolean }) {
  if (isFiltered) return <Empty title="No record fulfils these conditions." />;
  const mayAdd = channel.role !== 'reader' && !dataSet.readOnly;
  const importPath = `/channels/${channel.slug}/import?dataSet=${dataSet.objectType}`;
  return (
    <Empty title="There is no record yet.">
      {mayAdd && (
        <p>
          Begin with New record, or <Link to={importPath}>add the rows of a table</Link>.
        </p>
      )}
      <p>Agents add records with workspace_records_write, tables with workspace_data_set_import.</p>
    </Empty>
  );
}
