import { useNavigate } from '@tanstack/react-router';
import type { View, ViewDefinition } from '../../../schemas/views.ts';
import { cache } from '../../data/cache.ts';
import { workspace } from '../../data/client.ts';
import { underKey } from '../../data/keys.ts';
import { useAct } from '../../shared/acts/use-act.ts';
import { pathOf } from '../../ui/link.tsx';

const stale = [['view'], ['views']];

/** Shows a View that was saved. */
function useShow() {
  const navigate = useNavigate();
  return ({ view }: { view: View }) => void navigate({ to: pathOf(view.url) });
}

/** Saves a definition as a View of its own. */
export function useCreateView(channelId: string) {
  const done = useShow();
  return useAct({
    act: (definition: ViewDefinition) => underKey(workspace.views.create, { ...definition, channelId }),
    stale,
    done,
    isForm: true,
  });
}

/** Saves a new version of a View, if the one that was read is still the current one. */
export function useUpdateView(channelId: string, viewId: string, expectedCurrentVersionId: string) {
  const done = useShow();
  return useAct({
    act: (definition: ViewDefinition) =>
      underKey(workspace.views.update, { ...definition, channelId, viewId, expectedCurrentVersionId }).catch(
        showCurrent,
      ),
    stale,
    done,
    isForm: true,
  });
}

/** A version that somebody else saved meanwhile is read at once, because the refusal is about it. */
async function showCurrent(error: unknown): Promise<never> {
  await cache.invalidateQueries({ queryKey: ['view'] });
  throw error;
}
