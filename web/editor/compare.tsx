import { getChunks, MergeView, unifiedMergeView } from '@codemirror/merge';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { EditorState, type Extension, Transaction } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import styles from './editor.module.css';
import { keys } from './keys.ts';
import { ends, shownText } from './open.ts';
import { compareTheme } from './compare-theme.ts';
import type { Merged } from './merge.ts';
import { goToNext, overlapsIn } from './overlaps.ts';
import { replacing } from './replacing.ts';

export interface CompareHandle {
  /** The text on the right, byte by byte. */
  readonly text: () => string;
  readonly cursor: () => number;
  /** Puts the cursor at the next place where both changed the same lines. */
  readonly goToNext: () => void;
}

interface CompareProps {
  readonly mine: string;
  /** The place in mine where the writer goes on. */
  readonly cursor: number;
  readonly theirs: string;
  /** Both together, with mine where both changed the same lines. */
  readonly both: Merged;
  /** The text on the right at first: both, or as it was left. */
  readonly right: string;
  /** One below the other, where there is no room beside each other. */
  readonly isNarrow: boolean;
  readonly onChange: () => void;
  readonly ref: Ref<CompareHandle>;
}

/** The look of what is between the two texts. Narrower sides would hold a word a line; the box scrolls sideways before. */
const look = new CSSStyleSheet();
look.replaceSync(`
  .cm-mergeView { min-width: 560px; }
  .cm-merge-revert { width: 32px; }
  .cm-merge-revert button { width: 24px; height: 24px; padding: 0; margin-inline-start: 4px; }
  .cm-editor.cm-editor .cm-deletedChunk .cm-chunkButtons { position: static; display: flex; gap: 6px; padding: 6px 0; }
  .cm-editor.cm-editor .cm-deletedChunk .cm-chunkButtons button { min-height: 28px; margin: 0; padding: 0 8px; }
  .cm-overlap-label button { min-height: 24px; padding: 0 8px; }
  .cm-merge-revert button, .cm-overlap-label button, .cm-editor.cm-editor .cm-deletedChunk .cm-chunkButtons button {
    border: 1px solid var(--color-border-strong); border-radius: var(--radius);
    background: var(--color-background-raised); color: var(--color-text-primary); font: inherit;
  }
  .cm-merge-revert button:hover, .cm-chunkButtons.cm-chunkButtons button:hover { background: var(--color-background-hover); }
  .cm-merge-revert button:focus-visible, .cm-chunkButtons button:focus-visible, .cm-overlap-label button:focus-visible { outline: 2px solid var(--color-accent); }
`);

interface Compared {
  readonly mine: EditorView;
  destroy(): void;
}

/** The text of the writer, and what it begins with. */
interface Mine {
  readonly text: string;
  readonly extensions: Extension;
}

/** Two texts. Mine is written in; a button at each difference takes theirs over. */
export default function Compare({ mine, cursor, theirs, both, right, isNarrow, onChange, ref }: CompareProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const written = useRef(right);
  const [start] = useState(() => placeIn(right, mine, cursor));
  const place = useRef(start);
  const changed = useRef(onChange);
  useEffect(() => {
    changed.current = onChange;
  });
  // Keys that are pressed next come into it.
  useLayoutEffect(() => {
    const root = host.current!.shadowRoot ?? host.current!.attachShadow({ mode: 'open' });
    const sides = { text: both.text, extensions: writtenSide(both, isNarrow, () => changed.current()) };
    const compared = (isNarrow ? below : beside)(root, theirs, sides);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, look];
    view.current = compared.mine;
    writeIn(compared.mine, written.current);
    goOnAt(compared.mine, inSight(compared.mine, place.current));
    return () => {
      written.current = compared.mine.state.sliceDoc();
      place.current = compared.mine.state.selection.main.head;
      compared.destroy();
    };
  }, [theirs, both, isNarrow]);
  useImperativeHandle(
    ref,
    () => ({
      text: () => view.current?.state.sliceDoc() ?? written.current,
      cursor: () => view.current?.state.selection.main.head ?? place.current,
      goToNext: () => view.current && goToNext(view.current),
    }),
    [],
  );
  return <div ref={host} className={styles.compare} />;
}

