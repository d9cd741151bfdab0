import { useQuery } from '@tanstack/react-query';
import type { Message, Session } from '../../../schemas/sessions.ts';
import { Markdown } from '../../read/markdown.tsx';
import { Link } from '../../ui/link.tsx';
import { Shown } from '../../ui/shown.tsx';
import { Time } from '../../ui/time.tsx';
import { Confidence } from './confidence.tsx';
import { answerQuery } from './queries.ts';
import { Reading } from './reading.tsx';
import styles from './session-page.module.css';
import { Sources } from './sources.tsx';

interface AnsweredProps {
  readonly message: Message;
  readonly session: Session;
  /** The question that it answers, if this person asked it. */
  readonly queryId: string | undefined;
}

/** An answer: how sure it is, what it says, where it comes from and how the question was read. */
export function Answered({ message, session, queryId }: AnsweredProps) {
  const { data } = useQuery({ ...answerQuery(queryId ?? ''), enabled: queryId !== undefined });
  const query = data?.answer === message.body ? data : undefined;
  return (
    <article className={styles.answer} aria-label="Answer">
      <p className={styles.head}>
        {query?.confidence ? <Confidence degree={query.confidence} /> : <strong>Answer</strong>}
        <Time at={message.createdAt} className={styles.note} />
      </p>
      <Markdown text={message.body} />
      {query?.confidence === 'none' && (
        <Link to={`/search?q=${encodeURIComponent(query.question)}`}>Search for it</Link>
      )}
      <Sources sources={query?.sources ?? message.sources ?? []} />
      {query?.typedQuery && <Reading typed={query.typedQuery} />}
      {session.access === 'shared' && (
        <p className={styles.note}>
          <Shown text={session.owner.name} /> sees how sure it is and how it was read.
        </p>
      )}
    </article>
  );
}
