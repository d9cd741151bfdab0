import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { Field } from '../../../schemas/fields.ts';
import type { View } from '../../../schemas/views.ts';
import { channelPath } from '../../../schemas/urls.ts';
import { channelQuery } from '../../data/queries.ts';
import { workspace } from '../../data/client.ts';
import { Answer } from '../../shared/answer.tsx';
import { AroundRecords } from '../../shared/around-records.tsx';
import { ExportMenu } from '../../shared/export-menu.tsx';
import { useToTrash } from '../../shared/to-trash.ts';
import { IconButton } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { Page } from '../../ui/page.tsx';
import { Person } from '../../ui/person.tsx';
import { Shown } from '../../ui/shown.tsx';
import { Time } from '../../ui/time.tsx';
import { Filters } from './filters.tsx';
import { ViewContent } from './view-content.tsx';

type Channel = Awaited<ReturnType<NonNullable<ReturnType<typeof channelQuery>['queryFn']>>>;

/** A saved View of a Data Set as it stands now. */
export default function ViewPage() {
  const { channel, view } = useParams({ strict: false }) as { channel: string; view: string };
  const found = useQuery({
    queryKey: ['view', view, channel],
    queryFn: async ({ signal }) => (await workspace.views.get({ channelId: channel, viewId: view }, { signal })).view,
  });
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

function Viewed({ view, channel }: { view: View; channel: Channel }) {
  const navigate = useNavigate();
  const dataSet = channel.dataSets.find(({ objectTypeId }) => objectTypeId === view.objectTypeId);
  const fields: readonly Field[] = dataSet?.fields ?? [];
  const remove = useToTrash({
    id: view.id,
    name: view.name,
    remove: () => workspace.views.remove({ channelId: channel.id, viewId: view.id }),
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
      icon="view"
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
          {isOfRecords(view.renderer) && (
            <ExportMenu channelId={channel.id} objectTypeId={view.objectTypeId} viewId={view.id} />
          )}
          <Menu trigger={<IconButton label="More about this View" icon="more" />} items={items} />
        </>
      }
    >
      <AroundRecords channel={channel.slug}>
        <Filters view={view} fields={fields} />
        <ViewContent view={view} channelId={channel.id} fields={fields} />
      </AroundRecords>
    </Page>
  );
}