/** Puts in words that were written before. Undo keys leave them there. */
function writeIn(view: EditorView, text: string): void {
  if (text !== view.state.sliceDoc())
    view.dispatch({ ...replacing(view.state, text), annotations: Transaction.addToHistory.of(false) });
}

const collapseUnchanged = { margin: 4, minSize: 8 };

function beside(root: ShadowRoot, theirs: string, { text, extensions }: Mine): Compared {
  const both = new MergeView({
    parent: root,
    root,
    a: { doc: theirs, extensions: [sideOf('Theirs', theirs), EditorState.readOnly.of(true)] },
    b: { doc: text, extensions },
    revertControls: 'a-to-b',
    renderRevertControl: takeButton,
    collapseUnchanged,
  });
  return { mine: both.b, destroy: () => both.destroy() };
}

function below(root: ShadowRoot, theirs: string, { text, extensions }: Mine): Compared {
  const merging = unifiedMergeView({ original: theirs, mergeControls: choiceButton, collapseUnchanged });
  const view = new EditorView({ parent: root, root, doc: text, extensions: [extensions, merging] });
  return { mine: view, destroy: () => view.destroy() };
}

const writtenSide = ({ text, overlaps }: Merged, isBelow: boolean, onChange: () => void): Extension => [
  sideOf('Yours', text),
  overlapsIn(text, overlaps, isBelow),
  history(),
  keymap.of([...keys, ...historyKeymap]),
  EditorView.updateListener.of(({ docChanged, transactions, view }) => {
    if (docChanged) onChange();
    const chosen = transactions.find((one) => one.isUserEvent('revert') || one.isUserEvent('accept'));
    // The button of a choice is gone with it. The writer goes on in the text, where keys undo it.
    if (chosen) queueMicrotask(() => goOnAt(view, firstChange(chosen)));
  }),
];

function firstChange({ changes, newSelection }: Transaction): number {
  let first: number | undefined;
  changes.iterChangedRanges((_fromA, _toA, from) => (first ??= from));
  return first ?? newSelection.main.head;
}

function goOnAt(view: EditorView, anchor: number): void {
  view.dispatch({ selection: { anchor: Math.min(anchor, view.state.doc.length) } });
  view.focus();
}

/** A place, or the first difference if the place is folded away. */
function inSight({ state }: EditorView, place: number): number {
  let isFolded = false;
  for (const marks of state.facet(EditorView.decorations)) {
    if (typeof marks === 'function') continue;
    marks.between(place, place, (from, to, { spec }) => {
      if (from < to && (spec as { block?: boolean }).block) isFolded = true;
    });
  }
  return isFolded ? (getChunks(state)?.chunks[0]?.fromB ?? 0) : place;
}

/** Where a place of one text is in another. */
function placeIn(text: string, before: string, place: number): number {
  const state = EditorState.create({ doc: before, extensions: ends(before) });
  return state.changes(replacing(state, text).changes).mapPos(Math.min(place, state.doc.length));
}

const sideOf = (label: string, text: string) => [
  ends(text),
  compareTheme,
  shownText,
  keymap.of(defaultKeymap),
  EditorView.contentAttributes.of({ 'aria-label': label }),
];

const takeTheirs = 'Take theirs here';

/** The view listens to the mouse on it, and to no key. */
function takeButton(): HTMLElement {
  const button = buttonNamed('→');
  button.addEventListener('click', ({ detail }) => {
    if (detail === 0) button.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }));
  });
  button.title = takeTheirs;
  button.setAttribute('aria-label', takeTheirs);
  return button;
}

function choiceButton(type: 'accept' | 'reject', act: (event: MouseEvent) => void): HTMLElement {
  const button = buttonNamed(type === 'accept' ? 'Keep mine' : takeTheirs);
  button.addEventListener('click', act);
  return button;
}

function buttonNamed(words: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = words;
  return button;
}
