import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { cache } from '../../data/cache.ts';
import { useIsKnown, useMe } from '../../data/queries.ts';
import { Answer } from '../../shared/answer.tsx';
import { useMayEdit } from '../../shared/artifacts/may-edit.ts';
import { type Artifact, artifactQuery } from '../../shared/artifacts/queries.ts';
import { NotHere, OnlyRead } from '../../ui/not-here.tsx';
import { Waiting } from '../../ui/states.tsx';
import { Cells } from './cells.tsx';
import { madeAs, openedAs } from './made.ts';
import { opened as openedFrom, openingKey, useForgetOpening } from './opening.ts';

/** A sheet to write into. It stays while somebody writes, even if others change it or withdraw it. */
export default function CellsPage() {
  const { artifactId } = useParams({ strict: false }) as { artifactId: string };
  return <OnePage key={artifactId} artifactId={artifactId} />;
}

function OnePage({ artifactId }: { artifactId: string }) {
  const [artifact, setArtifact] = useState<Artifact | undefined>(() => madeAs(artifactId)?.artifact);
  const query = useQuery({ ...artifactQuery(artifactId), enabled: artifact === undefined });
  if (artifact === undefined && query.data && !query.isFetching && !query.error) setArtifact(query.data);
  const reopen = async () => {
    await cache.resetQueries({ queryKey: artifactQuery(artifactId).queryKey, exact: true });
    setArtifact(undefined);
  };
  if (artifact) return <Found artifact={artifact} reopen={() => void reopen()} />;
  if (query.data && !query.error) return <Waiting what="the sheet" />;
  return (
    <Answer of={query} what="the sheet" isPage>
      {() => null}
    </Answer>
  );
}

function Found({ artifact, reopen }: { artifact: Artifact; reopen: () => void }) {
  const mayEdit = useMayEdit(artifact);
  const isKnown = useIsKnown();
  /** A person who has begun goes on, even if the right is withdrawn meanwhile. */
  const [hasBegun, setBegun] = useState(mayEdit || madeAs(artifact.id) !== undefined);
  if (mayEdit && !hasBegun) setBegun(true);
  const by = useMe()?.userId;
  useForgetOpening(artifact.id, by);
  const opened = useQuery({
    queryKey: openingKey(artifact.id, by),
    queryFn: () => openedFrom(artifact, by!),
    initialData: () => openedAs(madeAs(artifact.id)),
    enabled: by !== undefined,
    gcTime: 0,
    staleTime: 'static',
  });
  if (artifact.kind !== 'csv') return <NotHere />;
  return (
    <Answer of={opened} what="the sheet">
      {(opened) =>
        hasBegun || opened.draft ? (
          <Cells artifact={artifact} opened={opened} by={by!} mayEdit={mayEdit} reopen={reopen} />
        ) : !isKnown ? (
          <Waiting what="the sheet" />
        ) : (
          <OnlyRead title={artifact.title} what="sheet" to={`/artifacts/${artifact.id}`} />
        )
      }
    </Answer>
  );
}
