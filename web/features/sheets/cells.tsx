import { useEffect, useRef, useState } from 'react';
import { SheetEditor } from '../../grid/editor/sheet-editor.tsx';
import { editedFrom, useEditing } from '../../grid/editor/use-editing.ts';
import type { Artifact } from '../../shared/artifacts/queries.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { tell } from '../../ui/overlays/toast.tsx';
import { Conflict } from './conflict.tsx';
import { JoinedNotice } from './joined.tsx';
import { KeepCopy } from './keep-copy.tsx';
import { forgetMade, madeAs } from './made.ts';
import { leastOf, type Opened } from './opening.ts';
import styles from './sheets.module.css';
import { Status } from './status.tsx';
import { useSaveKey } from '../../shared/acts/use-save-key.ts';
import { useSaving } from './use-saving.ts';

interface CellsProps {
  readonly artifact: Artifact;
  readonly opened: Opened;
  readonly by: string;
  readonly mayEdit: boolean;
  readonly reopen: () => void;
}

/** The cells of a sheet, where its edits are, and the way to store them. */
export function Cells({ artifact, opened, by, mayEdit, reopen }: CellsProps) {
  const [made] = useState(() => madeAs(artifact.id));
  const [least] = useState(() => leastOf(opened.sheet, made !== undefined));
  const [edited] = useState(() => made?.edited ?? editedFrom(opened.sheet));
  useEffect(forgetMade, []);
  const editing = useEditing(edited);
  const saving = useSaving({ artifact, opened, editing, by, made });
  const { save, meeting, draft, refusal, entry, stored, joined } = saving;
  const { first, conflict } = meeting;
  useSaveKey(() => void save());
  const desk = useRef<HTMLDivElement>(null);
  const isApart = conflict !== undefined;
  useEffect(() => (isApart ? () => focusIn(desk.current) : undefined), [isApart]);
  const discard = async () => {
    await saving.discard();
    reopen();
    if (!draft) return;
    const again = () => void saving.keepAgain(draft).then(reopen);
    tell('Your edits are discarded.', { label: 'Undo', run: again });
  };
  const mustCompare = first?.clashes === true && draft !== undefined && !entry;
  const isFromBefore =
    opened.draft !== undefined && draft !== undefined && draft.versionNumber === opened.stored.versionNumber;
  return (
    <Page
      title={artifact.title}
      icon="sheet"
      about={
        <Status
          {...saving}
          first={first}
          isTyping={editing.typed !== undefined}
          rest={`Version ${stored.versionNumber}. Ctrl S saves.`}
        />
      }
      actions={
        <>
          <Button disabled={!saving.isChanged || entry !== undefined} onClick={() => void discard()}>
            Discard
          </Button>
          <ButtonLink to={`/artifacts/${artifact.id}`}>Read</ButtonLink>
          <Button
            look="primary"
            disabled={isApart || !mayEdit}
            onClick={() => void (mustCompare ? meeting.compare() : save())}
          >
            {mustCompare ? 'Compare' : 'Save'}
          </Button>
        </>
      }
    >
      {isFromBefore && opened.draft && !entry && (
        <p className={styles.notice} role="status">
          <span>
            Your edits of <Time at={new Date(opened.draft.at).toISOString()} /> are here again. They are not saved yet.
            {opened.stored.versionId !== artifact.versionId &&
              ` The sheet is at version ${artifact.versionNumber} by now. Saving puts both together.`}
          </span>
        </p>
      )}
      {(!mayEdit || (refusal !== undefined && draft && !entry)) && (
        <p className={styles.notice} role="status">
          <span>
            {mayEdit
              ? 'If you may not write here any more, your edits'
              : `You may not change this sheet any more. ${draft ? 'Your edits' : 'Edits'}`}{' '}
            can become a sheet that only you can read.
          </span>
          {draft && <KeepCopy artifact={artifact} isPrivate mine={editing.settle} kept={saving.leave} />}
        </p>
      )}
      {joined && !conflict && <JoinedNotice joined={joined} />}
      {conflict && (
        <Conflict
          conflict={conflict}
          take={(mine, theirs) => void meeting.choose(mine, theirs)}
          leave={meeting.goOnEditing}
          kept={saving.leave}
        />
      )}
      <div ref={desk} inert={isApart}>
        <SheetEditor editing={editing} label={artifact.title} least={least} />
      </div>
    </Page>
  );
}

/** The grid goes on where it was left. */
function focusIn(desk: HTMLElement | null): void {
  const cell = desk?.querySelector<HTMLElement>('[data-active]') ?? desk?.querySelector('table');
  cell?.focus();
}
