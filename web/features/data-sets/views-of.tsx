import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { DataSet } from '../../../schemas/data-sets.ts';
import { channelPath } from '../../../schemas/urls.ts';
import { viewsQuery } from '../../shared/views-query.ts';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { Shown } from '../../ui/shown.tsx';
import styles from './data-set-page.module.css';

interface ViewsOfProps {
  readonly channel: { readonly id: string; readonly slug: string; readonly role: string };
  readonly dataSet: DataSet;
}

/** The saved Views of a Data Set, and the way to a new one of the records that are shown. */
export function ViewsOf({ channel, dataSet }: ViewsOfProps) {
  const { filters } = useSearch({ strict: false }) as { filters?: string };
  const { data: views, isPending } = useQuery(viewsQuery(channel.id));
  const own = (views ?? []).filter(({ objectTypeId }) => objectTypeId === dataSet.objectTypeId);
  const isReader = channel.role === 'reader';
  if (!isPending && own.length === 0 && isReader) return null;
  const query = filters === undefined ? '' : `?${new URLSearchParams({ filters }).toString()}`;
  return (
    <ul className={styles.views} aria-label="Views" data-soon={isPending || undefined}>
      {own.map(({ id, name, url, renderer }) => (
        <li key={id}>
          <Link to={url} className={styles.view}>
            <Icon name="view" size={14} />
            <Shown text={name} />
            <span className={styles.note}>{renderer.replace('_', ' ')}</span>
          </Link>
        </li>
      ))}
      {!isReader && (
        <li>
          <Link
            to={`${channelPath(channel.slug)}/data-sets/${dataSet.objectType}/new-view${query}`}
            className={styles.view}
          >
            <Icon name="plus" size={14} />
            New View
          </Link>
        </li>
      )}
    </ul>
  );
}
