import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { cache } from '../../data/cache.ts';
import { queue, takeBack } from '../../data/outbox.ts';
import { sentenceOf } from '../../data/problems.ts';
import { readingCsv } from '../../grid/csv.ts';
import { type Editing, withTyped } from '../../grid/editor/use-editing.ts';
import type { RowOf, Sheet } from '../../grid/model/sheet.ts';
import { inSlices } from '../../grid/model/slices.ts';
import { textOf } from '../../grid/model/splices.ts';
import { ownDraft } from '../../shared/artifacts/own-draft.ts';
import { type Artifact, artifactQuery } from '../../shared/artifacts/queries.ts';
import { changesOf, draftOf, isChanged } from './edits.ts';
import { keeperOf } from './draft-keeper.ts';
import type { Made } from './made.ts';
import { type Joined, savedWords } from './joined.tsx';
import { newestQuery, type Opened, type SheetDraft, type Version, versionIn } from './opening.ts';
import { useDraft } from './use-draft.ts';
import { useMeeting } from './use-meeting.ts';
import { useSending } from './use-sending.ts';

interface Saving {
  readonly artifact: Artifact;
  readonly opened: Opened;
  readonly editing: Editing;
  readonly by: string;
  readonly made: Made | undefined;
}

/** Saves a sheet: as one version, once, on top of what others did meanwhile. */
export function useSaving({ artifact, opened, editing, by, made }: Saving) {
  const [stored, setStored] = useState<Version>(opened.stored);
  /** The version that the rows of the sheet are numbered by. */
  const base = useRef(stored);
  const [saved, setSaved] = useState(() => made && savedWords(made.artifact, undefined, by));
  const [refusal, setRefusal] = useState<string>();
  const sending = useRef<Sheet>(undefined);
  const [joined, setJoined] = useState<Joined>();
  /** A save is on its way, from the moment that it is asked for. */
  const isOnItsWay = useRef(false);
  /** The person saved once more while a save was on its way, or while it met another version. */
  const wantsMore = useRef(false);
  const { sheet, typed } = editing;
  const draft = useMemo(() => draftOf({ sheet, version: stored }), [sheet, stored]);
  const isEdited = draft !== undefined || withTyped(sheet, typed) !== sheet;
  const [keeper] = useState(() => {
    const own = ownDraft<SheetDraft>({ by, kind: 'sheet', of: artifact.id }, opened.draft);
    return made?.keeper ?? keeperOf(own, { version: stored, sheet, typed });
  });
  const isKept = useDraft(keeper, editing, stored);

  const standOn = (version: Version): void => {
    base.current = version;
    setStored(version);
  };
  const send = async (mine: Sheet): Promise<void> => {
    isOnItsWay.current = true;
    const on = base.current;
    const drafted = await keeper.drafted({ version: on, sheet: mine });
    sending.current = mine;
    const version = { artifactId: artifact.id, expectedVersionId: on.versionId, ...changesOf(mine) };
    await queue(by, { channelId: artifact.channelId ?? '' }, { kind: 'version', ...version, ...drafted });
  };
  const notSent = (error: unknown): void => {
    isOnItsWay.current = false;
    setRefusal(sentenceOf(error));
  };
  const putIn = (mine: Sheet, theirs: Artifact, rowOf?: RowOf): void => {
    editing.replace(mine, rowOf);
    standOn(versionIn(theirs));
  };
  /** Goes on from a stored version with these cells. A key that is pressed next meets them. */
  const goOn = (...next: Parameters<typeof putIn>): void => flushSync(() => putIn(...next));
  /** Goes on from a version of somebody else, and tells of it. */
  const join = (mine: Sheet, theirs: Artifact, rowOf?: RowOf): void =>
    flushSync(() => {
      const { versionId: from, versionNumber } = base.current;
      const isWritten = isChanged(mine);
      setJoined((before) => ({ theirs, from, first: isWritten ? (before?.first ?? versionNumber + 1) : undefined }));
      putIn(mine, theirs, rowOf);
    });
  const take = async (mine: Sheet, theirs: Artifact, rowOf?: RowOf): Promise<void> => {
    join(mine, theirs, rowOf);
    if (isChanged(mine)) return send(mine);
    setSaved(`Version ${theirs.versionNumber} says the same. There is nothing to save.`);
  };
  const saveNow = async (): Promise<void> => {
    [wantsMore.current, isOnItsWay.current] = [false, true];
    const mine = await editing.written();
    if (isChanged(mine)) return send(mine).catch(notSent);
    isOnItsWay.current = false;
    setSaved('There is nothing to save.');
  };
  const meeting = useMeeting({ artifact, editing, take, failed: notSent });

  const done = async (now: Artifact): Promise<void> => {
    const mine = sending.current;
    await (mine ? goOnFrom(now, mine) : meeting.catchUp(goOn));
    isOnItsWay.current = false;
    if (wantsMore.current && isChanged(editing.sheetNow())) void saveNow();
    else void hear();
  };
  const goOnFrom = async (now: Artifact, mine: Sheet): Promise<void> => {
    const content = textOf(mine);
    const read = await inSlices(readingCsv(content, mine.base.delimiter));
    editing.rebase(read, mine);
    standOn(versionIn(now));
    setSaved(savedWords(now, joined, by));
    setJoined(undefined);
    cache.setQueryData(artifactQuery(artifact.id).queryKey, { ...now, content });
    void cache.invalidateQueries({ queryKey: ['artifact', artifact.id, 'versions'] });
    void cache.invalidateQueries({ queryKey: ['artifacts'] });
  };
  const { entry, entryNow } = useSending({
    isOwn: keeper.isOwn,
    stored: (now) => void done(now),
    refused: ({ code, refusal: sentence }) => {
      isOnItsWay.current = false;
      if (code === 'version_conflict') void meeting.meet();
      else setRefusal(code === 'forbidden' ? 'You may read this sheet, but not change it.' : sentence);
    },
  });
  const act = entry?.act;
  const isFromBefore = act?.kind === 'version' && act.draft.at === opened.draft?.at;
  const { sheet: openedSheet } = opened;
  useEffect(() => {
    if (isFromBefore && !sending.current) sending.current = openedSheet;
  }, [isFromBefore, openedSheet]);

  const { data: newest } = useQuery(newestQuery(artifact.id));
  /** Takes in what others saved, unless a save of this page is on its way and meets it. */
  const hear = async (): Promise<void> => {
    const mayGo = ({ versionNumber }: Pick<Version, 'versionNumber'>): boolean =>
      versionNumber > base.current.versionNumber && !isOnItsWay.current && entryNow() === undefined;
    for (;;) {
      const { versionId } = base.current;
      const versionNumber = cache.getQueryData(newestQuery(artifact.id).queryKey) ?? 0;
      if (!mayGo({ versionNumber })) return;
      await meeting.hear(join, mayGo);
      if (base.current.versionId === versionId) return;
    }
  };
  useEffect(() => {
    void hear();
    // oxlint-disable-next-line react/exhaustive-deps -- A newer version, or edits that no longer clash with it.
  }, [newest, stored, isEdited]);

  const save = async (): Promise<void> => {
    setSaved(undefined);
    setRefusal(undefined);
    await editing.written();
    const now = entryNow();
    const canBegin = !meeting.isBusy() && (now ? await takeBack(now.key) : !isOnItsWay.current);
    if (canBegin) await saveNow();
    else wantsMore.current = true;
  };
  useEffect(() => {
    if (made?.wantsMore()) void saveNow();
    // oxlint-disable-next-line react/exhaustive-deps -- It was asked for before the sheet had this address.
  }, [made]);
  return {
    save,
    take,
    meeting,
    stored,
    draft,
    isChanged: isEdited,
    isKept,
    joined,
    entry,
    saved: isEdited ? undefined : saved,
    refusal,
    /** A copy holds these cells. Edits that were made since stay here. */
    leave: async (copied: Sheet): Promise<void> => {
      if (editing.isStill(copied)) await keeper.end();
    },
    discard: keeper.end,
    keepAgain: (content: SheetDraft) => keeper.keepAgain(stored.versionId, content),
  };
}
