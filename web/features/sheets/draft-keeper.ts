import type { Draft, DraftKey } from '../../data/drafts.ts';
import type { OwnDraft } from '../../shared/artifacts/own-draft.ts';
import { draftOf, type Edits, settled } from './edits.ts';
import type { SheetDraft } from './opening.ts';

/** How often edits are kept while one goes on. */
const soonMs = 300;

export type DraftKeeper = ReturnType<typeof keeperOf>;

/** Keeps unsaved edits in this browser. Edits that a page opens with are kept already. */
export function keeperOf(begun: OwnDraft<SheetDraft>, opened: Edits) {
  let own = begun;
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
  /** Keeps the edits as they are now, or drops the draft if nothing is edited. Says whether this browser did. */
  async function look(): Promise<boolean> {
    stop();
    const edits = settled(now);
    if (isOver || (last && isSame(edits, last))) return true;
    try {
      await keep(edits);
      told(true);
      return true;
    } catch {
      told(draftOf(edits) === undefined);
      return false;
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
    /** Whether a draft is what this page keeps, or began with. */
    isOwn: (key: DraftKey): boolean => own.isOwn(key),
    /** A new sheet has got an address of its own. From now on the draft is one of it. */
    async moveTo(next: OwnDraft<SheetDraft>, edits: Edits): Promise<void> {
      const before = own;
      [own, now, last] = [next, edits, undefined];
      if (await look()) await before.drop().catch(() => {});
    },
    /** Edits that were given up are kept once more. */
    keepAgain: (version: string, draft: SheetDraft): Promise<unknown> => own.keep(version, draft),
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
