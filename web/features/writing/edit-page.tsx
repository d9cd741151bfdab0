import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { cache } from '../../data/cache.ts';
import { isNotHere } from '../../data/problems.ts';
import { useIsKnown, useMe } from '../../data/queries.ts';
import { Answer } from '../../shared/answer.tsx';
import { useMayEdit } from '../../shared/artifacts/may-edit.ts';
import { type Artifact, artifactQuery } from '../../shared/artifacts/queries.ts';
import { NotHere, OnlyRead } from '../../ui/not-here.tsx';
import { resourcePath } from '../../../schemas/urls.ts';
import { useMade } from './made.ts';
import { type Opening, openingQuery } from './opening.ts';
import { Writer } from './writer.tsx';

/** How soon the page tells that the rights are gone. No activity says so. */
const rightsMs = 60_000;

/** A document that exists is written on. */
export default function EditPage() {
  const { artifactId } = useParams({ strict: false }) as { artifactId: string };
  const by = useMe()?.userId;
  const opening = useQuery({ ...openingQuery(artifactId, by ?? ''), enabled: useIsKnown() });
  return (
    <Answer of={opening} what="the document" isPage>
      {({ artifact, ...opening }) =>
        artifact.kind === 'markdown' ? (
          <Edit key={artifactId} artifact={artifact} opening={opening} by={by!} />
        ) : (
          <NotHere />
        )
      }
    </Answer>
  );
}

function Edit({ artifact, opening, by }: { artifact: Artifact; opening: Opening; by: string }) {
  const { id: artifactId, channelId = '' } = artifact;
  const made = useMade(by);
  // A new document comes with an opening, which is kept longer than its first visit.
  useEffect(() => () => cache.removeQueries(openingQuery(artifactId, by)), [artifactId, by]);
  const current = useQuery({ ...artifactQuery(artifactId), refetchInterval: rightsMs });
  const mayEdit = useMayEdit(artifact);
  const readPath = resourcePath('artifact', artifactId);
  /** A person who has begun goes on, even if the right is withdrawn meanwhile. */
  const [hasBegun, setBegun] = useState(mayEdit);
  if (mayEdit && !hasBegun) setBegun(true);
  if (!hasBegun && !opening.draft) return <OnlyRead title={artifact.title} what="document" to={readPath} />;
  return (
    <Writer
      task={{ by, channelId, artifactId, ...made }}
      opening={opening}
      current={current.data}
      barred={barredBy(isNotHere(current.error), mayEdit)}
      readPath={readPath}
    />
  );
}

function barredBy(isGone: boolean, mayEdit: boolean): string | undefined {
  if (isGone) return 'The document is gone, or not shared with you.';
  return mayEdit ? undefined : 'You may read this document, but not change it.';
}
