import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { DataSet } from '../../../schemas/data-sets.ts';
import { workspace } from '../../data/client.ts';
import { channelQuery } from '../../data/queries.ts';
import { Answer } from '../../shared/answer.tsx';
import { AroundRecords } from '../../shared/around-records.tsx';
import { NewRecord } from '../../shared/records/new-record.tsx';
import { useToTrash } from '../../shared/to-trash.ts';
import { IconButton } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { Menu } from '../../ui/menu.tsx';
import { NotHere } from '../../ui/not-here.tsx';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Shown } from '../../ui/shown.tsx';
import { later } from '../../ui/later.tsx';
import styles from './data-set-page.module.css';
import { ExportOf } from './export-of.tsx';
import { Records } from './records.tsx';
import { ViewsOf } from './views-of.tsx';

const FieldsTable = later(async () => (await import('./fields-table.tsx')).default, 'its fields');
const Rename = later(async () => (await import('./rename.tsx')).default);

type Channel = Awaited<ReturnType<NonNullable<ReturnType<typeof channelQuery>['queryFn']>>>;

/** A Data Set: its records, its fields and its Views. */
export default function DataSetPage() {
  const { channel, dataSet } = useParams({ strict: false }) as { channel: string; dataSet: string };
  const home = useQuery(channelQuery(channel));
  return (
    <Answer of={home} what="the Data Set" isPage>
      {(found) => {
        const named = found.dataSets.find(({ objectType, objectTypeId }) =>
          [objectType, objectTypeId].includes(dataSet),
        );
        return named ? <Found channel={found} dataSet={named} /> : <NotHere />;
      }}
    </Answer>
  );
}

function Found({ channel, dataSet }: { channel: Channel; dataSet: DataSet }) {
  const { tab } = useSearch({ strict: false }) as { tab?: string };
  const path = `/channels/${channel.slug}/data-sets/${dataSet.objectType}`;
  return (
    <Page
      title={dataSet.name}
      icon="table"
      about={
        <>
          <Link to={`/channels/${channel.slug}`}>
            <Shown text={channel.name} />
          </Link>
          {dataSet.readOnly && <span>Its records come from a connected source.</span>}
        </>
      }
      actions={
        <>
          <NewRecord channel={channel} dataSet={dataSet} />
          <ExportOf channelId={channel.id} dataSet={dataSet} />
          <More channel={channel} dataSet={dataSet} />
        </>
      }
    >
      {dataSet.description !== '' && (
        <p className={styles.description}>
          <Shown text={dataSet.description} />
        </p>
      )}
      <AroundRecords channel={channel.slug}>
        <ViewsOf channel={channel} dataSet={dataSet} />
        <Tabs
          label="Parts of the Data Set"
          tabs={[
            { to: path, label: 'Records', isCurrent: tab !== 'fields' },
            { to: `${path}?tab=fields`, label: 'Fields', isCurrent: tab === 'fields' },
          ]}
        />
        {tab === 'fields' ? (
          <FieldsTable channel={channel} dataSet={dataSet} />
        ) : (
          <Records channel={channel} dataSet={dataSet} />
        )}
      </AroundRecords>
    </Page>
  );
}

function More({ channel, dataSet }: { channel: Channel; dataSet: DataSet }) {
  const navigate = useNavigate();
  const [isRenaming, setRenaming] = useState(false);
  const remove = useToTrash({
    id: dataSet.objectTypeId,
    name: dataSet.name,
    remove: () => workspace.dataSets.remove({ channelId: channel.id, objectTypeId: dataSet.objectTypeId }),
    keys: [['channel'], ['views'], ['trash']],
  });
  const rename = { label: 'Rename', icon: 'edit', run: () => setRenaming(true) } as const;
  const addRows = {
    label: 'Add the rows of a table',
    icon: 'table',
    run: () => void navigate({ href: `/channels/${channel.slug}/import?dataSet=${dataSet.objectType}` }),
  } as const;
  const toTrash = { label: 'Move to the trash', icon: 'trash', isDanger: true, run: remove } as const;
  const items = [
    ...(channel.role === 'reader' ? [] : [rename]),
    ...(channel.role !== 'reader' && !dataSet.readOnly ? [addRows] : []),
    ...(channel.role === 'manager' ? [toTrash] : []),
  ];
  if (items.length === 0) return null;
  return (
    <>
      <Menu trigger={<IconButton label="More about this Data Set" icon="more" />} items={items} />
      {isRenaming && <Rename channel={channel} dataSet={dataSet} close={() => setRenaming(false)} />}
    </>
  );
}
