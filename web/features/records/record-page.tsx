import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { Channel } from '../../../schemas/channels.ts';
import type { DataSet } from '../../../schemas/data-sets.ts';
import type { Record as WorkspaceRecord } from '../../../schemas/records.ts';
import { workspace } from '../../data/client.ts';
import { channelQuery } from '../../data/queries.ts';
import { Answer } from '../../shared/answer.tsx';
import { AroundRecords } from '../../shared/around-records.tsx';
import { useRecordEdits } from '../../shared/records/use-record-edits.ts';
import { useToTrash } from '../../shared/to-trash.ts';
import { IconButton } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Page } from '../../ui/page.tsx';
import { Person } from '../../ui/person.tsx';
import { Shown } from '../../ui/shown.tsx';
import { Time } from '../../ui/time.tsx';
import { later } from '../../ui/later.tsx';
import { History } from './history.tsx';
import { Values } from './values.tsx';
import styles from './record-page.module.css';

const Attachments = later(async () => (await import('./attachments.tsx')).Attachments, 'its attachments');
const Comments = later(async () => (await import('../../talk/comments.tsx')).Comments, 'its comments');

/** A record: its values, and how it came to be as it is. */
export default function RecordPage() {
  const { channel, recordId } = useParams({ strict: false }) as { channel: string; recordId: string };
  const found = useQuery({
    queryKey: ['record', recordId, channel],
    queryFn: async ({ signal }) => (await workspace.records.get({ channelId: channel, recordId }, { signal })).record,
  });
  const home = useQuery(channelQuery(channel));
  return (
    <Answer of={found} what="the record" isPage>
      {(record) => (
        <Answer of={home} what="the channel" isPage>
          {(its) => <Found record={record} channel={its} />}
        </Answer>
      )}
    </Answer>
  );
}

interface FoundProps {
  readonly record: WorkspaceRecord;
  readonly channel: Channel & { readonly dataSets: readonly DataSet[] };
}

function Found({ record, channel }: FoundProps) {
  const dataSet = channel.dataSets.find(({ objectTypeId }) => objectTypeId === record.objectTypeId);
  const fields = dataSet?.fields ?? [];
  const edits = useRecordEdits({ channelId: record.channelId, objectTypeId: record.objectTypeId });
  const mayWrite = channel.role !== undefined && channel.role !== 'reader';
  return (
    <Page
      title={record.title}
      icon="record"
      about={<Provenance record={record} channel={channel} dataSet={dataSet} />}
      actions={channel.role !== 'reader' && dataSet?.readOnly !== true && <More record={record} />}
    >
      <AroundRecords channel={channel.slug}>
        <div className={styles.parts}>
          <div className={styles.left}>
            <Values record={record} dataSet={dataSet} mayWrite={mayWrite} edits={edits} />
            <Attachments record={record} mayWrite={mayWrite} />
            <Comments channel={channel} type="record" id={record.id} />
          </div>
          <History record={record} fields={fields} {...(mayWrite && { change: edits.change })} />
        </div>
      </AroundRecords>
    </Page>
  );
}

const Provenance = ({ record, channel, dataSet }: FoundProps & { readonly dataSet: DataSet | undefined }) => (
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
      made <Time at={record.createdAt} /> by <Person person={record.createdBy} />
    </span>
    {record.versionNumber > 1 && (
      <span>
        changed <Time at={record.updatedAt} /> by <Person person={record.updatedBy} via={record.via} />
      </span>
    )}
  </>
);

function More({ record }: { record: WorkspaceRecord }) {
  const { id, title, channelId } = record;
  const remove = useToTrash({
    id,
    name: title,
    remove: () => workspace.records.remove({ channelId, recordId: id }),
    keys: [['record'], ['data_set', record.objectTypeId], ['view'], ['trash']],
  });
  return (
    <Menu
      trigger={<IconButton label="More about this record" icon="more" />}
      items={[{ label: 'Move to the trash', icon: 'trash', isDanger: true, run: remove }]}
    />
  );
}
