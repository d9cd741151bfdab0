import { useQuery } from '@tanstack/react-query';
import type { DataSet } from '../../../schemas/data-sets.ts';
import type { View } from '../../../schemas/views.ts';
import { channelPath } from '../../../schemas/urls.ts';
import { systemKeys } from '../../fields/shape.ts';
import { Answer } from '../../shared/answer.tsx';
import { viewIcon } from '../../shared/things/view-icon.ts';
import { viewsQuery } from '../../shared/views-query.ts';
import { Link } from '../../ui/link.tsx';
import { Shown } from '../../ui/shown.tsx';
import { Empty } from '../../ui/states.tsx';
import { ChannelPage, type ShownChannel } from './channel-page.tsx';
import { DataNews } from './data-news.tsx';
import { Entry } from './shelf.tsx';
import styles from './shelf.module.css';

/** The Data Sets of a channel, each with its saved Views, and what is new in them. */
export default function DataPage() {
  return (
    <ChannelPage>
      {(channel) => (
        <>
          <DataSets channel={channel} />
          <DataNews channelId={channel.id} slug={channel.slug} />
        </>
      )}
    </ChannelPage>
  );
}

function DataSets({ channel }: { channel: ShownChannel }) {
  const views = useQuery(viewsQuery(channel.id));
  if (channel.dataSets.length === 0) return <NoData channel={channel} />;
  return (
    <Answer of={views} what="Views">
      {(all) =>
        channel.dataSets.map((dataSet) => (
          <DataSetShelf
            key={dataSet.objectTypeId}
            dataSet={dataSet}
            views={all.filter(({ objectTypeId }) => objectTypeId === dataSet.objectTypeId)}
            slug={channel.slug}
          />
        ))
      }
    </Answer>
  );
}

interface DataSetShelfProps {
  readonly dataSet: DataSet;
  readonly views: readonly View[];
  readonly slug: string;
}

const DataSetShelf = ({ dataSet: { objectTypeId, name, description, fields }, views, slug }: DataSetShelfProps) => (
  <section className={styles.shelf}>
    <h2>
      <Shown text={name} />
    </h2>
    {description && (
      <p className={styles.count}>
        <Shown text={description} />
      </p>
    )}
    <ul className={styles.list}>
      <Entry
        to={`/channels/${slug}/data-sets/${objectTypeId}`}
        icon="table"
        title="All records"
        note={fieldsWords(fields)}
      />
      {views.map(({ id, name: title, url, renderer, updatedBy, via, updatedAt }) => (
        <Entry
          key={id}
          to={url}
          icon={viewIcon(renderer)}
          title={title}
          note={renderer.replace('_', ' ')}
          by={updatedBy}
          via={via}
          at={updatedAt}
        />
      ))}
    </ul>
  </section>
);

function fieldsWords(fields: DataSet['fields']): string {
  const own = fields.filter(({ key }) => !systemKeys.has(key)).length;
  return own === 1 ? '1 field' : `${own} fields`;
}

const NoData = ({ channel: { slug, role } }: { channel: ShownChannel }) => (
  <Empty title="This channel has no Data Set yet.">
    {role !== 'reader' && (
      <p>
        <Link to={`${channelPath(slug)}/new-data-set`}>Make one</Link> and add its fields, or{' '}
        <Link to={`${channelPath(slug)}/import`}>import a table</Link> from a CSV, TSV or XLSX file.
      </p>
    )}
    <p>
      A Data Set is a table of typed records. An agent makes one with the tool <code>workspace_data_set_save</code>, or
      imports a CSV or XLSX file with <code>workspace_data_set_import</code>. The command is{' '}
      <code>workspace import</code>.
    </p>
  </Empty>
);
