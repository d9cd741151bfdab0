import type { Artifact } from '../../shared/artifacts/queries.ts';
import { deskOf } from './desk.ts';
import { keepingOf } from './keeping.ts';
import { meetingOf } from './meeting.ts';
import type { Opening } from './opening.ts';
import { readAhead } from './parts.ts';
import { sendingOf, type Task } from './sending.ts';
import { baseOf, clashOf, type Words } from './words.ts';

export type Session = ReturnType<typeof sessionOf>;

/** A new document that has just been stored. Its writing goes on at its own address. */
let begun: { readonly artifactId: string; readonly session: Session } | undefined;

/** The writing of a document that is opened. */
export const sessionIn = (task: Task, opening: Opening): Session =>
  begun?.artifactId === task.artifactId && begun ? begun.session : sessionOf(task, opening);

/** A document while it is written: what is kept, what is on its way, and what stands in the way. */
function sessionOf(task: Task, opening: Opening) {
  const { by, channelId, artifactId } = task;
  const desk = deskOf(opening, artifactId);
  const keeping = keepingOf(desk, by, artifactId ?? channelId, opening);
  const meeting = meetingOf(desk, keeping);
  let current: Artifact | undefined;
  let wasComparing = false;
  const meet = (): void => {
    if (current && !sending.isPending()) meeting.meet(current);
  };
  const sending = sendingOf(desk, keeping, task, {
    created: (id) => (begun = { artifactId: id, session }),
    conflicted: async () => {
      if (await meeting.fit()) await sending.save();
      else if (wasComparing) await meeting.compare();
    },
    stored: meet,
    copied: meeting.leaveCopy,
    withdrawn: meeting.lookAgain,
  });
  const session = {
    get: desk.get,
    subscribe: desk.subscribe,
    mount: desk.mount,
    mountRight: desk.mountRight,
    cursor: desk.cursor,
    words: desk.words,
    /** The words that can be taken along from here. */
    taken: (): Words => desk.inSight().now,
    changed: keeping.changed,
    retitle: (title: string): void => {
      desk.show({ title });
      keeping.changed();
    },
    /** A save out of a comparison that others came before goes on in one. */
    save: (isComparing = false): Promise<void> => {
      wasComparing = isComparing;
      desk.show({ joined: undefined });
      return sending.save();
    },
    isOwn: keeping.isOwn,
    follow: sending.follow,
    copy: sending.copy,
    /** The document as it stands now, which others may have changed. */
    meet: (found: Artifact | undefined): void => {
      current = found;
      meet();
    },
    compare: meeting.compare,
    beside: meeting.beside,
    replace: meeting.replace,
    /** Goes on with what is stored. Returns how the draft comes back. */
    discard: () => meeting.replace(current ? baseOf(current) : desk.get().base),
    /** Names what a version and the text both changed. Nothing if both fit together. */
    clashWith: (theirs: Artifact) => clashOf(desk.get().base, baseOf(theirs), desk.words()),
    /** Goes on with these words, as a change of the version that came first. */
    take: meeting.take,
    /** Follows what is stored and what other tabs do, until the page is left. */
    begin(): () => void {
      begun = undefined;
      readAhead();
      const ends = [sending.begin(), keeping.begin()];
      return () => {
        for (const end of ends) end();
      };
    },
  };
  return session;
}
