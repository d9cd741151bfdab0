import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Session } from '../../../schemas/sessions.ts';
import { cache } from '../../data/cache.ts';
import { workspace } from '../../data/client.ts';
import { Answer } from '../../shared/answer.tsx';
import { Link } from '../../ui/link.tsx';
import { Shown } from '../../ui/shown.tsx';
import { Answered } from './answered.tsx';
import { askedQuery, messagesQuery, pairsOf } from './queries.ts';
import { Outcome } from './outcome.tsx';
import { QuestionForm } from '../../talk/question-form.tsx';
import { Said } from './said.tsx';
import styles from './session-page.module.css';

/** The messages in order. Only its owner asks on. */
export function Conversation({ session }: { session: Session }) {
  const messages = useQuery(messagesQuery(session.id));
  const asked = useQuery(askedQuery(session));
  const send = useMutation({
    mutationFn: (body: string) => workspace.sessions.send({ sessionId: session.id, body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['session', session.id] }),
  });
  const list = useRef<HTMLOListElement>(null);
  const count = messages.data?.length;
  useEffect(() => {
    if (send.isSuccess && count) return keepInSight(list.current!);
  }, [send.isSuccess, count]);
  return (
    <Answer of={messages} what="messages">
      {(all) => {
        const pairs = pairsOf(all, asked.data ?? []);
        return (
          <>
            <ol ref={list} className={styles.messages} aria-label="Messages">
              {all.map((message) => {
                const query = pairs.get(message.id);
                return message.role === 'user' ? (
                  <li key={message.id} data-asked>
                    <Said message={message} session={session} />
                    {query && query.status !== 'completed' && (
                      <Outcome queryId={query.id} sessionId={session.id} askAgain={() => send.mutate(query.question)} />
                    )}
                  </li>
                ) : (
                  <li key={message.id}>
                    <Answered message={message} session={session} queryId={query?.id} />
                  </li>
                );
              })}
            </ol>
            {session.access === 'owner' && (
              <div className={styles.asking}>
                <QuestionForm
                  label={all.length === 0 ? 'Ask something' : 'Ask in this conversation'}
                  verb="Ask"
                  hint="Enter asks, Shift+Enter begins a line."
                  place={session.id}
                  isFocused
                  isSending={send.isPending}
                  error={send.error}
                  send={send.mutateAsync}
                />
              </div>
            )}
            {session.access === 'shared' && (
              <p className={styles.readOnly}>
                Only <Shown text={session.owner.name} /> asks on here.{' '}
                <Link to="/sessions">Ask something yourself</Link>
              </p>
            )}
          </>
        );
      }}
    </Answer>
  );
}

/** Shows the last question while its answer grows, until the person does something else. Returns the way to end it. */
function keepInSight(list: HTMLElement): () => void {
  const asked = [...list.querySelectorAll('[data-asked]')].at(-1);
  const growing = new ResizeObserver(() => asked?.scrollIntoView());
  growing.observe(list);
  const ended = new AbortController();
  const end = () => {
    growing.disconnect();
    ended.abort();
  };
  for (const act of ['wheel', 'touchmove', 'pointerdown', 'keydown'])
    addEventListener(act, end, { signal: ended.signal });
  return end;
}
