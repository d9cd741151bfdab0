import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Channel } from '../../../schemas/channels.ts';
import { shownOnLine } from '../../../schemas/shown.ts';
import { workspace } from '../../data/client.ts';
import { sentenceOf } from '../../data/problems.ts';
import { AccessChanges } from '../../shared/access-change.tsx';
import { iconOfThing } from '../../shared/things/kinds.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Person } from '../../ui/person.tsx';
import { Row } from '../../ui/rows.tsx';
import { Shown } from '../../ui/shown.tsx';
import { Time } from '../../ui/time.tsx';
import { tell } from '../../ui/overlays/toast.tsx';
import styles from './add-page.module.css';
import { attach, detach } from './attach.ts';
import { Places } from './places.tsx';
import type { Candidate } from './use-found.ts';

interface CandidateRowProps {
  readonly candidate: Candidate;
  readonly channel: Channel;
  /** Whether the channel has it. */
  readonly isThere: boolean;
}

/** A thing that can be added, with who would gain access to it; or why not. */
export function CandidateRow({ candidate, channel, isThere }: CandidateRowProps) {
  const [isAdded, setAdded] = useState(false);
  const { title, url, actor, via, at } = candidate;
  const isNew = isAdded || !isThere;
  return (
    <Row
      to={url}
      icon={iconOfThing(candidate)}
      title={<Shown text={title} />}
      about={
        <>
          <Person person={actor} via={via} />
          <Time at={at} />
          {/* Last, because they come after the row. */}
          <Places candidate={candidate} />
        </>
      }
      actions={
        isNew ? (
          <Adding candidate={candidate} channel={channel} isAdded={isAdded} setAdded={setAdded} />
        ) : (
          <span className={styles.there}>
            <Icon name="check" /> Here already
          </span>
        )
      }
    >
      {isAdded ? (
        <p className={styles.grants}>It is here now.</p>
      ) : (
        isNew && <Grants candidate={candidate} channel={channel} />
      )}
    </Row>
  );
}

/** Who would gain access, by name. The workspace refuses a question about what it would not allow. */
const usePreview = ({ type, id }: Candidate, { id: channelId }: Channel, isAsked = true) =>
  useQuery({
    queryKey: ['access', type, id, channelId],
    queryFn: ({ signal }) =>
      workspace.accessPreview.get(
        { resourceType: type, resourceId: id, targetType: 'channel', targetId: channelId },
        { signal },
      ),
    enabled: isAsked,
  });

function Grants({ candidate, channel }: { candidate: Candidate; channel: Channel }) {
  const { data, error } = usePreview(candidate, channel);
  if (error) return <p className={styles.grants}>{sentenceOf(error)}</p>;
  if (!data) return <p className={styles.grants} />;
  if (candidate.type === 'artifact') {
    return <p className={styles.grants}>Only a link is added. The same people can read it as before.</p>;
  }
  if (data.gains.count === 0) return <p className={styles.grants}>Nobody else gains access.</p>;
  return (
    <div className={styles.grants}>
      <AccessChanges {...data} />
    </div>
  );
}

interface AddingProps {
  readonly candidate: Candidate;
  readonly channel: Channel;
  readonly isAdded: boolean;
  readonly setAdded: (isAdded: boolean) => void;
}

function Adding({ candidate, channel, isAdded, setAdded }: AddingProps) {
  const { data } = usePreview(candidate, channel, !isAdded);
  const title = shownOnLine(candidate.title);
  const name = shownOnLine(channel.name);
  const undo = useMutation({
    mutationFn: () => detach(candidate, channel.id),
    onSuccess: () => {
      setAdded(false);
      tell(`“${title}” is no longer in ${name}.`);
    },
    onError: (error) => tell(sentenceOf(error)),
  });
  const add = useMutation({
    mutationFn: () => attach(candidate, channel.id),
    onSuccess: () => {
      setAdded(true);
      tell(`“${title}” is in ${name}.`, { label: 'Undo', run: () => undo.mutate() });
    },
    onError: (error) => tell(sentenceOf(error)),
  });
  if (!data && !isAdded) return null;
  const isBusy = add.isPending || undo.isPending;
  const run = isAdded ? undo.mutate : add.mutate;
  const words = add.isPending ? 'Adding …' : undo.isPending ? 'Removing …' : isAdded ? 'Remove' : 'Add';
  return (
    <Button aria-label={`${words} ${title}`} disabled={isBusy} onClick={() => run()}>
      {words}
    </Button>
  );
}
