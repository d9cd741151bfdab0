import type { DataSet } from '../../../schemas/data-sets.ts';
import { systemKeys } from '../../fields/shape.ts';
import { Answer } from '../../shared/answer.tsx';
import { RecordsFoot } from '../../shared/records-foot.tsx';
import { Empty } from '../../ui/states.tsx';
import { RecordTable } from '../../views/table/record-table.tsx';
import { type Asked, useAsked } from './asked.ts';
import { Conditions } from './conditions.tsx';
import { useRecords } from './records-data.ts';
import { SortHead } from './sort-head.tsx';

interface RecordsProps {
  readonly channelId: string;
  readonly dataSet: DataSet;
}

/** The records of a Data Set as a table, sorted and filtered as the address says. */
export function Records({ channelId, dataSet }: RecordsProps) {
  const { ask, ...asked } = useAsked();
  const { pages, count } = useRecords(channelId, dataSet, asked);
  const columns = dataSet.fields.filter(({ key }) => !systemKeys.has(key));
  const titleLabel = dataSet.fields.find(({ key }) => key === 'title')?.label ?? 'Title';
  return (
    <>
      <Conditions dataSet={dataSet} asked={asked} ask={ask} />
      <Answer of={pages} what="records">
        {(records) =>
          records.length === 0 ? (
            <NoRecords asked={asked} />
          ) : (
            <div data-stale={pages.isPlaceholderData ? '' : undefined}>
              <RecordTable
                caption={`Records of ${dataSet.name}`}
                titleLabel={titleLabel}
                columns={columns}
                records={records}
                sorted={asked.sort}
                renderHead={(key, label) => (
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
    </>
  );
}

const NoRecords = ({ asked }: { asked: Asked }) =>
  asked.filters.length > 0 ? (
    <Empty title="No record fulfils these conditions." />
  ) : (
    <Empty title="There is no record yet.">
      <p>Agents add records with the tool workspace_records_write, and whole tables with workspace_data_set_import.</p>
    </Empty>
  );
