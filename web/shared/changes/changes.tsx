import { isThroughAgent } from '../../../schemas/interfaces.ts';
import type { ActivityItem } from '../../../schemas/activity.ts';
import { Avatar, Person } from '../../ui/person.tsx';
import { dayOf, Time } from '../../ui/time.tsx';
import { Change } from './change.tsx';
import styles from './changes.module.css';
import { turnsOf } from './turns.ts';

/** Changes by day, and by who made them. */
export const Changes = ({ changes }: { changes: readonly ActivityItem[] }) =>
  [...Map.groupBy(changes, ({ at }) => dayOf(at))].map(([day, ofDay]) => (
    <section key={day} className={styles.day} aria-label={day}>
      <h2 className={styles.heading}>{day}</h2>
      {turnsOf(ofDay).map(({ key, actor, via, at, runs }) => (
        <article key={key} className={styles.turn}>
          <Avatar name={via.agent?.name ?? actor.name} isAgent={isThroughAgent(via)} />
          <div className={styles.main}>
            <p className={styles.who}>
              <Person person={actor} via={via} /> <Time at={at} className={styles.time} />
            </p>
            <ul className={styles.changes}>
              {runs.map((run) => (
                <Change key={`${run[0]!.at}${run[0]!.id}${run[0]!.action}`} run={run} />
              ))}
            </ul>
          </div>
        </article>
      ))}
    </section>
  ));
