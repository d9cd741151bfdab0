import { MergeView, unifiedMergeView } from '@codemirror/merge';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import styles from './editor.module.css';
import { keys } from './keys.ts';
import { ends, shownText } from './open.ts';
import { compareTheme } from './compare-theme.ts';

export interface CompareHandle {
  /** The text on the right, byte by byte. */
  readonly text: () => string;
}

interface CompareProps {
  readonly theirs: string;
  readonly mine: string;
  /** One below the other, where there is no room beside each other. */
  readonly isNarrow: boolean;
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
  .cm-merge-revert button, .cm-editor.cm-editor .cm-deletedChunk .cm-chunkButtons button {
    border: 1px solid var(--color-border-strong); border-radius: var(--radius);
    background: var(--color-background-raised); color: var(--color-text-primary); font: inherit;
  }
  .cm-merge-revert button:hover, .cm-chunkButtons.cm-chunkButtons button:hover { background: var(--color-background-hover); }
  .cm-merge-revert button:focus-visible, .cm-chunkButtons button:focus-visible { outline: 2px solid var(--color-accent); }
`);

interface Compared {
  readonly mine: EditorView;
  destroy(): void;
}

/** Two texts. Mine is written in; a button at each difference takes theirs over. */
export default function Compare({ theirs, mine, isNarrow, ref }: CompareProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<Compared>(null);
  const written = useRef(mine);
  useEffect(() => {
    const root = host.current!.shadowRoot ?? host.current!.attachShadow({ mode: 'open' });
    const both = (isNarrow ? below : beside)(root, theirs, written.current);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, look];
    view.current = both;
    return () => {
      written.current = both.mine.state.sliceDoc();
      both.destroy();
    };
  }, [theirs, isNarrow]);
  useImperativeHandle(ref, () => ({ text: () => view.current!.mine.state.sliceDoc() }), []);
  return <div ref={host} className={styles.compare} />;
}

const collapseUnchanged = { margin: 4, minSize: 8 };

function beside(root: ShadowRoot, theirs: string, mine: string): Compared {
  const both = new MergeView({
    parent: root,
    root,
    a: { doc: theirs, extensions: [sideOf('Theirs', theirs), EditorState.readOnly.of(true)] },
    b: { doc: mine, extensions: writtenSide(mine) },
    revertControls: 'a-to-b',
    renderRevertControl: takeButton,
    collapseUnchanged,
  });
  return { mine: both.b, destroy: () => both.destroy() };
}

function below(root: ShadowRoot, theirs: string, mine: string): Compared {
  const view = new EditorView({
    parent: root,
    root,
    doc: mine,
    extensions: [
      writtenSide(mine),
      unifiedMergeView({ original: theirs, mergeControls: choiceButton, collapseUnchanged }),
    ],
  });
  return { mine: view, destroy: () => view.destroy() };
}

const writtenSide = (mine: string) => [sideOf('Yours', mine), history(), keymap.of([...keys, ...historyKeymap])];

const sideOf = (label: string, text: string) => [
  ends(text),
  compareTheme,
  shownText,
  keymap.of(defaultKeymap),
  EditorView.contentAttributes.of({ 'aria-label': label }),
];

const takeTheirs = 'Take theirs here';

/** The view adds its own listener to it. */
function takeButton(): HTMLElement {
  const button = buttonNamed('→');
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
