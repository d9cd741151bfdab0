import { useInfiniteQuery } from '@tanstack/react-query';
import type { Field } from '../../../schemas/fields.ts';
import type { Record as WorkspaceRecord, RecordVersion } from '../../../schemas/records.ts';
import { workspace } from '../../data/client.ts';
import { Answer } from '../../shared/answer.tsx';
import type { RecordEdit } from '../../shared/records/edit.ts';
import type { RecordEdits } from '../../shared/records/use-record-edits.ts';
import { Button } from '../../ui/button.tsx';
import styles from './record-page.module.css';
import { Version } from './version.tsx';

const pageVersions = 20;

interface HistoryProps {
  readonly record: WorkspaceRecord;
  readonly fields: readonly Field[];
  /** Present where the person may change the record. */
  readonly change?: RecordEdits['change'] | undefined;
}

/** The versions of a record, newest first. */
export function History({ record, fields, change }: HistoryProps) {
  const { id, channelId, versionNumber } = record;
  const versions = useInfiniteQuery({
    queryKey: ['record', id, 'versions', versionNumber],
    queryFn: ({ pageParam: cursor, signal }) =>
      workspace.records.versions(
        { channelId, recordId: id, limit: pageVersions, ...(cursor && { cursor }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }) => pages.flatMap(({ versions: some }) => some),
  });
  return (
    <section aria-labelledby="history">
      <h2 id="history" className={styles.heading}>
        History
      </h2>
      <Answer of={versions} what="the history">
        {(all) => (
          <>
            <ol className={styles.versions}>
              {all.map((version) => (
                <Version
                  key={version.versionNumber}
                  version={version}
                  fields={fields}
                  takeBack={change && (() => change(takingBack(id, version), 'A change taken back'))}
                />
              ))}
            </ol>
            {versions.hasNextPage && (
              <Button onClick={() => void versions.fetchNextPage()} disabled={versions.isFetchingNextPage}>
                Show earlier versions
              </Button>
            )}
          </>
        )}
      </Answer>
    </section>
  );
}

/** Gives the fields that a version changed the values that they had before it. */
const takingBack = (id: string, { changes }: RecordVersion): RecordEdit[] => [
  {
    id,
    before: Object.fromEntries(changes.map(({ fieldKey, to }) => [fieldKey, to ?? null])),
    after: Object.fromEntries(changes.map(({ fieldKey, from }) => [fieldKey, from ?? null])),
  },
];
