import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { limits } from '../../../schemas/limits.ts';
import { useOutbox } from '../../data/outbox.ts';
import { Editor, type EditorHandle } from '../../editor/editor.tsx';
import type { Suggest } from '../../editor/suggestions.ts';
import { Outline } from '../../read/outline.tsx';
import type { Artifact } from '../../shared/artifacts/queries.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { TextField } from '../../ui/form.tsx';
import { Page } from '../../ui/page.tsx';
import { Notices } from './notices.tsx';
import type { Opening } from './opening.ts';
import { Conflict } from './parts.ts';
import { sessionIn } from './session.ts';
import { Status } from './status.tsx';
import type { Task } from './sending.ts';
import { useSaveKey } from '../../shared/acts/use-save-key.ts';
import { useRestingText } from '../../editor/use-resting-text.ts';
import styles from './writing.module.css';

const suggest: Suggest = async (sign, words) => (await import('./suggest.ts')).suggest(sign, words);

interface WriterProps {
  readonly task: Task;
  readonly opening: Opening;
  /** The document as it stands now, which others may have changed. */
  readonly current?: Artifact | undefined;
  /** Why it may not be changed any more. */
  readonly barred?: string | undefined;
  /** Where the document or its channel is read. */
  readonly readPath: string;
  /** The words of a new document while it is empty. */
  readonly empty?: string | undefined;
}

/** A document that is written: its title, its text, and what becomes of them. */
export function Writer({ task, opening, current, barred, readPath, empty }: WriterProps) {
  const [session] = useState(() => sessionIn(task, opening));
  const [start] = useState(session.words);
  const shown = useSyncExternalStore(session.subscribe, session.get);
  const editor = useRef<EditorHandle>(null);
  const title = useRef<HTMLInputElement>(null);
  const [mistake, setMistake] = useState<string>();
  const [resting, changed] = useRestingText(editor, start.text);
  const entry = useOutbox().find(({ act }) => 'draft' in act && session.isOwn(act.draft.key));
  useLayoutEffect(() => {
    if (task.artifactId !== undefined) editor.current?.focus(session.cursor());
    session.mount(editor.current);
    return session.begin();
  }, [session, task.artifactId]);
  useEffect(() => session.follow(entry), [session, entry]);
  useEffect(() => session.meet(current), [session, current]);
  const isApart = shown.conflict !== undefined;
  useEffect(() => {
    const text = editor.current;
    if (!isApart || !text) return;
    return () => text.focus(text.cursor());
  }, [isApart]);
  const save = () => {
    const isUntitled = shown.title.trim() === '';
    setMistake(isUntitled ? 'Give it a title.' : undefined);
    if (isUntitled) title.current?.focus();
    else if (!shown.conflict) void session.save();
  };
  useSaveKey(save);
  const isNew = task.artifactId === undefined;
  return (
    <Page
      title={isNew ? 'New document' : shown.base.title}
      icon="edit"
      about={<Status shown={shown} entry={entry} empty={empty} />}
      actions={
        <>
          <ButtonLink to={readPath}>{isNew ? 'Leave' : 'Read'}</ButtonLink>
          <Button look="primary" disabled={barred !== undefined || shown.conflict !== undefined} onClick={save}>
            Save
          </Button>
        </>
      }
      width="wide"
    >
      {shown.conflict && (
        <Conflict
          key={shown.conflict.theirs.versionId}
          session={session}
          base={shown.base}
          conflict={shown.conflict}
          isBarred={barred !== undefined}
        />
      )}
      <div className={styles.desk} hidden={shown.conflict !== undefined}>
        <div className={styles.paper}>
          <TextField
            ref={title}
            label="Title"
            value={shown.title}
            maxLength={limits.title}
            autoFocus={isNew}
            mistake={mistake}
            onChange={({ target }) => session.retitle(target.value)}
          />
          <p className={styles.hint}>
            <kbd>Ctrl S saves.</kbd> @ links people, # channels, [[ documents. Paste or drop images.{' '}
            <kbd>Escape, then Tab leaves the text.</kbd>
          </p>
          <Editor
            ref={editor}
            label="Text in Markdown"
            text={start.text}
            onChange={() => {
              session.changed();
              changed();
            }}
            suggest={suggest}
            takeFiles={(files, place) => {
              const take = async () =>
                (await import('./uploads.ts')).takeUploads(files, place, task.channelId, editor.current!);
              void take();
            }}
          />
        </div>
        <Outline text={resting} goTo={(line) => editor.current?.goTo(line)} />
      </div>
      <Notices session={session} shown={shown} current={current} isOnItsWay={entry !== undefined} barred={barred} />
    </Page>
  );
}
