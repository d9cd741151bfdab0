import { cache } from '../../data/cache.ts';
import { sentenceOf } from '../../data/problems.ts';
import { type Artifact, artifactQuery } from '../../shared/artifacts/queries.ts';
import { besideOf, type Desk } from './desk.ts';
import type { Keeping } from './keeping.ts';
import { Conflict } from './parts.ts';
import { type Base, baseOf, cameFirst, fitting, isSame, type Words, withAgain, withoutChange } from './words.ts';

/** Puts a text and the versions together that others save meanwhile. */
export function meetingOf(desk: Desk, keeping: Keeping) {
  let mayJoin = true;

  /** The current version, once all that shows it is here. Nothing if another version is beside the text by then. */
  async function latest(): Promise<Artifact | undefined> {
    const { artifactId } = desk.get();
    if (artifactId === undefined) return;
    try {
      const theirs = await cache.fetchQuery({ ...artifactQuery(artifactId), staleTime: 0 });
      await Conflict.preload();
      if (!desk.get().conflict) return theirs;
    } catch (error) {
      desk.show({ refusal: sentenceOf(error) });
    }
  }

  /** Whether a version is in the text, or beside it. */
  function isMet({ versionNumber }: Artifact): boolean {
    const { base, conflict } = desk.get();
    return ((conflict?.theirs ?? base).versionNumber ?? 0) >= versionNumber;
  }

  /** Goes on with these words, as a change of this version. Undo keys leave another version in the text. */
  function goOn({ title, text }: Words, base: Base): void {
    const how = base.versionId === desk.get().base.versionId ? 'replace' : 'join';
    desk.show({ base, title, conflict: undefined, refusal: undefined, joined: undefined });
    desk.put(text, how);
    void keeping.look();
  }

  function take(next: Words, theirs: Artifact): void {
    const cursor = desk.get().conflict && desk.cursor();
    mayJoin = true;
    desk.show({ foundAt: undefined });
    goOn(next, baseOf(theirs));
    if (cursor !== undefined) desk.goTo(cursor);
  }

  function beside(theirs: Artifact): void {
    const [mine, { base }] = [desk.words(), desk.get()];
    if (isSame(mine, base) || isSame(mine, baseOf(theirs))) take(baseOf(theirs), theirs);
    else desk.show({ conflict: besideOf(base, mine, theirs), refusal: undefined });
  }

  /** Puts what others saved into the text, if it fits what was written. Says whether it did. */
  function join(theirs: Artifact): boolean {
    const [mine, { base: was }] = [desk.words(), desk.get()];
    const both = mayJoin ? fitting(was, baseOf(theirs), mine) : undefined;
    if (!both) return false;
    goOn(both, baseOf(theirs));
    const undo = () => {
      mayJoin = false;
      goOn(withoutChange(both, mine, desk.words()), was);
    };
    desk.show({ joined: { theirs, from: was.versionId!, undo } });
    return true;
  }

  /** Puts what stands now into the text, if both fit. Says whether the text can be saved. */
  async function fit(): Promise<boolean> {
    const theirs = await latest();
    if (!theirs) return false;
    const isFit = isMet(theirs) || join(theirs);
    if (!isFit) desk.show({ refusal: cameFirst });
    return isFit;
  }

  /** Puts the text beside what stands now, with the letters that are typed until then. Who has gone elsewhere stays there. */
  async function compare(): Promise<void> {
    desk.takeKeys();
    const theirs = await latest();
    if (theirs && !isMet(theirs) && desk.isWriting()) beside(theirs);
  }

  /** Puts another text in place of what is there. Returns how it comes back, with words written since and not saved. */
  function replace(next: Base): () => void {
    const [before, { base: was }] = [desk.words(), desk.get()];
    desk.show({ foundAt: undefined });
    goOn(next, next);
    return () => {
      const { now, on } = desk.inSight();
      if (isSame(now, on)) goOn(before, was);
      else goOn(withAgain(before, next, now), on.versionId === next.versionId ? was : on);
    };
  }

  return {
    take,
    fit,
    compare,
    beside,
    replace,
    /** A version of others comes into the text at once. The same text needs no word, as after a save without its answer. */
    meet(found: Artifact): void {
      if (isMet(found)) return;
      const { conflict } = desk.get();
      if (conflict) desk.show({ conflict: { ...conflict, newer: found } });
      else if (isSame(desk.words(), baseOf(found))) take(baseOf(found), found);
      else join(found);
    },
    /** Asks again which rights the writer has here. */
    lookAgain(): void {
      for (const queryKey of [['channel'], ['artifact', desk.get().artifactId]])
        void cache.invalidateQueries({ queryKey });
    },
    /** A copy is stored of the words in sight. Others that were written since stay here. */
    leaveCopy(saved: Words): void {
      const { conflict } = desk.get();
      const { now, on } = desk.inSight();
      const hasAll = now.text === saved.text;
      if (conflict) take(hasAll ? on : now, conflict.theirs);
      else if (hasAll) goOn(on, on);
    },
  };
}
