import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { channelPath } from '../../schemas/urls.ts';
import { forget, useOutbox } from '../data/outbox.ts';
import { useChannels } from '../data/queries.ts';
import type { OutboxEntry } from '../data/outbox-entry.ts';
import { tell } from '../ui/overlays/toast.tsx';

/** Tells of refusals that nothing on the page stands for. */
export function useRefusals(): void {
  const outbox = useOutbox();
  const navigate = useNavigate();
  const here = useRouterState({ select: ({ location }) => location.pathname });
  const channels = useChannels();
  const told = useRef(new Set<string>());
  useEffect(() => {
    for (const entry of outbox) {
      const { key, act, state, refusal = 'It could not be done.' } = entry;
      if (state !== 'refused' || act.kind === 'words') continue;
      const slug = channels?.find(({ id }) => id === entry.place.channelId)?.slug;
      const path = writingPath(entry, slug);
      if (path === undefined) {
        tell(refusal);
        void forget(key);
      } else if (path !== here && !told.current.has(key)) {
        told.current.add(key);
        tell(`Not saved. ${refusal} What you wrote is kept.`, {
          label: 'Open',
          run: () => void navigate({ to: path }),
        });
      }
    }
  }, [outbox, navigate, here, channels]);
}

/** Where the draft of a refused text is written on; that page tells about it too. */
function writingPath({ act, place }: OutboxEntry, slug = place.channelId): string | undefined {
  if (act.kind === 'version')
    return `/artifacts/${act.artifactId}/${act.draft.key.kind === 'sheet' ? 'cells' : 'edit'}`;
  if (act.kind === 'artifact') return `${channelPath(slug)}/${act.type === 'csv' ? 'new-sheet' : 'new-document'}`;
  return undefined;
}
