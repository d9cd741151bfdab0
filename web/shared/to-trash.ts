import { useLocation, useNavigate } from '@tanstack/react-router';
import { cache } from '../data/cache.ts';
import { workspace } from '../data/client.ts';
import { sentenceOf } from '../data/problems.ts';
import { tell } from '../ui/overlays/toast.tsx';

interface ToTrash {
  readonly id: string;
  readonly name: string;
  readonly remove: () => Promise<unknown>;
  /** Keys of the answers that become stale. */
  readonly keys: readonly (readonly string[])[];
}

/** Moves what a page shows to the trash at once, leaves the page, and offers to undo it. */
export function useToTrash({ id, name, remove, keys }: ToTrash): () => void {
  const navigate = useNavigate();
  const { pathname, href } = useLocation();
  const refresh = () => {
    for (const queryKey of keys) void cache.invalidateQueries({ queryKey, refetchType: 'none' });
  };
  const moveToTrash = async (): Promise<void> => {
    try {
      await remove();
    } catch (error) {
      return tell(sentenceOf(error));
    }
    await navigate({ to: /^\/channels\/[^/]+/.exec(pathname)?.[0] ?? '/' });
    refresh();
    tell(`“${name}” is in the trash.`, { label: 'Undo', run: () => void undo() });
  };
  const undo = async (): Promise<void> => {
    try {
      await workspace.trash.restore({ trashedId: id });
    } catch (error) {
      return tell(sentenceOf(error));
    }
    refresh();
    await navigate({ href });
  };
  return () => void moveToTrash();
}
