import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { EditorState, type Extension, StateEffect } from '@codemirror/state';
import { EditorView, type KeyBinding, keymap, placeholder } from '@codemirror/view';
import { blocks } from './blocks.ts';
import { dropped, type TakeFiles } from './dropped.ts';
import { hidden } from './hidden.ts';
import { keys, markOnce } from './keys.ts';
import { markdown } from './language.ts';
import { lineEndOf, withLineEnds } from './line-ends.ts';
import type { Suggest } from './suggestions.ts';
import { theme } from './theme.ts';

/** A text for writing, and what it needs of its page. */
export interface Writing {
  /** Its name for screen readers. */
  readonly label: string;
  readonly text: string;
  readonly onChange: () => void;
  readonly suggest: Suggest;
  readonly takeFiles: TakeFiles;
}

/** Every text here looks so, to write and to compare. */
export const shownText: Extension = [markdown, blocks, hidden, theme, EditorView.lineWrapping];

/** The text with its bytes: `sliceDoc` gives back every one. */
export const ends = (text: string): Extension => EditorState.lineSeparator.of(lineEndOf(text));

/** The code that finds comes when it is asked for. */
const find: KeyBinding = {
  key: 'Mod-f',
  run: (view) => {
    void import('./searching.ts').then(({ openSearch }) => openSearch(view));
    return true;
  },
};

const covered = { above: 72, below: 144 };

/**
 * Room for the header of the page above, and for search and notices below. It is as much as they cover. Suggestions are
 * not shown there.
 */
const margins = EditorView.scrollMargins.of(({ scrollDOM }) => {
  const { top, bottom } = scrollDOM.getBoundingClientRect();
  const within = (room: number, pixels: number): number => Math.max(0, Math.min(room, pixels));
  return {
    top: within(covered.above, covered.above - top),
    bottom: within(covered.below, bottom + covered.below - innerHeight),
  };
});

/** A key that undoes, pressed elsewhere on the page, changes no text that nobody sees. */
const undoneInSight = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    if (!event.inputType.startsWith('history') || view.dom.checkVisibility()) return false;
    event.preventDefault();
    return true;
  },
});

const stateOf = ({ label, text, onChange, takeFiles }: Writing): EditorState =>
  EditorState.create({
    doc: text,
    extensions: [
      ends(text),
      shownText,
      margins,
      undoneInSight,
      history(),
      markOnce,
      dropped(takeFiles),
      placeholder('Write Markdown'),
      keymap.of([find, ...keys, ...historyKeymap, ...defaultKeymap]),
      EditorView.clipboardInputFilter.of((text, { lineBreak }) => withLineEnds(text, lineBreak)),
      EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'true', autocapitalize: 'sentences' }),
      EditorView.updateListener.of(({ docChanged }) => {
        if (docChanged) onChange();
      }),
    ],
  });

/** A text in a shadow root, whose style sheets the page's policy allows. */
export function opened(host: HTMLElement, writing: Writing): EditorView {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const view = new EditorView({ state: stateOf(writing), root, parent: root });
  suggestSoon(view, writing.suggest);
  return view;
}

/** Opens another text in its place. */
export function reopened(view: EditorView, writing: Writing): void {
  view.setState(stateOf(writing));
  suggestSoon(view, writing.suggest);
}

/** Suggestions come after the text is shown, also on what is written by then. */
function suggestSoon(view: EditorView, suggest: Suggest): void {
  const { doc } = view.state;
  void import('./suggestions.ts').then(({ startCompletion, suggestions }) => {
    if (!view.dom.isConnected) return;
    view.dispatch({ effects: StateEffect.appendConfig.of(suggestions(suggest)) });
    if (view.state.doc !== doc) startCompletion(view);
  });
}
