import { forget, isWaiting, queue } from '../../data/outbox.ts';
import { type Sent, sent } from '../../data/outbox-sent.ts';
import type { ArtifactAct, OutboxEntry, VersionAct } from '../../data/outbox-entry.ts';
import type { titleOfCopy } from '../../shared/artifacts/copies.ts';
import type { Artifact } from '../../shared/artifacts/queries.ts';
import type { Desk } from './desk.ts';
import type { Keeping } from './keeping.ts';
import { baseOf, isSame, type Words } from './words.ts';

/** Who writes what, and where it goes. */
export interface Task {
  readonly by: string;
  /** Empty for a document in no channel. */
  readonly channelId: string;
  /** Undefined for a new document. */
  readonly artifactId: string | undefined;
  /** Called once a new document is stored. The same session goes on in it. */
  readonly onCreated: (artifact: Artifact) => void;
  /** Called once a copy is stored. */
  readonly onCopied: (copy: Artifact) => void;
}

interface Met {
  /** A new document has got an address of its own. */
  readonly created: (artifactId: string) => void;
  /** Somebody else saved first. */
  readonly conflicted: () => Promise<void>;
  /** A save has been answered, so versions of others may be met again. */
  readonly stored: () => void;
  readonly copied: (saved: Words) => void;
  /** The writer may not write here, or not any more. */
  readonly withdrawn: () => void;
}

const waitedTooLong = 'It waited for the workspace too long, and may be stored already.';

/** Sends what was written through the outbox, and follows what becomes of it. */
export function sendingOf(desk: Desk, keeping: Keeping, { by, channelId, onCreated, onCopied }: Task, met: Met) {
  let pending: { readonly key: string; readonly words: Words; readonly isCopy: boolean } | undefined;
  /** From the moment that it is asked for until it is in the outbox. */
  let isBeginning = false;

  async function send(act: VersionAct | ArtifactAct, words: Words, copyIn?: string): Promise<void> {
    try {
      const { artifactId } = desk.get();
      const isCopy = copyIn !== undefined;
      const subject = artifactId === undefined || isCopy ? undefined : ({ type: 'artifact', id: artifactId } as const);
      const key = await queue(by, { channelId: copyIn ?? channelId, subject }, act);
      pending = { key, words, isCopy };
      desk.show({ refusal: undefined, foundAt: undefined });
    } catch {
      desk.show({ refusal: 'This browser keeps nothing, so it cannot be sent. Copy the text.' });
    }
  }

  async function save(): Promise<void> {
    if (pending || isBeginning) return desk.show({ wantsMore: true });
    await begun(async () => {
      await keeping.look();
      const [now, { base }] = [desk.words(), desk.get()];
      if (!isSame(now, base)) await send(actOf(now), now);
    });
    if (!pending) desk.show({ wantsMore: false });
  }

  /** Begins nothing while something else begins. */
  async function begun(work: () => Promise<void>): Promise<void> {
    if (isBeginning) return;
    isBeginning = true;
    await work().finally(() => (isBeginning = false));
  }

  function actOf({ title, text }: Words): VersionAct | ArtifactAct {
    const { artifactId, base } = desk.get();
    const { versionId } = base;
    if (artifactId === undefined || versionId === undefined)
      return { kind: 'artifact', type: 'markdown', title, content: text, ...keeping.drafted() };
    return {
      kind: 'version',
      artifactId,
      expectedVersionId: versionId,
      ...(title !== base.title && { title }),
      ...(text !== base.text && { content: text }),
      ...keeping.drafted(),
    };
  }

  /** Says whether it was this page's. */
  function stored({ key, answer }: Sent): boolean {
    if (key !== pending?.key) return false;
    const { words, isCopy } = pending;
    pending = undefined;
    void answered((answer as { artifact: Artifact }).artifact, words, isCopy);
    return true;
  }

  async function answered(artifact: Artifact, saved: Words, isCopy: boolean): Promise<void> {
    if (isCopy) {
      met.copied(saved);
      return onCopied(artifact);
    }
    const { title, artifactId, wantsMore = false } = desk.get();
    const content = saved.text;
    desk.show({
      artifactId: artifact.id,
      base: baseOf({ ...artifact, content }),
      title: title === saved.title ? artifact.title : title,
      savedAt: Date.now(),
      wantsMore: false,
    });
    if (artifactId === undefined) {
      await keeping.moveTo(artifact.id);
      met.created(artifact.id);
      onCreated({ ...artifact, content });
    } else await keeping.look();
    if (wantsMore) await save();
    else met.stored();
  }

  /** Another tab took it out of the outbox, and did not say what became of it. */
  async function letGo(): Promise<void> {
    pending = undefined;
    const { wantsMore = false } = desk.get();
    desk.show({ wantsMore: false });
    if (wantsMore) await save();
    else met.stored();
  }

  /** Takes over from the outbox what is on its way or came back. */
  function follow(entry: OutboxEntry | undefined): void {
    if (pending && !isWaiting(pending.key)) void letGo();
    if (!entry || !('draft' in entry.act)) return;
    const { key, act, state, refusal = waitedTooLong, code } = entry;
    const { artifactId, base } = desk.get();
    if (state === 'refused' || state === 'old') {
      pending = undefined;
      void forget(key);
      const isConflict = code === 'version_conflict';
      desk.show({ refusal: isConflict ? undefined : refusal, wantsMore: false });
      if (isConflict) void met.conflicted();
      if (code === 'forbidden' || code === 'not_found') met.withdrawn();
    } else if (!pending) {
      const words = { title: act.title ?? base.title, text: act.content ?? base.text };
      pending = { key, words, isCopy: act.kind === 'artifact' && artifactId !== undefined };
    }
  }

  return {
    save,
    follow,
    isPending: (): boolean => pending !== undefined,
    begin: (): (() => void) => sent.subscribe(stored),
    /** A copy is in the channel of the document, or in none. */
    async copy({ title, text }: Words, titled: typeof titleOfCopy, isPrivate = false): Promise<void> {
      await begun(async () => {
        await keeping.look();
        const copyIn = isPrivate ? '' : channelId;
        const named = await titled({ id: desk.get().artifactId, title: title || 'Draft', channelId: copyIn });
        const act = { kind: 'artifact', type: 'markdown', title: named, content: text, ...keeping.drafted() } as const;
        await send(act, { title, text }, copyIn);
      });
    },
  };
}
