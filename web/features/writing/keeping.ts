import type { DraftKey } from '../../data/drafts.ts';
import { ownDraft } from '../../shared/artifacts/own-draft.ts';
import type { Desk } from './desk.ts';
import type { Opening } from './opening.ts';
import { isSame, type KeptWords } from './words.ts';

/** How often the draft is kept while one writes. */
const restMs = 200;
/** How soon a browser that refused is asked again. */
const againMs = 3_000;
/** The name of all drafts of new documents. */
const fresh = 'new';

export type Keeping = ReturnType<typeof keepingOf>;

/** Keeps the draft of a page in this browser, as long as it differs from what is stored. */
export function keepingOf(desk: Desk, by: string, of: string, { draft }: Opening) {
  const draftOf = (of: string, found?: Opening['draft']) => ownDraft<KeptWords>({ by, kind: 'document', of }, found);
  let own = draftOf(of, draft);
  let keptAt = draft?.at ?? 0;
  let lookedAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const version = (): string => desk.get().base.versionId ?? fresh;

  /** Keeps the draft as it is now, or drops it if nothing differs. Says whether this browser did. */
  async function look(): Promise<boolean> {
    clearTimeout(timer);
    timer = undefined;
    lookedAt = Date.now();
    const isChanged = !isSame(desk.words(), desk.get().base);
    try {
      if (isChanged) keptAt = (await own.keep(version(), kept())).at;
      else await own.drop();
    } catch {
      desk.show({ isUnkept: true, isChanged });
      changed(againMs);
      return false;
    }
    if (desk.get().isUnkept) desk.show({ isUnkept: false });
    if (isChanged !== desk.get().isChanged) desk.show({ isChanged });
    return true;
  }

  function kept(): KeptWords {
    const [words, text, { conflict }] = [desk.words(), desk.written(), desk.get()];
    return text === undefined ? words : { ...words, beside: { versionId: conflict!.theirs.versionId, text } };
  }

  function changed(waitMs = restMs): void {
    timer ??= setTimeout(() => void look(), Math.max(0, lookedAt + waitMs - Date.now()));
  }

  const hide = () => timer !== undefined && void look();

  /** Asks who leaves a page whose words are nowhere else. */
  const warn = (event: BeforeUnloadEvent): void => {
    const { isUnkept, isChanged } = desk.get();
    if (isUnkept && isChanged) event.preventDefault();
  };

  return {
    look,
    changed: (): void => changed(),
    /** Whether a draft is what this page keeps, or began with. */
    isOwn: (key: DraftKey): boolean => own.isOwn(key),
    /** Names the draft, and its time, to what is sent of it. */
    drafted: (): { draft: { key: DraftKey; at: number } } => ({ draft: { key: own.keyOf(version()), at: keptAt } }),
    /** The document has got an address of its own. From now on the draft is one of it. */
    async moveTo(artifactId: string): Promise<void> {
      const before = own;
      own = draftOf(artifactId);
      if (await look()) await before.drop().catch(() => {});
    },
    /** Keeps on until the page is left. Then the draft is kept once more. */
    begin(): () => void {
      // Another tab may write another new document.
      const elsewhere = () => desk.show({ isElsewhere: version() !== fresh });
      const stopFollowing = own.follow({ elsewhere, lost: () => changed() });
      const left = new AbortController();
      document.addEventListener('visibilitychange', hide, left);
      addEventListener('pagehide', hide, left);
      addEventListener('beforeunload', warn, left);
      return () => {
        stopFollowing();
        left.abort();
        hide();
      };
    },
  };
}
