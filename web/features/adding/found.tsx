import type { Channel } from '../../../schemas/channels.ts';
import { Answer } from '../../shared/answer.tsx';
import { Button } from '../../ui/button.tsx';
import { Rows } from '../../ui/rows.tsx';
import { Empty } from '../../ui/states.tsx';
import styles from './add-page.module.css';
import { addable } from './attach.ts';
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
            <Nothing isAll={!query.hasNextPage} isAsked={isNarrower(asked)} />
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
            <span role="status">
              {query.hasNextPage
                ? `${matching.length.toLocaleString()} of the first ${looked.toLocaleString()} that you may read match.`
                : matching.length > 0 && wholeText(matching.length, matching.filter(({ id }) => here.has(id)).length)}
            </span>
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

/** The end of the list: how much matches, and how much of it the channel has already. */
function wholeText(count: number, there: number): string {
  const areAllThere = there === count;
  if (count === 1)
    return areAllThere ? 'This is all that matches, and it is here already.' : 'This is all that matches.';
  const all = `All ${count.toLocaleString()} that match`;
  if (areAllThere) return `${all} are here already.`;
  return there === 0 ? `${all}.` : `${all}, ${there.toLocaleString()} of them here already.`;
}

/** Whether words or filters leave something out. */
const isNarrower = ({ q, types, by, days }: Asked): boolean =>
  q !== '' || types.length < addable.length || by !== undefined || days !== undefined;

interface NothingProps {
  readonly isAll: boolean;
  readonly isAsked: boolean;
}

const Nothing = ({ isAll, isAsked }: NothingProps) => (
  <Empty title={titleOf(isAll, isAsked)}>
    <p>
      {isAsked ? 'Try other words, or fewer filters.' : 'What you and others make elsewhere is found here.'} Agents find
      with the tool <code>workspace_search</code>, and add with <code>workspace_file_attach</code> and similar tools.
    </p>
  </Empty>
);

function titleOf(isAll: boolean, isAsked: boolean): string {
  if (!isAll) return 'Nothing matches so far.';
  return isAsked ? 'Nothing that you may read matches.' : 'There is nothing to add yet.';
}
