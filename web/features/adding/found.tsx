import type { Channel } from '../../../schemas/channels.ts';
import { Answer } from '../../shared/answer.tsx';
import { Button } from '../../ui/button.tsx';
import { Rows } from '../../ui/rows.tsx';
import { Empty } from '../../ui/states.tsx';
import styles from './add-page.module.css';
import { CandidateRow } from './candidate-row.tsx';
import { type Asked, useFound } from './use-found.ts';

/** The things that match, each with what adding it grants. */
export function Found({ channel, asked }: { channel: Channel; asked: Asked }) {
  const query = useFound(channel.id, asked);
  return (
    <Answer of={query} what="what you may read">
      {({ matching, here, looked }) => (
        <div data-stale={query.isPlaceholderData ? '' : undefined}>
          {matching.length === 0 ? (
            <Nothing isAll={!query.hasNextPage} />
          ) : (
            <Rows label="Found">
              {matching.map((candidate) => (
                <CandidateRow
                  key={candidate.id}
                  candidate={candidate}
                  channel={channel}
                  isThere={here.has(candidate.id)}
                />
              ))}
            </Rows>
          )}
          <p className={styles.more}>
            <span role="status">{lookedText(matching.length, looked, query.hasNextPage)}</span>
            {query.hasNextPage && (
              <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                {query.isFetchingNextPage ? 'Looking further …' : 'Look further'}
              </Button>
            )}
          </p>
        </div>
      )}
    </Answer>
  );
}

function lookedText(count: number, looked: number, isMore: boolean): string {
  if (!isMore) return count === 1 ? 'This is all that matches.' : `All ${count.toLocaleString()} that match.`;
  return `${count.toLocaleString()} of the first ${looked.toLocaleString()} that you may read match.`;
}

const Nothing = ({ isAll }: { isAll: boolean }) => (
  <Empty title={isAll ? 'Nothing that you may read matches.' : 'Nothing matches so far.'}>
    <p>
      Try other words, or fewer filters. Agents find with the tool <code>workspace_search</code>, and add with{' '}
      <code>workspace_file_attach</code> and its like.
    </p>
  </Empty>
);
