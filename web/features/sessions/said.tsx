import { isThroughAgent } from '../../../schemas/interfaces.ts';
import type { Message, Session } from '../../../schemas/sessions.ts';
import { Markdown } from '../../read/markdown.tsx';
import { Avatar, Person } from '../../ui/person.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './session-page.module.css';

/** A question or statement of a person, or of an agent that acts for them. */
export const Said = ({ message, session }: { message: Message; session: Session }) => (
  <article className={styles.message}>
    <Avatar name={session.owner.name} isAgent={message.via && isThroughAgent(message.via)} />
    <div className={styles.words}>
      <p className={styles.head}>
        <Person person={session.owner} via={message.via} /> <Time at={message.createdAt} className={styles.note} />
      </p>
      <Markdown text={message.body} />
    </div>
  </article>
);
