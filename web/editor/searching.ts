import { openSearchPanel, search, searchKeymap } from '@codemirror/search';
import { StateEffect } from '@codemirror/state';
import { type EditorView, keymap } from '@codemirror/view';

const known = new WeakSet<EditorView>();

/** Opens the panel that finds and replaces, below the text. */
export function openSearch(view: EditorView): void {
  if (!known.has(view)) {
    known.add(view);
    view.dispatch({ effects: StateEffect.appendConfig.of([search(), keymap.of(searchKeymap)]) });
  }
  openSearchPanel(view);
}
