import type { AnswerSources } from '../../../schemas/queries.ts';
import type { SearchType } from '../../../schemas/search.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { Person } from '../../ui/person.tsx';
import { Shown } from '../../ui/shown.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './session-page.module.css';

const icons: Record<SearchType, IconName> = {
  artifact: 'document',
  file: 'file',
  session: 'session',
  record: 'record',
  post: 'hash',
};

/** Where an answer comes from, best first: each with its author, its time and what it says. */
export const Sources = ({ sources }: { sources: AnswerSources }) =>
  sources.length === 0 ? null : (
    <section aria-label="Sources" className={styles.sources}>
      <h2>Sources</h2>
      <ol>
        {sources.map(({ id, type, title, url, snippet, actor, via, at }) => (
          <li key={id} className={styles.source}>
            <Icon name={icons[type]} size={14} />
            <div>
              <Link to={url}>
                <Shown text={title} />
              </Link>
              {actor && at && (
                <span className={styles.note}>
                  {' by '}
                  <Person person={actor} via={via} />, <Time at={at} />
                </span>
              )}
              <p className={styles.snippet}>
                <Shown text={snippet} />
              </p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
