import { useNavigate } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { limits } from '../../../schemas/limits.ts';
import { say, takeBack } from '../../data/outbox.ts';
import type { OwnDraft } from '../../shared/artifacts/own-draft.ts';
import { readingCsv } from '../../grid/csv.ts';
import { SheetEditor } from '../../grid/editor/sheet-editor.tsx';
import { useEditing } from '../../grid/editor/use-editing.ts';
import type { Sheet } from '../../grid/model/sheet.ts';
import { inSlices } from '../../grid/model/slices.ts';
import { textOf } from '../../grid/model/splices.ts';
import type { Artifact } from '../../shared/artifacts/queries.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/form.tsx';
import { Page } from '../../ui/page.tsx';
import { tell } from '../../ui/overlays/toast.tsx';
import { draftOf } from './edits.ts';
import { leaveAs } from './made.ts';
import { emptyGrid, type SheetDraft } from './opening.ts';
import styles from './sheets.module.css';
import { Status } from './status.tsx';
import { useDraft } from './use-draft.ts';
import { useSaveKey } from '../../shared/acts/use-save-key.ts';
import { useSending } from './use-sending.ts';

interface NewSheetProps {
  readonly channel: { readonly id: string; readonly name: string };
  readonly opened: {
    readonly own: OwnDraft<SheetDraft>;
    readonly sheet: Sheet;
    readonly title: string;
  };
  readonly by: string;
  readonly reopen: () => void;
}

/** The name of all drafts of new sheets. */
const fresh = { versionId: 'new', versionNumber: 0 };

/** A sheet that is not stored yet: its title and its first cells. */
export function NewSheet({ channel, opened, by, reopen }: NewSheetProps) {
  const navigate = useNavigate();
  const editing = useEditing(opened.sheet);
  const [title, setTitle] = useState(opened.title);
  const [mistake, setMistake] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const field = useRef<HTMLDivElement>(null);
  const sending = useRef<Sheet>(undefined);
  const { own } = opened;
  const { sheet } = editing;
  const draft = useMemo(() => draftOf({ version: fresh, sheet, title }), [sheet, title]);
  const { keeper, isKept } = useDraft(own, editing, fresh, title);
  const entry = useSending({
    isMine: (act) => act.kind === 'artifact' && act.type === 'csv' && act.draft.key.of === channel.id,
    stored: (answer) => void done((answer as { artifact: Artifact }).artifact),
    refused: ({ refusal: sentence }) => setRefusal(sentence),
  });
  const done = async ({ id, versionId, title: name }: Artifact) => {
    const mine = sending.current;
    if (mine) {
      await editing.settle();
      editing.rebase(await inSlices(readingCsv(textOf(mine), mine.base.delimiter)), mine);
      const { look, selection } = editing;
      leaveAs(versionId, { history: editing.historyNow(), look, selection });
    }
    await keeper.end();
    tell(`“${name}” is stored.`);
    await navigate({ to: `/artifacts/${id}/cells`, replace: true });
  };
  const save = async () => {
    setRefusal(undefined);
    const now = await editing.settle();
    const name = title.trim();
    setMistake(name === '' ? 'Give the sheet a title.' : undefined);
    if (name === '') return field.current?.querySelector('input')?.focus();
    if (entry && !(await takeBack(entry.key))) return;
    const drafted = await keeper.drafted({ version: fresh, sheet: now, title });
    sending.current = now;
    const act = { kind: 'artifact', type: 'csv', title: name, content: textOf(now), ...drafted } as const;
    await say(by, { channelId: channel.id }, act);
  };
  useSaveKey(() => void save());
  const discard = async () => {
    await keeper.end();
    reopen();
    if (!draft) return;
    tell('The new sheet is discarded.', {
      label: 'Undo',
      run: () => void own.keep(fresh.versionId, draft).then(reopen),
    });
  };
  return (
    <Page
      title="New sheet"
      icon="sheet"
      about={
        <Status
          entry={entry}
          isChanged={draft !== undefined}
          isKept={isKept}
          saved={undefined}
          refusal={refusal}
          rest={`It will be in ${channel.name}. Only what you write is stored.`}
        />
      }
      actions={
        <>
          {draft && !entry && <IconButton label="Discard your edits" icon="trash" onClick={() => void discard()} />}
          <Button look="primary" onClick={() => void save()}>
            Save
          </Button>
        </>
      }
    >
      <div className={styles.title} ref={field}>
        <TextField
          label="Title"
          value={title}
          maxLength={limits.title}
          mistake={mistake}
          onChange={({ target }) => setTitle(target.value)}
        />
      </div>
      <SheetEditor editing={editing} label={title.trim() || 'New sheet'} least={emptyGrid} />
    </Page>
  );
}
