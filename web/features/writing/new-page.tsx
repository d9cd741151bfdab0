import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { cache } from '../../data/cache.ts';
import { channelQuery, useMe } from '../../data/queries.ts';
import { MayNotAdd } from '../../shared/adding/may-not-add.tsx';
import { Answer } from '../../shared/answer.tsx';
import { Page } from '../../ui/page.tsx';
import { shownOnLine } from '../../../schemas/shown.ts';
import { channelPath } from '../../../schemas/urls.ts';
import { useMade } from './made.ts';
import { newQuery } from './opening.ts';
import { Writer } from './writer.tsx';

interface Home {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly role: string;
}

/** A new document of a channel. */
export default function NewPage() {
  const { channel } = useParams({ strict: false }) as { channel: string };
  const query = useQuery(channelQuery(channel));
  const by = useMe()?.userId;
  return (
    <Answer of={query} what="the channel" isPage>
      {(found) => by !== undefined && <NewDocument key={found.id} home={found} by={by} />}
    </Answer>
  );
}

function NewDocument({ home: { id: channelId, slug, name, role }, by }: { home: Home; by: string }) {
  const opening = useQuery(newQuery(channelId, by));
  // Who comes back at once finds the draft that was kept meanwhile.
  useEffect(() => () => cache.removeQueries(newQuery(channelId, by)), [channelId, by]);
  const made = useMade(by);
  const mayWrite = role !== 'reader';
  /** A person who has begun goes on, even if the right is withdrawn meanwhile. */
  const [hasBegun, setBegun] = useState(mayWrite);
  if (mayWrite && !hasBegun) setBegun(true);
  const barred = mayWrite ? undefined : 'You can read this channel, but not write in it.';
  return (
    <Answer of={opening} what="your draft">
      {(opening) =>
        hasBegun || opening.draft ? (
          <Writer
            task={{ by, channelId, artifactId: undefined, ...made }}
            opening={opening}
            barred={barred}
            readPath={`${channelPath(slug)}/library`}
            empty={`Nothing written yet. It will be in ${shownOnLine(name)}.`}
          />
        ) : (
          <Page title="New document" icon="edit">
            <MayNotAdd slug={slug} />
          </Page>
        )
      }
    </Answer>
  );
}
