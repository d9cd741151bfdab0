import { useId, useState } from 'react';
import type { ActivityItem } from '../../../schemas/activity.ts';
import { dayMs } from '../../../schemas/durations.ts';
import { didTo } from '../../shared/changes/did.ts';
import { turnsOf } from '../../shared/changes/turns.ts';
import { useChanges } from '../../shared/changes/use-changes.ts';
import { kinds } from '../../shared/things/kinds.ts';
import { pathOfThing } from '../../shared/things/thing-path.ts';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { Person } from '../../ui/person.tsx';
import { Shown } from '../../ui/shown.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './shelf.module.css';

const mostLines = 5;
const newForMs = 7 * dayMs;

/** The latest changes of Data Sets and Views of a channel, which its feed leaves out. */
export function DataNews({ channelId, slug }: { channelId: string; slug: string }) {
  const heading = useId();
  const { data = [] } = useChanges({ channelId, types: ['data_set', 'view'] });
  const [since] = useState(() => new Date(Date.now() - newForMs).toISOString());
  const lately = data.filter(({ at }) => at > since);
  const runs = turnsOf(lately).flatMap((turn) => turn.runs);
  const things = runs.flatMap((run) => [...Map.groupBy(run, ({ id }) => id).values()]);
  if (things.length === 0) return null;
  return (
    <section aria-labelledby={heading} className={styles.news}>
      <h2 id={heading}>Latest changes</h2>
      {things.slice(0, mostLines).map((of) => (
        <Line key={`${of[0]!.at}${of[0]!.id}${of[0]!.action}`} of={of} slug={slug} />
      ))}
      <p className={styles.all}>
        <Link to={`/activity?${new URLSearchParams({ channel: channelId, types: 'data_set,view' }).toString()}`}>
          All changes
        </Link>
      </p>
    </section>
  );
}

/** Like changes of one thing. */
function Line({ of, slug }: { of: readonly ActivityItem[]; slug: string }) {
  const [change] = of as [ActivityItem];
  const { type, action, title, actor, via, at } = change;
  const name = title === undefined ? kinds[type].one : <Shown text={title} />;
  return (
    <p className={styles.change}>
      <Icon name={kinds[type].icon} />
      <span>
        <Person person={actor} via={via} /> {didTo(change)}{' '}
        {action === 'deleted' || title === undefined ? name : <Link to={pathOfThing(change, slug)}>{name}</Link>}
        {of.length > 1 && ` ${of.length} times`} <Time at={at} className={styles.count} />
      </span>
    </p>
  );
}
