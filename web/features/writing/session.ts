import type { EditorHandle } from '../../editor/editor.tsx';
import { cache } from '../../data/cache.ts';
import type { DraftKey } from '../../data/drafts.ts';
import { forget, say } from '../../data/outbox.ts';
import { ownDraft, slot as newSlot, versionOf } from '../../shared/artifacts/own-draft.ts';
import { type Sent, sent } from '../../data/outbox-sent.ts';
import { sentenceOf } from '../../data/problems.ts';
import type { ArtifactAct, Said, VersionAct } from '../../data/said.ts';
import { type Artifact, artifactQuery } from '../../shared/artifacts/queries.ts';
import type { Opening } from './opening.ts';
import { type Base, baseOf, fitting, isSame, type Words, withoutTheirs } from './words.ts';

/** How often the draft is kept while one writes. */
const restMs = 200;

/** Who writes what, and where it goes. */
export interface Task {
  readonly by: string;
  /** Empty for a document in no channel. */
  readonly channelId: string;
  /** Undefined for a new document. */
  readonly artifactId: string | undefined;
  /** When it was saved by the page before, which made it. */
  readonly savedAt?: number | undefined;
  /** Called once a new document is stored: the one that is written, or a copy. */
  readonly onCreated: (artifact: Artifact, cursor: number) => void;
}

/** A document that is being written, as the page shows it. */
export interface Shown {
  readonly base: Base;
  readonly title: string;
  readonly isChanged: boolean;
  /** When the draft was kept that this visit began with. */
  readonly foundAt?: number | undefined;
  readonly savedAt?: number | undefined;
  /** This browser keeps no draft. */
  readonly isUnkept?: boolean;
  /** Why it was not saved. */
  readonly refusal?: string | undefined;
  /** Another tab of this browser writes the same. */
  readonly isElsewhere?: boolean;
  /** Another save follows the one under way. */
  readonly wantsMore?: boolean;
  /** A version of others that came into the text by itself, and how it leaves it again. */
  readonly joined?: { readonly theirs: Artifact; readonly from: string; readonly undo: () => void } | undefined;
  /** Mine is beside the version that came first. */
  readonly conflict?: { readonly mine: Words; readonly theirs: Artifact } | undefined;
}

export type Session = ReturnType<typeof sessionOf>;

