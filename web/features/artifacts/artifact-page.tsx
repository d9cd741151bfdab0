import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Answer } from '../../shared/answer.tsx';
import { Page } from '../../ui/page.tsx';
import { later } from '../../ui/later.tsx';
import { About } from './about.tsx';
import { useShown } from './address.ts';
import { ArtifactMenu } from './artifact-menu.tsx';
import { type Artifact, artifactQuery } from '../../shared/artifacts/queries.ts';
import { EditLink } from './edit-link.tsx';
import { Reading } from './reading.tsx';
import { Restoring } from './restoring.tsx';
import { ArtifactTabs } from './tabs.tsx';

const History = later(async () => (await import('./history.tsx')).default, 'its history');
const Lines = later(async () => (await import('./lines.tsx')).default, 'its history');

/** A document or sheet: what it says, its history, and who wrote which line. */
export default function ArtifactPage() {
  const { artifactId } = useParams({ strict: false }) as { artifactId: string };
  const artifact = useQuery(artifactQuery(artifactId));
  return (
    <Answer of={artifact} what="the document" isPage>
      {(artifact) => <Found artifact={artifact} />}
    </Answer>
  );
}

function Found({ artifact }: { artifact: Artifact }) {
  const { tab } = useShown();
  const isSheet = artifact.kind === 'csv';
  return (
    <Page
      title={artifact.title}
      icon={isSheet ? 'sheet' : 'document'}
      about={<About artifact={artifact} />}
      actions={
        <>
          <EditLink artifact={artifact} />
          <ArtifactMenu artifact={artifact} />
        </>
      }
    >
      <ArtifactTabs isSheet={isSheet} />
      <Restoring artifact={artifact}>
        {tab === 'history' && <History artifact={artifact} />}
        {tab === 'lines' && <Lines artifact={artifact} />}
        {tab === undefined && <Reading artifact={artifact} />}
      </Restoring>
    </Page>
  );
}
