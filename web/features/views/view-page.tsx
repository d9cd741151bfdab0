import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ViewFilters } from '../../../schemas/queries.ts';
import type { View } from '../../../schemas/views.ts';
import { channelPath } from '../../../schemas/urls.ts';
import { channelQuery } from '../../data/queries.ts';
import { workspace } from '../../data/client.ts';
import { underKey } from '../../data/keys.ts';
import { Answer } from '../../shared/answer.tsx';
import { AroundRecords } from '../../shared/around-records.tsx';
import { ExportMenu } from '../../shared/export-menu.tsx';
import { filtersIn } from '../../shared/filters/address.ts';
import { asQueryFilters, asViewFilters } from '../../shared/filters/names.ts';
import { viewIcon } from '../../shared/things/view-icon.ts';
import { useToTrash } from '../../shared/to-trash.ts';
import { ButtonLink, IconButton } from '../../ui/button.tsx';
import { Link, pathOf } from '../../ui/link.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { Page } from '../../ui/page.tsx';
import { Person } from '../../ui/person.tsx';
import { Shown } from '../../ui/shown.tsx';
import { Time } from '../../ui/time.tsx';
import { drillTo } from '../../shared/drill.tsx';
import { Filters } from './filters.tsx';
import { Siblings } from './siblings.tsx';
import { ViewContent } from './view-content.tsx';
import { viewQuery } from './view-query.ts';
import styles from './view-page.module.css';
import type { Seen } from './viewing.ts';

type Channel = Awaited<ReturnType<NonNullable<ReturnType<typeof channelQuery>['queryFn']>>>;

/** A saved View of a Data Set as it stands now. */
export default function ViewPage() {
  const { channel, view } = useParams({ strict: false }) as { channel: string; view: string };
  const found = useQuery(viewQuery(channel, view));
  const home = useQuery(channelQuery(channel));
  return (
    <Answer of={found} what="the View" isPage>
      {(saved) => (
        <Answer of={home} what="the channel" isPage>
          {(its) => <Viewed view={saved} channel={its} />}
        </Answer>
      )}
    </Answer>
  );
}

const isOfRecords = (renderer: string) => renderer !== 'dashboard' && renderer !== 'pivot_table';

/** The View with the filters of the address. */
function useSeen(view: View, channel: Channel): Seen {
  const { filters: text } = useSearch({ strict: false }) as { filters?: string };
  const dataSet = channel.dataSets.find(({ objectTypeId }) => objectTypeId === view.objectTypeId);
  const saved = view.definition['filters'] as ViewFilters | undefined;
  const path = `${channelPath(channel.slug)}/data-sets/${dataSet?.objectType ?? view.objectTypeId}`;
  const temporary = useMemo(() => filtersIn(text), [text]);
  const Drill = useMemo(() => drillTo(path, [...asQueryFilters(saved ?? []), ...temporary]), [path, saved, temporary]);
  return {
    view,
    channelId: channel.id,
    fields: dataSet?.fields ?? [],
    mayChange: channel.role !== 'reader',
    mayWrite: channel.role !== 'reader' && dataSet?.readOnly !== true,
    temporary: useMemo(() => asViewFilters(temporary), [temporary]),
    Drill,
  };
}

function Viewed({ view, channel }: { view: View; channel: Channel }) {
  const navigate = useNavigate();
  const seen = useSeen(view, channel);
  const dataSet = channel.dataSets.find(({ objectTypeId }) => objectTypeId === view.objectTypeId);
  const remove = useToTrash({
    id: view.id,
    name: view.name,
    remove: () => underKey(workspace.views.remove, { channelId: channel.id, viewId: view.id }),
    keys: [['view'], ['views'], ['trash']],
  });
  const items: MenuItem[] = [
    {
      label: 'Start session',
      icon: 'session',
      run: () => void navigate({ to: `${channelPath(channel.slug)}/new-session`, search: { view: view.slug } }),
    },
    ...(channel.role === 'reader'
      ? []
      : [{ label: 'Move to the trash', icon: 'trash' as const, isDanger: true, run: remove }]),
  ];
  return (
    <Page
      title={view.name}
      icon={viewIcon(view.renderer)}
      about={
        <>
          <Link to={`/channels/${channel.slug}`}>
            <Shown text={channel.name} />
          </Link>
          {dataSet && (
            <Link to={`/channels/${channel.slug}/data-sets/${dataSet.objectType}`}>
              <Shown text={dataSet.name} />
            </Link>
          )}
          <span>
            changed <Time at={view.updatedAt} /> by <Person person={view.updatedBy} via={view.via} />
          </span>
        </>
      }
      actions={
        <>
          {channel.role !== 'reader' && (
            <ButtonLink to={`${pathOf(view.url)}/edit`} icon="edit" data-edit>
              Change
            </ButtonLink>
          )}
          {view.renderer === 'dashboard' && channel.role !== 'reader' && (
            <ButtonLink to={`${pathOf(view.url)}?arrange=on`} icon="view">
              Arrange
            </ButtonLink>
          )}
          {isOfRecords(view.renderer) && (
            <ExportMenu channelId={channel.id} objectTypeId={view.objectTypeId} viewId={view.id} />
          )}
          <Menu trigger={<IconButton label="More about this View" icon="more" />} items={items} />
        </>
      }
    >
      <AroundRecords channel={channel.slug}>
        <div className={styles.page}>
          {dataSet && <Siblings channel={channel} dataSet={dataSet} view={view} />}
          <Filters viewing={seen} />
          <ViewContent viewing={seen} />
        </div>
      </AroundRecords>
    </Page>
  );
}
