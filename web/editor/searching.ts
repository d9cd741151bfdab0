import { openSearchPanel, search, searchKeymap } from '@codemirror/search';
import { EditorState, StateEffect } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';

const known = new WeakSet<EditorView>();

/** Opens the panel that finds and replaces, below the text. */
export function openSearch(view: EditorView): void {
  if (!known.has(view)) {
    known.add(view);
    view.dispatch({ effects: StateEffect.appendConfig.of([search(), keymap.of(searchKeymap), look, words]) });
  }
  openSearchPanel(view);
}

/** The words of the panel, as those of other buttons are written. */
const words = EditorState.phrases.of({
  next: 'Next',
  previous: 'Previous',
  all: 'Select all',
  'match case': 'Match case',
  regexp: 'Regex',
  'by word': 'Whole words',
  replace: 'Replace',
  'replace all': 'Replace all',
  close: 'Close',
});

/** On a phone the fields begin lines. Their letters are as large as an iPhone wants them before it zooms in. */
const look = EditorView.theme({
  '.cm-searchMatch': { backgroundColor: 'var(--color-marked)', outline: '1px solid var(--color-border-strong)' },
  '.cm-searchMatch.cm-searchMatch-selected': { outline: '2px solid var(--color-accent)' },
  '.cm-panels': {
    backgroundColor: 'var(--color-background-raised)',
    color: 'inherit',
    fontSize: 'var(--text-interface)',
    fontFamily: 'var(--font-interface)',
    lineHeight: '20px',
  },
  '.cm-panels.cm-panels-bottom': { borderTop: '1px solid var(--color-border-primary)' },
  '.cm-panel.cm-search': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '6px',
    padding: '10px 40px 10px 12px',
  },
  '.cm-panel.cm-search br': { display: 'none' },
  '.cm-panel.cm-search label': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    minHeight: '24px',
    marginInlineStart: '6px !important',
    fontSize: 'inherit',
    margin: '0',
  },
  '.cm-panel.cm-search input[type=checkbox]': { margin: '0' },
  '.cm-textfield, .cm-button': {
    minHeight: '28px',
    margin: '0 !important',
    padding: '2px 8px',
    border: '1px solid var(--color-border-strong)',
    borderRadius: 'var(--radius)',
    background: 'var(--color-background-primary)',
    color: 'inherit',
    font: 'inherit',
    fontSize: 'inherit',
  },
  '.cm-panel.cm-search .cm-textfield': { flex: '1 1 100px', minWidth: '0', maxWidth: '260px' },
  '.cm-button:hover': { background: 'var(--color-background-hover)' },
  '.cm-panel.cm-search [name=close]': {
    top: '8px',
    right: '8px',
    width: '28px',
    height: '28px',
    color: 'inherit',
    fontSize: '18px',
    cursor: 'pointer',
  },
  '.cm-textfield:focus-visible, button:focus-visible, input:focus-visible': {
    outline: '2px solid var(--color-accent)',
    outlineOffset: '1px',
  },
  '@media (width < 560px)': {
    '.cm-panel.cm-search': { padding: '8px' },
    '.cm-panel.cm-search .cm-textfield': { minHeight: '36px', maxWidth: 'none', fontSize: '16px' },
    '.cm-panel.cm-search .cm-textfield[name=search]': { flex: '0 0 calc(100% - 44px)' },
    '.cm-button': { minHeight: '36px', flex: '1 0 auto' },
    '.cm-panel.cm-search label': { minHeight: '32px', marginInlineEnd: '6px !important' },
    '.cm-panel.cm-search [name=close]': { top: '8px', right: '4px', width: '36px', height: '36px' },
  },
});
