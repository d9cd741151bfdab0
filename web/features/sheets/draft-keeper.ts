import type { Draft, DraftKey } from '../../data/drafts.ts';
import type { OwnDraft } from '../../shared/artifacts/own-draft.ts';
import { draftOf, type Edits, settled } from './edits.ts';
import type { SheetDraft } from './opening.ts';

/** How often edits are kept while one goes on. */
const soonMs = 300;

export type DraftKeeper = ReturnType<typeof keeperOf>;

/** Keeps unsaved edits in this browser. Edits that a page opens with are kept already. */
export function keeperOf(own: OwnDraft<SheetDraft>, opened: Edits) {
  let [now, last]: [Edits, Edits | undefined] = [opened, opened];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let told = (_isKept: boolean): void => {};
  let isOver = false;

  const stop = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  const soon = (): void => {
    timer ??= setTimeout(() => void look(), soonMs);
  };
  /** Keeps the edits as they are now, or drops the draft if nothing is edited. */
  async function look(): Promise<void> {
    stop();
    const edits = settled(now);
    if (isOver || (last && isSame(edits, last))) return;
    try {
      await keep(edits);
      told(true);
    } catch {
      told(draftOf(edits) === undefined);
    }
  }
  async function keep(edits: Edits): Promise<Draft<SheetDraft> | undefined> {
    const { versionId } = edits.version;
    const draft = draftOf(edits);
    last = edits;
    try {
      if (draft) return await own.keep(versionId, draft);
      await own.drop();
    } catch (error) {
      last = undefined;
      throw error;
    }
  }
  const leave = (): void => {
    if (timer !== undefined) void look();
  };

  return {
    show: (edits: Edits): void => {
      now = edits;
      soon();
    },
    /** Keeps edits at once, and names their draft to what is sent of them. */
    drafted: async (edits: Edits): Promise<{ readonly draft: { readonly key: DraftKey; readonly at: number } }> => {
      stop();
      const { at } = (await keep(edits))!;
      return { draft: { key: own.keyOf(edits.version.versionId), at } };
    },
    /** Edits of this page are given up, or stored elsewhere. Nothing of it is kept any more. */
    end: (): Promise<void> => {
      isOver = true;
      stop();
      return own.drop();
    },
    /** Keeps on until the page is left, and then once more. Edits are kept again if another tab replaced or dropped them. */
    begin(tell: typeof told): () => void {
      told = tell;
      const lost = () => {
        last = undefined;
        soon();
      };
      const stopFollowing = own.follow({ lost });
      const left = new AbortController();
      document.addEventListener('visibilitychange', leave, left);
      addEventListener('pagehide', leave, left);
      return () => {
        stopFollowing();
        left.abort();
        leave();
      };
    },
  };
}

const isSame = (edits: Edits, other: Edits): boolean =>
  edits.sheet === other.sheet && edits.version.versionId === other.version.versionId && edits.title === other.title;
