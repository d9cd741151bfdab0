import type { ActivityItem } from '../../../schemas/activity.ts';
import { resourcePath } from '../../../schemas/urls.ts';
import { useChannels } from '../../data/queries.ts';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { Shown } from '../../ui/shown.tsx';
import styles from './changes.module.css';
import { didTo, manyOf } from './did.ts';
import { InChannel } from '../things/in-channel.tsx';
import { kinds } from '../things/kinds.ts';
import { pathOfThing } from '../things/thing-path.ts';

/** More like changes than these are one line, which opens. */
const mostLines = 4;

/** Like changes that follow each other. Several of one thing are one line. */
export function Change({ run }: { run: readonly ActivityItem[] }) {
  const things = [...Map.groupBy(run, ({ id }) => id).values()];
  if (things.length <= mostLines) return things.map((of) => <Line key={of[0]!.id} of={of} />);
  const [first] = run as [ActivityItem];
  return (
    <li>
      <details className={styles.many}>
        <summary>
          <Icon name={kinds[first.type].icon} />
          <span>
            {didTo(first)} {things.length} {manyOf(first)} <InChannel id={first.channelId} isPlain />
          </span>
        </summary>
        <ul className={styles.changes}>
          {things.map((of) => (
            <Line key={of[0]!.id} of={of} />
          ))}
        </ul>
      </details>
    </li>
  );
}

function Line({ of }: { of: readonly ActivityItem[] }) {
  const [change] = of as [ActivityItem];
  const { type, id, action, title, channelId } = change;
  const channel = useChannels()?.find((one) => one.id === channelId);
  const isPrivate = type === 'channel' && channel?.visibility === 'private';
  const isThere = action !== 'deleted' && (title !== undefined || type === 'comment');
  const path = isThere ? pathOfThing(change, channel?.slug) : undefined;
  const name = title === undefined ? kinds[type].one : <Shown text={title} />;
  return (
    <li className={styles.change}>
      <Icon name={isPrivate ? 'lock' : kinds[type].icon} />
      <span>
        {didTo(change)}{' '}
        {path === undefined ? (
          name
        ) : (
          <Link to={path} data-item>
            {name}
          </Link>
        )}{' '}
        {type !== 'channel' && <InChannel id={channelId} />}
        {of.length > 1 && ` ${of.length} times`}
        {type === 'artifact' && action === 'updated' && isThere && (
          <>
            {' · '}
            <Link to={`${resourcePath(type, id)}?tab=history`}>See what changed</Link>
          </>
        )}
      </span>
    </li>
  );
}