/** A document while it is written: what is kept, what is on its way, and what stands in the way. */
export function sessionOf({ by, channelId, artifactId, savedAt, onCreated }: Task, { base, draft }: Opening) {
  const of = artifactId ?? channelId;
  const slot = draft ? versionOf(draft.base) : newSlot();
  const own = ownDraft<Words>({ by, kind: 'document', of }, draft);
  const start: Words = draft?.content ?? base;
  let editor: EditorHandle | undefined;
  let shown: Shown = { base, title: start.title, isChanged: draft !== undefined, foundAt: draft?.at, savedAt };
  let keptAt = draft?.at ?? 0;
  let lookedAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let current: Artifact | undefined;
  let mayJoin = true;
  let pending: { readonly key: string; readonly words: Words; readonly isCopy: boolean } | undefined;

  const listeners = new Set<() => void>();
  const show = (changes: Partial<Shown>): void => {
    shown = { ...shown, ...changes };
    for (const listener of listeners) listener();
  };
  const words = (): Words => ({ title: shown.title, text: editor?.text() ?? start.text });
  const nameOf = ({ versionId = slot }: Base): string => versionId;
  const drafted = () => ({ draft: { key: own.keyOf(nameOf(shown.base)), at: keptAt } });

  /** Keeps the draft as it is now, or drops it if nothing differs. */
  async function look(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    lookedAt = Date.now();
    const now = words();
    const isChanged = !isSame(now, shown.base);
    try {
      if (isChanged) keptAt = (await own.keep(nameOf(shown.base), now)).at;
      else await own.drop(nameOf(shown.base));
      if (shown.isUnkept) show({ isUnkept: false });
    } catch {
      show({ isUnkept: true });
    }
    if (isChanged !== shown.isChanged) show({ isChanged });
  }

  function changed(): void {
    timer ??= setTimeout(() => void look(), Math.max(0, lookedAt + restMs - Date.now()));
  }

  function put({ title, text }: Words): void {
    show({ title });
    editor?.replace(text);
    changed();
  }

  async function send(act: VersionAct | ArtifactAct, sentWords: Words, isCopy = false): Promise<void> {
    try {
      const subject = artifactId === undefined || isCopy ? undefined : ({ type: 'artifact', id: artifactId } as const);
      const key = await say(by, { channelId, subject }, act);
      pending = { key, words: sentWords, isCopy };
      show({ refusal: undefined, foundAt: undefined });
    } catch {
      show({ refusal: 'This browser keeps nothing for the page, so it cannot be sent. Copy the text.' });
    }
  }

  async function save(): Promise<void> {
    if (pending) return show({ wantsMore: true });
    await look();
    const now = words();
    if (isSame(now, shown.base)) return;
    const { versionId, title, text } = shown.base;
    if (artifactId === undefined || versionId === undefined)
      return send({ kind: 'artifact', type: 'markdown', title: now.title, content: now.text, ...drafted() }, now);
    const act: VersionAct = {
      kind: 'version',
      artifactId,
      expectedVersionId: versionId,
      ...(now.title !== title && { title: now.title }),
      ...(now.text !== text && { content: now.text }),
      ...drafted(),
    };
    return send(act, now);
  }

  async function stored({ key, answer }: Sent): Promise<void> {
    if (key !== pending?.key) return;
    const { artifact } = answer as { artifact: Artifact };
    const { words: saved, isCopy } = pending;
    pending = undefined;
    if (isCopy || artifactId === undefined) return created(artifact, saved, isCopy);
    const isTitleSaved = shown.title === saved.title;
    const before = nameOf(shown.base);
    const wantsMore = shown.wantsMore ?? false;
    show({
      base: baseOf({ ...artifact, content: saved.text }),
      title: isTitleSaved ? artifact.title : shown.title,
      savedAt: Date.now(),
      wantsMore: false,
    });
    await look();
    await own.drop(before).catch(() => {});
    if (wantsMore) await save();
    else meet(current);
  }

  /** Keeps what was written since as a draft of the new document. */
  async function created(artifact: Artifact, saved: Words, isCopy: boolean): Promise<void> {
    clearTimeout(timer);
    const now = words();
    await own.drop(nameOf(shown.base)).catch(() => {});
    if (!isCopy && !isSame(now, saved)) {
      const key: DraftKey = { by, kind: 'document', of: artifact.id, base: artifact.versionId };
      await ownDraft<Words>(key, undefined)
        .keep(key.base, now)
        .catch(() => {});
    }
    onCreated(artifact, editor?.cursor() ?? 0);
  }

  /** Takes over from the outbox what is on its way or came back. */
  function follow(entry: Said | undefined): void {
    if (!entry || !('draft' in entry.act)) return;
    const { key, act, state, refusal, code } = entry;
    if (state === 'refused') {
      pending = undefined;
      void forget(key);
      show({ refusal, wantsMore: false });
      if (code === 'version_conflict') void saveWithTheirs();
    } else if (!pending) {
      const saved = { title: act.title ?? shown.base.title, text: act.content ?? shown.base.text };
      pending = { key, words: saved, isCopy: act.kind === 'artifact' && artifactId !== undefined };
    }
  }

  async function latest(): Promise<Artifact | undefined> {
    if (artifactId === undefined) return;
    try {
      return await cache.fetchQuery({ ...artifactQuery(artifactId), staleTime: 0 });
    } catch (error) {
      show({ refusal: sentenceOf(error) });
    }
  }

  /** Shows what the writer has beside what stands now. */
  async function compare(): Promise<void> {
    const theirs = await latest();
    if (theirs) beside(theirs);
  }

  function beside(theirs: Artifact): void {
    const mine = words();
    if (isSame(mine, shown.base) || isSame(mine, baseOf(theirs))) take(baseOf(theirs), theirs);
    else show({ conflict: { mine, theirs }, refusal: undefined });
  }

  /** Somebody saved first. Where both fit, both are saved. */
  async function saveWithTheirs(): Promise<void> {
    const theirs = await latest();
    if (!theirs) return;
    if (join(theirs)) await save();
    else beside(theirs);
  }

  /** Goes on with these words, as a change of the version that came first. */
  function take(next: Words, theirs: Artifact): void {
    mayJoin = true;
    show({ foundAt: undefined });
    goOn(next, baseOf(theirs), 'replace');
  }

  function goOn({ title, text }: Words, base: Base, how: 'replace' | 'join'): void {
    const before = nameOf(shown.base);
    show({ base, title, conflict: undefined, refusal: undefined, joined: undefined });
    editor?.[how](text);
    const after = look();
    if (before !== nameOf(base)) void after.then(() => own.drop(before).catch(() => {}));
  }

  /** Puts what others saved into the text, if it fits what was written. Says whether it did. */
  function join(theirs: Artifact): boolean {
    const [mine, was] = [words(), shown.base];
    const both = mayJoin ? fitting(was, baseOf(theirs), mine) : undefined;
    if (!both) return false;
    goOn(both, baseOf(theirs), 'join');
    const undo = () => {
      mayJoin = false;
      const isUnsaved = shown.base.versionId === theirs.versionId;
      goOn(withoutTheirs(both, mine, words()), isUnsaved ? was : shown.base, 'join');
    };
    show({ joined: { theirs, from: was.versionId!, undo } });
    return true;
  }

  /** A version of others comes into the text at once. The same text needs no word, as after a save without its answer. */
  function meet(found: Artifact | undefined): void {
    current = found;
    if (!found || pending || shown.conflict || (shown.base.versionNumber ?? 0) >= found.versionNumber) return;
    if (isSame(words(), baseOf(found))) take(baseOf(found), found);
    else join(found);
  }

  async function discard(current: Artifact | undefined): Promise<() => void> {
    const [now, was, before] = [words(), shown.base, nameOf(shown.base)];
    const base = current ? baseOf(current) : was;
    show({ base, foundAt: undefined, refusal: undefined, joined: undefined });
    put(base);
    await own.drop(before).catch(() => {});
    await look();
    return () => {
      show({ base: was });
      put(now);
    };
  }

  /** Another tab has replaced or dropped the draft. This tab keeps what was written here beside it. */
  function elsewhere(): void {
    show({ isElsewhere: true });
    if (own.hasKept()) changed();
  }

  return {
    start,
    get: (): Shown => shown,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Follows what is stored and what other tabs do, until the page is left. Then the draft is kept once more. */
    begin(): () => void {
      const ends = [sent.subscribe((one) => void stored(one)), own.follow(() => nameOf(shown.base), elsewhere)];
      const hide = () => timer !== undefined && void look();
      document.addEventListener('visibilitychange', hide);
      addEventListener('pagehide', hide);
      return () => {
        document.removeEventListener('visibilitychange', hide);
        removeEventListener('pagehide', hide);
        for (const end of ends) end();
        if (timer !== undefined) void look();
      };
    },
    mount: (handle: EditorHandle | null): void => {
      editor = handle ?? editor;
    },
    retitle: (title: string): void => {
      show({ title });
      changed();
    },
    words,
    changed,
    save: (): Promise<void> => {
      show({ joined: undefined });
      return save();
    },
    follow,
    meet,
    compare,
    take,
    discard,
    leaveConflict: (): void => show({ conflict: undefined }),
    saveMerged: async (next: Words, theirs: Artifact): Promise<void> => {
      take(next, theirs);
      await save();
    },
    copy: async ({ title, text }: Words): Promise<void> => {
      await look();
      const act = { kind: 'artifact', type: 'markdown', title, content: text, ...drafted() } as const;
      await send(act, { title, text }, true);
    },
  };
}
