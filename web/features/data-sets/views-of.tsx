import { useQuery } from '@tanstack/react-query';
import type { DataSet } from '../../../schemas/data-sets.ts';
import { viewsQuery } from '../../shared/views-query.ts';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { Shown } from '../../ui/shown.tsx';
import styles from './data-set-page.module.css';

const renderers: Record<string, string> = {
  table: 'table',
  board: 'board',
  calendar: 'calendar',
  timeline: 'timeline',
  dashboard: 'dashboard',
  pivot_table: 'pivot table',
};

/** The saved Views of a Data Set. */
export function ViewsOf({ channel, dataSet }: { channel: { id: string }; dataSet: DataSet }) {
  const { data: views } = useQuery(viewsQuery(channel.id));
  const own = (views ?? []).filter(({ objectTypeId }) => objectTypeId === dataSet.objectTypeId);
  if (own.length === 0) return null;
  return (
    <ul className={styles.views} aria-label="Views">
      {own.map(({ id, name, url, renderer }) => (
        <li key={id}>
          <Link to={url} className={styles.view}>
            <Icon name="view" size={14} />
            <Shown text={name} />
            <span className={styles.note}>{renderers[renderer] ?? renderer}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
