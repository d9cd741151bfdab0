import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { View } from '../../../schemas/views.ts';
import { WorkspaceError } from '../../../src/sdk/index.ts';
import { cache } from '../../data/cache.ts';
import { workspace } from '../../data/client.ts';
import { underKey } from '../../data/keys.ts';
import { useAct } from '../../shared/acts/use-act.ts';
import { tell } from '../../ui/overlays/toast.tsx';
import { arrangedAs, sized, type Widgets } from '../../views/dashboard/layout.ts';
import type { DefinitionOf } from '../../views/props.ts';

/** Places and sizes of widgets that somebody tries, until they are saved as a version of the View. */
export function useArranging(view: View, definition: DefinitionOf<'dashboard'>) {
  const [arranged, setArranged] = useState<Widgets>();
  const [theirs, setTheirs] = useState<View>();
  const { id: viewId, channelId } = view;
  const { arrange } = useSearch({ strict: false }) as { arrange?: string };
  const navigate = useNavigate();
  const end = () => {
    setArranged(undefined);
    setTheirs(undefined);
    void navigate({ to: '.', search: ({ arrange: _, ...rest }: { arrange?: string }) => rest, replace: true });
  };
  const save = useAct({
    act: async (widgets: Widgets) => {
      const current = theirs ?? view;
      const saved = current.definition as unknown as DefinitionOf<'dashboard'>;
      const changed = { ...saved, widgets: [...arrangedAs(saved.widgets, widgets)] };
      const cited = { channelId, viewId, expectedCurrentVersionId: current.currentVersionId };
      try {
        return await underKey(workspace.views.update, { ...changed, ...cited });
      } catch (error) {
        if (!(error instanceof WorkspaceError) || error.code !== 'version_conflict') throw error;
        setTheirs((await workspace.views.get({ channelId, viewId })).view);
        return undefined;
      }
    },
    stale: [['view']],
    done: (saved) => {
      if (!saved) return;
      cache.setQueriesData<View>({ queryKey: ['view'] }, (known) => (known?.id === view.id ? saved.view : known));
      end();
      tell('The dashboard is arranged for everybody.');
    },
  });
  return {
    /** The widgets as they are tried; undefined while nobody arranges. */
    widgets: arrange === 'on' ? arrangedAs(sized(definition.widgets), arranged ?? []) : undefined,
    set: setArranged,
    /** A newer version that somebody saved meanwhile. Saving again keeps it, arranged like this. */
    theirs,
    isSaving: save.isPending,
    save: () => save.mutate(arranged ?? sized(definition.widgets)),
    end,
  };
}
