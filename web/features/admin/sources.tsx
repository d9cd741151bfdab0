import type { Source } from '../../../schemas/sources.ts';
import { workspace } from '../../data/client.ts';
import { InChannel } from '../../shared/things/in-channel.tsx';
import { usePages } from '../../shared/lists/use-pages.ts';
import { Row } from '../../ui/rows.tsx';
import { Shown } from '../../ui/shown.tsx';
import { Empty } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './admin.module.css';
import { Head, PartList } from './part.tsx';

/** Files that keep a Data Set up to date. */
export default function Sources() {
  const pages = usePages(['admin', 'sources'], async (cursor, options) => {
    const { sources, nextCursor } = await workspace.sources.list({ cursor }, options);
    return { items: sources, nextCursor };
  });
  return (
    <>
      <Head>
        Files whose rows are the records of a Data Set, in channels that you read. Only the owner of the data folder
        connects one, with <code>workspace admin sources add</code>.
      </Head>
      <PartList of={pages} what="sources" empty={<Empty title="No source is connected in a channel that you read." />}>
        {(source) => <SourceRow key={source.sourceId} source={source} />}
      </PartList>
    </>
  );
}

const SourceRow = ({ source }: { source: Source }) => (
  <Row
    icon="table"
    title={<Shown text={source.name} />}
    about={
      <>
        <InChannel id={source.channelId} />
        <span>{source.kind === 'csv' ? 'a CSV file' : `the table ${source.table} of a SQLite file`}</span>
        <span>{source.records} records</span>
        <span>every {source.everyMinutes} minutes</span>
        <span>
          up to date <Time at={source.synchronizedAt} />
        </span>
      </>
    }
  >
    {source.problem !== undefined && (
      <p className={styles.problem}>
        The last attempt failed: <Shown text={source.problem} />
      </p>
    )}
  </Row>
);
