import { useMemo, useRef, useState } from 'react';
import { limits } from '../../../schemas/limits.ts';
import { shownOnLine } from '../../../schemas/shown.ts';
import { channelPath } from '../../../schemas/urls.ts';
import { SheetEditor } from '../../grid/editor/sheet-editor.tsx';
import { editedFrom, useEditing } from '../../grid/editor/use-editing.ts';
import type { Sheet } from '../../grid/model/sheet.ts';
import { useSaveKey } from '../../shared/acts/use-save-key.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { TextField } from '../../ui/form.tsx';
import { Page } from '../../ui/page.tsx';
import { tell } from '../../ui/overlays/toast.tsx';
import type { DraftKeeper } from './draft-keeper.ts';
import { draftOf } from './edits.ts';
import { KeepCopy } from './keep-copy.tsx';
import { emptyGrid, fresh } from './opening.ts';
import styles from './sheets.module.css';
import { Status } from './status.tsx';
import { useFirstSave } from './use-first-save.ts';

interface NewSheetProps {
  readonly channel: { readonly id: string; readonly slug: string; readonly name: string };
  readonly opened: {
    readonly keeper: DraftKeeper;
    readonly sheet: Sheet;
    readonly title: string;
  };
  readonly by: string;
  readonly mayAdd: boolean;
  readonly reopen: () => void;
}

/** A sheet that is not stored yet: its title and its first cells. */
export function NewSheet({ channel, opened, by, mayAdd, reopen }: NewSheetProps) {
  const { keeper } = opened;
  const [edited] = useState(() => editedFrom(opened.sheet));
  const editing = useEditing(edited);
  const [title, setTitle] = useState(opened.title);
  const [mistake, setMistake] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const { sheet } = editing;
  const draft = useMemo(() => draftOf({ version: fresh, sheet, title }), [sheet, title]);
  const { save, entry, refusal, isSaving, isKept } = useFirstSave({ channel, keeper, edited, editing, title, by });
  const saveIfTitled = () => {
    const isUntitled = title.trim() === '';
    setMistake(isUntitled ? 'Give the sheet a title.' : undefined);
    if (isUntitled) field.current?.focus();
    else void save();
  };
  useSaveKey(saveIfTitled);
  const discard = async () => {
    await keeper.end();
    reopen();
    if (!draft) return;
    tell('The new sheet is discarded.', {
      label: 'Undo',
      run: () => void keeper.keepAgain(fresh.versionId, draft).then(reopen),
    });
  };
  /** Cells that were written since a copy was made stay a draft. */
  const forget = async (copied: Sheet) => {
    if (editing.sheetNow() === copied) await keeper.end();
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
          rest={`Nothing written yet. It will be in ${shownOnLine(channel.name)}.`}
        />
      }
      actions={
        <>
          <Button disabled={!draft || isSaving} onClick={() => void discard()}>
            Discard
          </Button>
          <ButtonLink to={`${channelPath(channel.slug)}/library`}>Leave</ButtonLink>
          <Button look="primary" disabled={!mayAdd} onClick={saveIfTitled}>
            Save
          </Button>
        </>
      }
    >
      {!mayAdd && (
        <p className={styles.notice} role="status">
          <span>You may not add to this channel any more. Your edits can become a sheet that only you can read.</span>
          {draft && !isSaving && (
            <KeepCopy
              artifact={{ id: undefined, title: title.trim() || 'New sheet' }}
              isPrivate
              mine={editing.settle}
              kept={forget}
            />
          )}
        </p>
      )}
      <div className={styles.title}>
        <TextField
          ref={field}
          label="Title"
          value={title}
          maxLength={limits.title}
          mistake={mistake}
          readOnly={isSaving}
          autoFocus
          onChange={({ target }) => {
            setTitle(target.value);
            setMistake(undefined);
          }}
        />
      </div>
      <SheetEditor editing={editing} label={title.trim() || 'New sheet'} least={emptyGrid} />
    </Page>
  );
}
