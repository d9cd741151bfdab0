import { Transaction } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import type { PlaceInText } from './dropped.ts';
import styles from './editor.module.css';
import { lineEndOf } from './line-ends.ts';
import { opened, reopened, type Writing } from './open.ts';
import { replacing } from './replacing.ts';

export interface EditorHandle {
  /** The text byte by byte. */
  readonly text: () => string;
  /** Puts another text in its place, which can be undone. */
  readonly replace: (text: string) => void;
  /** Puts in what others changed. Undo keys leave it there. */
  readonly join: (text: string) => void;
  /** Writes at a place, and goes on behind it. */
  readonly insert: (words: string, place: PlaceInText) => void;
  readonly cursor: () => number;
  /** Whether letters that are typed now come into it. */
  readonly hasFocus: () => boolean;
  /** Takes the keys that are pressed next, and scrolls nowhere. */
  readonly takeKeys: () => void;
  readonly focus: (cursor: number) => void;
  /** Puts the cursor at the beginning of a line, from 0. */
  readonly goTo: (line: number) => void;
}

/** A text of Markdown to write. It begins with `text`; afterwards its handle knows it. */
export function Editor({ ref, ...writing }: Writing & { readonly ref: Ref<EditorHandle> }) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const latest = useRef(writing);
  useEffect(() => {
    latest.current = writing;
  });
  // Keys may come before the effects after the paint.
  useLayoutEffect(() => {
    const editor = opened(host.current!, followed(latest));
    view.current = editor;
    return () => editor.destroy();
  }, []);
  useImperativeHandle(ref, () => handleOf(() => view.current!, latest), []);
  return <div ref={host} className={styles.editor} />;
}

/** Follows what the page says now, not when the text was opened. */
const followed = (latest: { readonly current: Writing }): Writing => ({
  ...latest.current,
  onChange: () => latest.current.onChange(),
  suggest: (sign, words) => latest.current.suggest(sign, words),
  takeFiles: (files, place) => latest.current.takeFiles(files, place),
});

/** Puts another text in place of one. With other line ends it is opened anew. */
function put(view: EditorView, latest: { readonly current: Writing }, text: string, addToHistory: boolean): void {
  const { state } = view;
  const annotations = Transaction.addToHistory.of(addToHistory);
  if (lineEndOf(text) === state.lineBreak) return view.dispatch({ ...replacing(state, text), annotations });
  reopened(view, { ...followed(latest), text });
  latest.current.onChange();
}

const handleOf = (view: () => EditorView, latest: { readonly current: Writing }): EditorHandle => ({
  text: () => view().state.sliceDoc(),
  replace: (text) => put(view(), latest, text, true),
  join: (text) => put(view(), latest, text, false),
  insert: (words, { at }) => {
    const from = Math.min(at, view().state.doc.length);
    view().dispatch({ changes: { from, insert: words }, selection: { anchor: from + words.length } });
  },
  cursor: () => view().state.selection.main.head,
  hasFocus: () => view().root.activeElement === view().contentDOM,
  takeKeys: () => view().focus(),
  focus: (cursor) => {
    view().focus();
    view().dispatch({ selection: { anchor: Math.min(cursor, view().state.doc.length) }, scrollIntoView: true });
  },
  goTo: (line) => {
    const { doc } = view().state;
    const { from } = doc.line(Math.min(line + 1, doc.lines));
    view().focus();
    view().dispatch({
      selection: { anchor: from },
      effects: EditorView.scrollIntoView(from, { y: 'start', yMargin: 80 }),
    });
  },
});
