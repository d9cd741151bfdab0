import { MergeView } from '@codemirror/merge';
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
  readonly ref: Ref<CompareHandle>;
}

/** The look of what is between the two texts. Narrower sides would hold a word a line; the box scrolls sideways before. */
const look = new CSSStyleSheet();
look.replaceSync(`
  .cm-mergeView { min-width: 560px; }
  .cm-merge-revert { width: 32px; }
  .cm-merge-revert button {
    width: 24px; height: 24px; padding: 0; margin-inline-start: 4px;
    border: 1px solid var(--color-border-strong); border-radius: var(--radius);
    background: var(--color-background-raised); color: inherit; font: inherit;
  }
  .cm-merge-revert button:hover { background: var(--color-background-hover); }
  .cm-merge-revert button:focus-visible { outline: 2px solid var(--color-accent); }
`);

/** Two texts side by side. The right one is written in; a button beside each difference takes the left one over. */
export default function Compare({ theirs, mine, ref }: CompareProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<MergeView>(null);
  useEffect(() => {
    const root = host.current!.shadowRoot ?? host.current!.attachShadow({ mode: 'open' });
    const both = new MergeView({
      parent: root,
      root,
      a: { doc: theirs, extensions: [sideOf('Theirs', theirs), EditorState.readOnly.of(true)] },
      b: { doc: mine, extensions: [sideOf('Yours', mine), history(), keymap.of([...keys, ...historyKeymap])] },
      revertControls: 'a-to-b',
      renderRevertControl: takeButton,
      collapseUnchanged: { margin: 4, minSize: 8 },
    });
    root.adoptedStyleSheets.push(look);
    view.current = both;
    return () => both.destroy();
  }, [theirs, mine]);
  useImperativeHandle(ref, () => ({ text: () => view.current!.b.state.sliceDoc() }), []);
  return <div ref={host} className={styles.compare} />;
}

const sideOf = (label: string, text: string) => [
  ends(text),
  compareTheme,
  shownText,
  keymap.of(defaultKeymap),
  EditorView.contentAttributes.of({ 'aria-label': label }),
];

/** The view adds its own listener to it. */
function takeButton(): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = '→';
  button.title = 'Take theirs here';
  button.setAttribute('aria-label', 'Take theirs here');
  return button;
}
