import { useQuery } from '@tanstack/react-query';
import type { Field } from '../../../schemas/fields.ts';
import type { TypedQuery } from '../../../schemas/queries.ts';
import { workspace } from '../../data/client.ts';
import { Answer } from '../../shared/answer.tsx';
import { AroundRecords } from '../../shared/around-records.tsx';
import { Time } from '../../ui/time.tsx';
import { groupsWords } from '../../views/completeness-words.ts';
import { figuresOf } from '../../views/dashboard/columns.ts';
import { FigureTable } from '../../views/dashboard/figure-table.tsx';
import styles from './session-page.module.css';

interface RerunProps {
  readonly typed: TypedQuery;
  readonly fields: readonly Field[];
  readonly channelId: string | undefined;
}

/** The rows of a typed query as they are now. */
export function Rerun({ typed, fields, channelId }: RerunProps) {
  const run = useQuery({
    queryKey: ['run', JSON.stringify(typed)],
    queryFn: ({ signal }) => workspace.queries.run(typed, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Answer of={run} what="the rows">
      {({ data: { columns = [], rows = [], completeness } }) => (
        <div className={styles.rows}>
          <AroundRecords channel={channelId ?? ''}>
            <FigureTable
              caption="The rows now"
              columns={figuresOf(columns, typed, fields).filter(({ key }) => key !== 'id')}
              rows={rows}
            />
          </AroundRecords>
          <p className={styles.note} role="status">
            {completeness && groupsWords(completeness)}, run <Time at={new Date(run.dataUpdatedAt).toISOString()} />
          </p>
        </div>
      )}
    </Answer>
  );
}
