import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { DataSet } from '../../../schemas/data-sets.ts';
import type { ViewFilters } from '../../../schemas/queries.ts';
import type { View } from '../../../schemas/views.ts';
import { Answer } from '../../shared/answer.tsx';
import { EditedGrid } from '../../shared/records/edited-grid.tsx';
import { useViewRows } from '../../shared/records/view-rows.ts';
import { channelQuery } from '../../data/queries.ts';
import { sentenceOf } from '../../data/problems.ts';
import { Failure } from '../../ui/states.tsx';
import { recordsWords } from '../../views/completeness-words.ts';
import { fieldNamed } from '../../fields/words.ts';
import type { DefinitionOf } from '../../views/props.ts';
import { tableColumns } from '../../views/table/columns.ts';
import { NoRecords } from './records.tsx';
import styles from './view-page.module.css';

interface TableProps {
  readonly view: View;
  readonly definition: DefinitionOf<'table'>;
  readonly channelId: string;
  /** In addition to those of the View. */
  readonly filters?: ViewFilters | undefined;
}

/** All records of a View in a table. One scrolls as far as there are records. */
export function Table(props: TableProps) {
  const home = useQuery(channelQuery(props.channelId));
  return (
    <Answer of={home} what="the Data Set">
      {(channel) => {
        const dataSet = channel.dataSets.find(({ objectTypeId }) => objectTypeId === props.view.objectTypeId);
        return dataSet && <Found {...props} channel={channel} dataSet={dataSet} />;
      }}
    </Answer>
  );
}

interface FoundProps extends TableProps {
  readonly channel: { readonly id: string; readonly role?: string | undefined };
  readonly dataSet: DataSet;
}

function Found({ view, definition, filters, channel, dataSet }: FoundProps) {
  const { rows, anchors, groups, error } = useViewRows(view, channel.id, filters);
  const columns = useMemo(() => tableColumns(dataSet.fields, definition.columns), [dataSet, definition]);
  const grouped = useMemo(() => {
    const field = fieldNamed(dataSet.fields, definition.groupByFieldKey ?? '');
    return field && groups.data && { field, groups: groups.data };
  }, [dataSet, definition, groups.data]);
  return (
    <Answer of={anchors} what="records">
      {({ count }) =>
        count === 0 ? (
          <NoRecords isFiltered={(filters ?? []).length > 0} />
        ) : (
          <>
            {error && <Failure sentence={sentenceOf(error)} />}
            <EditedGrid {...{ channel, dataSet, rows, columns, grouped }} table={view.id} caption={definition.name} />
            <p className={styles.foot} role="status">
              {recordsWords(count, count, true)}
            </p>
          </>
        )
      }
    </Answer>
  );
}
