import { useQuery } from '@tanstack/react-query';
import type { DataSet } from '../../../schemas/data-sets.ts';
import { shownOnLine } from '../../../schemas/shown.ts';
import { channelPath } from '../../../schemas/urls.ts';
import type { View } from '../../../schemas/views.ts';
import { viewsQuery } from '../../shared/views-query.ts';
import { pathOf } from '../../ui/link.tsx';
import { Tabs } from '../../ui/tabs.tsx';

interface SiblingsProps {
  readonly channel: { readonly id: string; readonly slug: string };
  readonly dataSet: DataSet;
  readonly view: View;
}

/** The ways to the other Views of the Data Set, and to all its records. */
export function Siblings({ channel, dataSet, view }: SiblingsProps) {
  const { data: views = [view], isPending } = useQuery(viewsQuery(channel.id));
  // All of them come at once, so none jumps aside.
  const own = (isPending ? [] : views).filter(({ objectTypeId }) => objectTypeId === dataSet.objectTypeId);
  const all = {
    to: `${channelPath(channel.slug)}/data-sets/${dataSet.objectType}`,
    label: 'All records',
    isCurrent: false,
  };
  const tabs = own.map(({ id, name, url }) => ({
    to: pathOf(url),
    label: shownOnLine(name),
    isCurrent: id === view.id,
  }));
  return <Tabs label="Views" tabs={[all, ...tabs]} />;
}
