import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { shownOnLine } from '../../../schemas/shown.ts';
import type { TrashEntry } from '../../../schemas/trash.ts';
import { workspace } from '../../data/client.ts';
import { useChannels } from '../../data/queries.ts';
import { InChannel } from '../../shared/things/in-channel.tsx';
import { kinds } from '../../shared/things/kinds.ts';
import { useAct } from '../../shared/acts/use-act.ts';
import { pathOfThing } from '../../shared/things/thing-path.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/overlays/confirm.tsx';
import { Person } from '../../ui/person.tsx';
import { Row } from '../../ui/rows.tsx';
import { Shown } from '../../ui/shown.tsx';
import { Time } from '../../ui/time.tsx';
import { tell } from '../../ui/overlays/toast.tsx';

/** Something deleted: back to where it was, or away for good. */
export function TrashedRow({ entry }: { entry: TrashEntry }) {
  const { type, id, title, channelId, deletedAt, deletedBy } = entry;
  const [isAsking, setAsking] = useState(false);
  const { restore, purge } = useTrash(entry);
  const isBusy = restore.isPending || purge.isPending;
  return (
    <Row
      icon={kinds[type].icon}
      title={<Shown text={title} />}
      about={
        <>
          <span>{kinds[type].one}</span>
          {channelId !== id && <InChannel id={channelId} />}
          <span>
            deleted by <Person person={deletedBy} /> <Time at={deletedAt} />
          </span>
        </>
      }
      actions={
        <>
          <Button disabled={isBusy} aria-label={`Restore ${shownOnLine(title)}`} onClick={() => restore.mutate()}>
            Restore
          </Button>
          <Button
            look="quiet"
            disabled={isBusy}
            aria-label={`Delete for good: ${shownOnLine(title)}`}
            onClick={() => setAsking(true)}
          >
            Delete for good
          </Button>
        </>
      }
    >
      {isAsking && (
        <Confirm
          title={`Delete “${shownOnLine(title)}” for good?`}
          sentence={`${goesWith(type)} Nobody can bring it back.`}
          verb="Delete for good"
          run={() => purge.mutate()}
          close={() => setAsking(false)}
        />
      )}
    </Row>
  );
}

const goesWith = (type: TrashEntry['type']): string => {
  if (type === 'channel') return 'All that is at home in it goes too.';
  return type === 'data_set' ? 'Its records and Views go too.' : 'It goes with its versions and its discussions.';
};

function useTrash({ type, id, title, channelId }: TrashEntry) {
  const navigate = useNavigate();
  const slug = useChannels()?.find((channel) => channel.id === channelId)?.slug;
  const restore = useAct({
    act: () => workspace.trash.restore({ trashedId: id }),
    stale: [['trash'], ['channel'], [`${type}s`], [type, id], ...(channelId ? [['feed', channelId]] : [])],
    done: () => {
      const path = pathOfThing({ type, id, channelId }, slug);
      tell(
        `“${shownOnLine(title)}” is back.`,
        path === undefined ? undefined : { label: 'Open it', run: () => void navigate({ href: path }) },
      );
    },
  });
  const purge = useAct({
    act: () => workspace.trash.remove({ trashedId: id }),
    stale: [['trash']],
    done: () => tell(`“${shownOnLine(title)}” is deleted for good.`),
  });
  return { restore, purge };
}
