import { useState } from 'react';
import type { Artifact } from '../../../schemas/artifacts.ts';
import { shownOnLine } from '../../../schemas/shown.ts';
import { cache } from '../../data/cache.ts';
import { workspace } from '../../data/client.ts';
import { newKey } from '../../data/keys.ts';
import { sentenceOf } from '../../data/problems.ts';
import { useChannels, useMe } from '../../data/queries.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Choice } from '../../ui/form.tsx';
import { tell } from '../../ui/overlays/toast.tsx';
import { AccessPreview } from '../access-change.tsx';
import { FormDialog } from '../acts/form-dialog.tsx';
import { useAct } from '../acts/use-act.ts';

interface MoveArtifactProps {
  readonly artifact: Pick<Artifact, 'id' | 'title' | 'channelId' | 'createdBy'>;
  readonly close: () => void;
}

/** Makes a document or sheet at home in another channel. It says by name who gains or loses access before. */
export function MoveArtifact({ artifact, close }: MoveArtifactProps) {
  const { id: artifactId, title, channelId: home } = artifact;
  const places = usePlaces(artifact);
  const [chosen, choose] = useState<string>();
  const place = places.find(({ value }) => value === chosen) ?? places[0];
  const moveTo = (channelId: string | null) =>
    workspace.artifacts.update({ artifactId, channelId, idempotencyKey: newKey() });
  const refresh = () => {
    for (const queryKey of stale(artifactId)) void cache.invalidateQueries({ queryKey });
  };
  const undo = () =>
    moveTo(home ?? null)
      .then(
        () => tell(`“${shownOnLine(title)}” is back where it was.`),
        (error: unknown) => tell(sentenceOf(error)),
      )
      .finally(refresh);
  const move = useAct({
    act: () => moveTo(place!.value === '' ? null : place!.value),
    stale: stale(artifactId),
    isForm: true,
    done: () => {
      close();
      tell(`“${shownOnLine(title)}” is moved.`, { label: 'Undo', run: () => void undo() });
    },
  });
  if (!place) {
    return (
      <Dialog title="Move to another channel" open onOpenChange={close}>
        <p>There is no other channel in which you may write.</p>
      </Dialog>
    );
  }
  return (
    <FormDialog
      title="Move to another channel"
      description="The writers of a channel edit what is at home there, and its readers read it."
      verb="Move"
      of={move}
      submit={() => move.mutate(undefined)}
      close={close}
    >
      <Choice
        label="Its new home"
        value={place.value}
        options={places}
        onChange={({ target }) => choose(target.value)}
      />
      <AccessPreview
        asked={{
          resourceType: 'artifact',
          resourceId: artifactId,
          targetType: 'home',
          ...(place.value !== '' && { targetId: place.value }),
        }}
      />
    </FormDialog>
  );
}

const stale = (artifactId: string) => [['artifact', artifactId], ['artifacts'], ['feed'], ['access']];

/** The channels that the person may write to; none for whoever made it. */
function usePlaces({ channelId: home, createdBy }: MoveArtifactProps['artifact']) {
  const me = useMe();
  const channels = useChannels()?.filter(({ id, role }) => id !== home && role !== 'reader') ?? [];
  const places = channels.map(({ id, label }) => ({ value: id, label: shownOnLine(label) }));
  const isOwn = createdBy.id === me?.userId && home !== undefined;
  return isOwn ? [...places, { value: '', label: 'No channel: only you read it' }] : places;
}
