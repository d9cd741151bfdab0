import { useEffect, useMemo, useRef, useState } from 'react';
import { cache } from '../../data/cache.ts';
import { workspace } from '../../data/client.ts';
import { say, takeBack } from '../../data/outbox.ts';
import { ownDraft } from '../../shared/artifacts/own-draft.ts';
import { sentenceOf } from '../../data/problems.ts';
import { readingCsv } from '../../grid/csv.ts';
import type { Editing } from '../../grid/editor/use-editing.ts';
import { keptOf } from '../../grid/model/kept.ts';
import { type Merged, merged } from '../../grid/model/merge.ts';
import type { Sheet } from '../../grid/model/sheet.ts';
import { inSlices } from '../../grid/model/slices.ts';
import { textOf } from '../../grid/model/splices.ts';
import { type Artifact, artifactQuery } from '../../shared/artifacts/queries.ts';
import { changesOf, isChanged } from './changes.ts';
import { type Opened, type SheetDraft, sheetIn, type Version } from './opening.ts';
import { rested } from './rested.ts';
import { useDraft } from './use-draft.ts';
import { useSending } from './use-sending.ts';

/** A version of somebody else that stands in the way. */
export interface Conflict {
  readonly theirs: Artifact;
  readonly theirSheet: Sheet;
  readonly mine: Sheet;
  /** Nothing where the rows or columns cannot be matched. */
  readonly merged: Merged | undefined;
}

interface Saving {
  readonly artifact: Artifact;
  readonly opened: Opened;
  readonly editing: Editing;
  readonly by: string;
  /** Opens the sheet anew. */
  readonly reopen: () => void;
}

/** Saves a sheet: as one version, once, on top of what others did meanwhile. */
export function useSaving({ artifact, opened, editing, by, reopen }: Saving) {
  const [stored, setStored] = useState<Version>(opened.stored);
  const [saved, setSaved] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const [conflict, setConflict] = useState<Conflict>();
  const sending = useRef<Sheet>(undefined);
  /** The version of somebody else that mine was put on top of. */
  const together = useRef<Artifact>(undefined);
  const isMeeting = useRef(false);
  const savedAt = useRef(0);
  const { sheet } = editing;
  const draft = useMemo(() => (isChanged(sheet) ? draftOf(sheet, stored) : undefined), [sheet, stored]);
  const [own] = useState(() => ownDraft<SheetDraft>({ by, kind: 'sheet', of: artifact.id }, opened.draft));
  const { isKept, stop } = useDraft(own, stored.versionId, draft);

  const send = async (mine: Sheet, on: Version): Promise<void> => {
    const { at } = await own.keep(on.versionId, draftOf(mine, on));
    sending.current = mine;
    const version = { artifactId: artifact.id, expectedVersionId: on.versionId, ...changesOf(mine) };
    const act = { kind: 'version', ...version, draft: { key: own.keyOf(on.versionId), at } } as const;
    await say(by, { channelId: artifact.channelId ?? '' }, act);
  };
  const take = async (mine: Sheet, theirs: Artifact): Promise<void> => {
    const on = { versionId: theirs.versionId, versionNumber: theirs.versionNumber };
    together.current = theirs;
    editing.replace(mine);
    setConflict(undefined);
    setStored(on);
    stop();
    if (on.versionId !== stored.versionId) await own.drop(stored.versionId);
    if (isChanged(mine)) await send(mine, on);
    else setSaved(`Version ${theirs.versionNumber} says the same. There is nothing to save.`);
  };
  const meet = async (): Promise<void> => {
    if (isMeeting.current) return;
    isMeeting.current = true;
    try {
      await rested(savedAt.current);
      const mine = await editing.settle();
      const { artifact: theirs } = await workspace.artifacts.get({ artifactId: artifact.id });
      const theirSheet = await sheetIn(theirs.content);
      const both = merged(mine, theirSheet.base);
      if (both && both.clashes.length === 0) await take(both.sheet, theirs);
      else setConflict({ theirs, theirSheet, mine, merged: both });
    } catch (error) {
      setRefusal(sentenceOf(error));
    } finally {
      isMeeting.current = false;
    }
  };
  const done = async ({ artifact: now }: { artifact: Artifact }): Promise<void> => {
    const mine = sending.current;
    if (!mine) return reopen();
    const content = textOf(mine);
    const on = { versionId: now.versionId, versionNumber: now.versionNumber };
    const since = editing.rebase(await inSlices(readingCsv(content, mine.base.delimiter)), mine);
    setStored(on);
    stop();
    if (isChanged(since)) await own.keep(on.versionId, draftOf(since, on));
    await own.drop(stored.versionId);
    setSaved(savedWords(now, together.current));
    together.current = undefined;
    cache.setQueryData(artifactQuery(artifact.id).queryKey, { ...now, content });
    void cache.invalidateQueries({ queryKey: ['artifact', artifact.id, 'versions'] });
    void cache.invalidateQueries({ queryKey: ['artifacts'] });
  };
  const entry = useSending({
    isMine: (act) => act.kind === 'version' && act.artifactId === artifact.id,
    stored: (answer) => void done(answer as { artifact: Artifact }),
    refused: ({ code, refusal: sentence }) => (code === 'version_conflict' ? void meet() : setRefusal(sentence)),
  });
  const act = entry?.act;
  const isFromBefore = act?.kind === 'version' && act.draft.at === opened.draft?.at;
  const { sheet: openedSheet } = opened;
  useEffect(() => {
    if (isFromBefore && !sending.current) sending.current = openedSheet;
  }, [isFromBefore, openedSheet]);

  const save = async (): Promise<void> => {
    savedAt.current = performance.now();
    setSaved(undefined);
    setRefusal(undefined);
    const mine = await editing.settle();
    if (conflict || isMeeting.current || (entry && !(await takeBack(entry.key)))) return;
    if (!isChanged(mine)) return setSaved('There is nothing to save.');
    await send(mine, stored).catch((error: unknown) => setRefusal(sentenceOf(error)));
  };
  return {
    save,
    take,
    stored,
    draft,
    isKept,
    entry,
    saved: draft ? undefined : saved,
    refusal,
    conflict,
    leaveConflict: () => setConflict(undefined),
    discard: () => {
      stop();
      return own.drop(stored.versionId);
    },
    keepAgain: (content: SheetDraft) => own.keep(stored.versionId, content),
  };
}

const draftOf = (sheet: Sheet, { versionNumber }: Version): SheetDraft => ({
  kept: keptOf(sheet),
  columns: sheet.columns,
  versionNumber,
});

const savedWords = ({ versionNumber }: Artifact, together: Artifact | undefined): string =>
  together
    ? `Saved as version ${versionNumber}, together with version ${together.versionNumber} by ${nameOf(together)}.`
    : `Saved as version ${versionNumber}.`;

const nameOf = ({ updatedBy, via }: Artifact): string =>
  via.agent ? `${updatedBy.name} via ${via.agent.name}` : updatedBy.name;
