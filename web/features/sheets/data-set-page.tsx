import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { shownOnLine } from '../../../schemas/shown.ts';
import { useChannels } from '../../data/queries.ts';
import { Answer } from '../../shared/answer.tsx';
import { type Artifact, artifactQuery } from '../../shared/artifacts/queries.ts';
import { ImportOf } from '../../shared/imports/import-of.tsx';
import { Choice } from '../../ui/form.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import styles from '../../shared/imports/imports.module.css';

/** A sheet becomes a Data Set: its rows are records then, and the sheet stays. */
export default function DataSetPage() {
  const { artifactId } = useParams({ strict: false }) as { artifactId: string };
  const artifact = useQuery(artifactQuery(artifactId));
  return (
    <Answer of={artifact} what="the sheet" isPage>
      {(artifact) => (
        <Page title="A Data Set from this sheet" icon="table">
          <FromSheet artifact={artifact} />
        </Page>
      )}
    </Answer>
  );
}

function FromSheet({ artifact }: { artifact: Artifact }) {
  const channels = (useChannels() ?? []).filter(({ role }) => role !== 'reader');
  const [chosen, setChosen] = useState<string>();
  const home = channels.find(({ id }) => id === (chosen ?? artifact.channelId)) ?? channels[0];
  if (!home) return <Empty title="There is no channel where you may write." />;
  return (
    <>
      <div className={styles.lead}>
        <p>
          Every row becomes a record with its own history, and every column a field. The sheet stays as it is, at
          version {artifact.versionNumber}.
        </p>
        <Choice
          label="Channel"
          hint="Everybody who reads the channel reads the records."
          value={home.id}
          onChange={({ target }) => setChosen(target.value)}
          options={channels.map(({ id, label }) => ({ value: id, label: shownOnLine(label) }))}
        />
      </div>
      <ImportOf key={home.id} channel={home} source={{ artifactId: artifact.id }} />
    </>
  );
}
