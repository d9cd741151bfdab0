import { useNavigate } from '@tanstack/react-router';
import { cache } from '../../data/cache.ts';
import { resourcePath } from '../../../schemas/urls.ts';
import type { Artifact } from '../../shared/artifacts/queries.ts';
import { tell } from '../../ui/overlays/toast.tsx';
import { openingQuery } from './opening.ts';
import type { Task } from './sending.ts';
import { baseOf } from './words.ts';

/** Where the page goes once something new is stored. */
export function useMade(by: string): Pick<Task, 'onCreated' | 'onCopied'> {
  const navigate = useNavigate();
  return {
    onCreated: (artifact) => {
      cache.setQueryData(openingQuery(artifact.id, by).queryKey, {
        artifact,
        base: baseOf(artifact),
        draft: undefined,
      });
      void navigate({ to: `${resourcePath('artifact', artifact.id)}/edit`, replace: true });
    },
    onCopied: (copy: Artifact) => {
      tell(`Yours is a document of its own now${copy.channelId === undefined ? ', which only you can read' : ''}.`);
      void navigate({ to: resourcePath('artifact', copy.id) });
    },
  };
}
