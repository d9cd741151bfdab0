import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { channelPath, resourcePath } from '../../../schemas/urls.ts';
import { workspace } from '../../data/client.ts';
import { draftParameter, drafts, pageOf } from '../../data/drafts.ts';
import { useOutbox } from '../../data/outbox.ts';
import { isNotHere } from '../../data/problems.ts';
import { useChannels } from '../../data/queries.ts';
import { InChannel } from '../../shared/things/in-channel.tsx';
import { Row } from '../../ui/rows.tsx';
import { Shown } from '../../ui/shown.tsx';
import { Time } from '../../ui/time.tsx';
import { Discard, Download } from './draft-acts.tsx';
import type { Unsaved } from './unsaved.ts';

/** One draft: what it is of, when it was written, and the way back to it. */
export function UnsavedRow({ unsaved }: { unsaved: Unsaved }) {
  const { kind, at, of } = unsaved;
  const place = usePlace(unsaved);
  const busy = useBusy(unsaved);
  const name = unsaved.title || place.title || (place.isNew ? `Untitled ${kind}` : `A ${kind}`);
  return (
    <Row
      to={place.path}
      icon={kind === 'sheet' ? 'sheet' : 'document'}
      title={<Shown text={name} />}
      about={
        <>
          <span>
            written <Time at={new Date(at).toISOString()} />
          </span>
          {place.isNew && <span>new {kind}</span>}
          {place.isNew && <InChannel id={of} />}
          {busy && <span>{busy}</span>}
          {place.isGone && (
            <span>{place.isNew ? 'its channel is' : `the ${kind} is`} gone, or not shared with you</span>
          )}
        </>
      }
      actions={
        !busy && (
          <>
            {place.isGone && kind === 'document' && <Download unsaved={unsaved} name={name} />}
            <Discard unsaved={unsaved} name={name} />
          </>
        )
      }
    />
  );
}

interface DraftPlace {
  readonly isNew: boolean;
  /** Where it is written on. */
  readonly path?: string | undefined;
  readonly title?: string | undefined;
  readonly isGone: boolean;
}

/** Something new belongs to a channel, by its ID. */
function usePlace(unsaved: Unsaved): DraftPlace {
  const { kind, of, base } = unsaved;
  const isNew = base.startsWith('new ');
  const channels = useChannels();
  const newest = useQuery({ ...newestQuery(of), enabled: !isNew });
  const asked = `?${new URLSearchParams({ [draftParameter]: pageOf(unsaved) ?? '' }).toString()}`;
  if (isNew) {
    const slug = channels?.find(({ id }) => id === of)?.slug;
    const path = slug === undefined ? undefined : `${channelPath(slug)}/new-${kind}${asked}`;
    return { isNew, path, isGone: channels !== undefined && slug === undefined };
  }
  const isGone = isNotHere(newest.error);
  const path = `${resourcePath('artifact', of)}/${kind === 'sheet' ? 'cells' : 'edit'}${asked}`;
  return { isNew, path: isGone ? undefined : path, title: newest.data?.title, isGone };
}

/** The newest version, without its content. */
const newestQuery = (artifactId: string) => ({
  queryKey: ['artifact', artifactId, 'newest version'],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await workspace.artifacts.versions({ artifactId, limit: 1 }, { signal })).versions[0],
});

/** Says who else has the draft in hand, if somebody has. */
function useBusy(unsaved: Unsaved): string | undefined {
  const page = pageOf(unsaved);
  const isWaiting = useOutbox().some(
    ({ act, state }) =>
      'draft' in act && act.draft.key.base === unsaved.base && (state === 'queued' || state === 'sending'),
  );
  const [isElsewhere, setElsewhere] = useState(false);
  useEffect(() => {
    if (page === undefined) return;
    const left = new AbortController();
    const look = async (): Promise<void> => {
      const isShown = await drafts.isOpen(page);
      if (left.signal.aborted) return;
      setElsewhere(isShown);
      if (!isShown) return;
      await drafts.closed(page, left.signal);
      await look();
    };
    look().catch(() => {});
    return () => left.abort();
  }, [page]);
  if (isWaiting) return 'saved as soon as the workspace can be reached';
  return isElsewhere ? 'open in another tab' : undefined;
}
