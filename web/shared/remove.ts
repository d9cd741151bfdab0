import { cache } from '../data/cache.ts';
import { workspace } from '../data/client.ts';
import { sentenceOf } from '../data/problems.ts';
import { tell } from '../ui/toast.tsx';

interface Removal {
  readonly id: string;
  /** Its name in the sentence: "The record". */
  readonly what: string;
  /** The key of the answers that name it. */
  readonly kind: string;
  readonly remove: () => Promise<unknown>;
  readonly leave: () => void;
}

/** Moves something to the trash at once, leaves its page, and offers to bring it back. */
export async function removeWithUndo({ id, what, kind, remove, leave }: Removal): Promise<void> {
  const refresh = () => {
    void cache.invalidateQueries({ queryKey: [kind] });
    void cache.invalidateQueries({ queryKey: [`${kind}s`] });
    void cache.invalidateQueries({ queryKey: ['trash'] });
  };
  try {
    await remove();
    leave();
    refresh();
    tell(`${what} is in the trash.`, {
      label: 'Undo',
      run: () =>
        void workspace.trash.restore({ trashedId: id }).then(refresh, (error: unknown) => tell(sentenceOf(error))),
    });
  } catch (error) {
    tell(sentenceOf(error));
  }
}
