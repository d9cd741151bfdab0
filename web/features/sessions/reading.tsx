import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TypedQuery } from '../../../schemas/queries.ts';
import { useChannels } from '../../data/queries.ts';
import { useFilterValues } from '../../shared/filter-values.ts';
import { homeOfDataSet } from '../../shared/references.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { Shown } from '../../ui/shown.tsx';
import { SaveWidget } from '../../shared/widgets/save-widget.tsx';
import { queryWords } from '../../views/query-words.ts';
import { Rerun } from './rerun.tsx';
import { notThere, SheetLink } from './sheet-link.tsx';
import styles from './session-page.module.css';

/** How a question was read: its typed query, in words and as JSON, and a way to run it. */
export function Reading({ typed }: { typed: TypedQuery }) {
  const [runs, setRuns] = useState(0);
  const home = useQuery({ ...homeOfDataSet(typed.objectTypeId ?? ''), enabled: typed.objectTypeId !== undefined });
  const fields = home.data?.fields ?? [];
  const say = useFilterValues(typed.filters ?? [], fields);
  const words = queryWords(typed, fields, say);
  return (
    <section className={styles.reading} aria-label="How it was read">
      <h2>How it was read</h2>
      <p>
        <Shown text={`${words.join(', ')}.`} />
      </p>
      <p className={styles.from}>
        From {home.data && <DataSetLink dataSet={home.data} />}
        {home.isError && notThere}
        <SheetLink typed={typed} />
      </p>
      <div className={styles.tools}>
        <Button onClick={() => setRuns(runs + 1)}>Run it again</Button>
        <details>
          <summary>Show the query</summary>
          <pre tabIndex={0}>
            <code>
              <Shown text={JSON.stringify(typed, null, 2)} />
            </code>
          </pre>
        </details>
        {/* Last, because it comes later. */}
        {home.data && typed.operation === 'aggregate' && (
          <SaveWidget typed={typed} dataSet={home.data} title={words.join(', ')} />
        )}
      </div>
      {runs > 0 && <Rerun key={runs} typed={typed} fields={fields} channelId={home.data?.channelId} />}
    </section>
  );
}

function DataSetLink({ dataSet }: { dataSet: { channelId: string; objectType: string; name: string } }) {
  const channel = useChannels()?.find(({ id }) => id === dataSet.channelId);
  return (
    <>
      <Icon name="table" size={14} />{' '}
      <Link to={`/channels/${channel?.slug ?? dataSet.channelId}/data-sets/${dataSet.objectType}`}>
        <Shown text={dataSet.name} />
      </Link>
      {channel && (
        <>
          {' in '}
          <Link to={`/channels/${channel.slug}`}>
            <Shown text={channel.name} />
          </Link>
        </>
      )}
    </>
  );
}
