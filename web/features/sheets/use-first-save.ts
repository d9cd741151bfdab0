import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { queue, takeBack } from '../../data/outbox.ts';
import { sentenceOf } from '../../data/problems.ts';
import type { ArtifactAct, OutboxEntry } from '../../data/outbox-entry.ts';
import { readingCsv } from '../../grid/csv.ts';
import type { Edited, Editing } from '../../grid/editor/use-editing.ts';
import { openSheet } from '../../grid/model/sheet.ts';
import { inSlices } from '../../grid/model/slices.ts';
import { textOf } from '../../grid/model/splices.ts';
import { ownDraft } from '../../shared/artifacts/own-draft.ts';
import type { Artifact } from '../../shared/artifacts/queries.ts';
import { tell } from '../../ui/overlays/toast.tsx';
import type { DraftKeeper } from './draft-keeper.ts';
import { leaveAs } from './made.ts';
import { fresh, type SheetDraft, versionIn } from './opening.ts';
import { useDraft } from './use-draft.ts';
import { useSending } from './use-sending.ts';

interface New {
  readonly channel: { readonly id: string };
  readonly keeper: DraftKeeper;
  readonly edited: Edited;
  readonly editing: Editing;
  readonly title: string;
  readonly by: string;
}

/** Stores a new sheet, once. Cells that are written meanwhile go on at its address. */
export function useFirstSave({ channel, keeper, edited, editing, title, by }: New) {
  const navigate = useNavigate();
  const [refusal, setRefusal] = useState<string>();
  /** It is on its way, from the moment that it is asked for. */
  const [isSaving, setSaving] = useState(false);
  const isOnItsWay = useRef(false);
  const wantsMore = useRef(false);
  const [version, setVersion] = useState(fresh);
  const isKept = useDraft(keeper, editing, version, version === fresh ? title : undefined);

  const saving = (isNow: boolean): void => {
    isOnItsWay.current = isNow;
    wantsMore.current = false;
    setSaving(isNow);
  };
  const notSent = (sentence: string | undefined): void => {
    saving(false);
    setRefusal(sentence);
  };
  const stored = async (now: Artifact, { act }: OutboxEntry): Promise<void> => {
    isOnItsWay.current = true;
    const { content } = act as ArtifactAct;
    const base = await inSlices(readingCsv(content, editing.sheetNow().base.delimiter));
    const sheet = editing.rebase(base, openSheet(base));
    setVersion(versionIn(now));
    const own = ownDraft<SheetDraft>({ by, kind: 'sheet', of: now.id }, undefined);
    await keeper.moveTo(own, { version: versionIn(now), sheet, typed: edited.get().typed });
    leaveAs({ artifact: { ...now, content }, edited, keeper, wantsMore: () => wantsMore.current });
    tell(`“${now.title}” is stored.`);
    await navigate({ to: `/artifacts/${now.id}/cells`, replace: true });
  };
  const { entry, entryNow } = useSending({
    isOwn: keeper.isOwn,
    stored: (now, said) => void stored(now, said),
    refused: ({ refusal: sentence }) => notSent(sentence),
  });
  const save = async (): Promise<void> => {
    setRefusal(undefined);
    const now = entryNow();
    if (now ? !(await takeBack(now.key)) : isOnItsWay.current) {
      wantsMore.current = true;
      return;
    }
    saving(true);
    try {
      const sheet = await editing.written();
      const drafted = await keeper.drafted({ version: fresh, sheet, title });
      const act = { kind: 'artifact', type: 'csv', title: title.trim(), content: textOf(sheet), ...drafted } as const;
      await queue(by, { channelId: channel.id }, act);
    } catch (error) {
      notSent(sentenceOf(error));
    }
  };
  return { save, entry, refusal, isSaving: isSaving || entry !== undefined, isKept };
}
