import { useInfiniteQuery } from '@tanstack/react-query';
import type { Field } from '../../../schemas/fields.ts';
import type { Record as WorkspaceRecord } from '../../../schemas/records.ts';
import { workspace } from '../../data/client.ts';
import { Answer } from '../../shared/answer.tsx';
import { Button } from '../../ui/button.tsx';
import styles from './record-page.module.css';
import { Version } from './version.tsx';

const pageVersions = 20;

interface HistoryProps {
  readonly record: WorkspaceRecord;
  readonly fields: readonly Field[];
}

/** The versions of a record, newest first. */
export function History({ record, fields }: HistoryProps) {
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
                <Version key={version.versionNumber} version={version} fields={fields} />
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
