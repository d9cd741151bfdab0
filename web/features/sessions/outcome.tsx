import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { cache } from '../../data/cache.ts';
import { workspace } from '../../data/client.ts';
import { sentenceOf } from '../../data/problems.ts';
import { Button } from '../../ui/button.tsx';
import { tell } from '../../ui/overlays/toast.tsx';
import { answerQuery } from './queries.ts';
import styles from './session-page.module.css';

interface OutcomeProps {
  readonly queryId: string;
  readonly sessionId: string;
  readonly askAgain: () => void;
}

/** A question that has no answer: it is being answered, failed or was stopped. */
export function Outcome({ queryId, sessionId, askAgain }: OutcomeProps) {
  const { data } = useQuery(answerQuery(queryId));
  const isCompleted = data?.status === 'completed';
  useEffect(() => {
    if (isCompleted) void cache.invalidateQueries({ queryKey: ['session', sessionId] });
  }, [isCompleted, sessionId]);
  const stop = () =>
    void workspace.queries.cancel({ queryId }).then(
      ({ query }) => cache.setQueryData(answerQuery(queryId).queryKey, query),
      (error: unknown) => tell(sentenceOf(error)),
    );
  switch (data?.status) {
    case 'queued':
    case 'running':
      return (
        <p className={styles.outcome} role="status">
          Looking for the answer …
          <Button look="quiet" onClick={stop}>
            Stop
          </Button>
        </p>
      );
    case 'failed':
      return (
        <p className={styles.failed} role="alert">
          <span>Not answered: {data.error?.detail ?? 'the workspace does not say why.'}</span>
          <Button onClick={askAgain}>Ask again</Button>
        </p>
      );
    case 'cancelled':
      return (
        <p className={styles.outcome}>
          Stopped before it was answered.
          <Button look="quiet" onClick={askAgain}>
            Ask again
          </Button>
        </p>
      );
    default:
      return null;
  }
}
