import { type EditorState, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import type { Overlap } from './merge.ts';

/** Says above lines that two people changed them, and brings theirs in above mine. */
class Label extends WidgetType {
  readonly words: string;
  readonly theirs: string;

  constructor(words: string, theirs: string) {
    super();
    this.words = words;
    this.theirs = theirs;
  }

  override eq({ words, theirs }: Label): boolean {
    return words === this.words && theirs === this.theirs;
  }

  override toDOM(view: EditorView): HTMLElement {
    const label = document.createElement('div');
    label.className = 'cm-overlap-label';
    label.textContent = this.words;
    if (this.theirs === '') return label;
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Take both';
    button.addEventListener('click', () => takeBoth(view, view.posAtDOM(label), this.theirs));
    label.append(' ', button);
    return label;
  }
}

/** Puts their lines before mine, once. */
function takeBoth(view: EditorView, at: number, theirs: string): void {
  const { state } = view;
  const insert = state.toText(theirs.endsWith('\n') ? theirs : theirs + state.lineBreak);
  if (state.doc.slice(at, at + insert.length).eq(insert)) return;
  view.dispatch({ changes: { from: at, insert }, userEvent: 'accept' });
}

const line = Decoration.line({ class: 'cm-overlap' });

/** Says what both did to a place. One of them may have deleted it. */
function didOf({ from, to, theirs }: Overlap): string {
  if (theirs === '') return 'You changed this, theirs deleted it';
  return from === to ? 'You deleted this, theirs changed it' : 'Both changed this';
}

const labelOf = (index: number, count: number, overlap: Overlap) =>
  Decoration.widget({
    widget: new Label(didOf(overlap) + (count === 1 ? '' : `: place ${index + 1} of ${count}`), overlap.theirs),
    block: true,
    side: -2,
  });

/** Where the places are in a state, whose line ends count one character each. */
function marksIn(state: EditorState, text: string, places: readonly Overlap[]): DecorationSet {
  const at = (offset: number): number => state.toText(text.slice(0, offset)).length;
  const marks = places.flatMap((overlap, index) => {
    const { from, to } = overlap;
    const [start, end] = [at(from), at(to)];
    const ranges = [labelOf(index, places.length, overlap).range(start)];
    for (let here = start; here < end; here = state.doc.lineAt(here).to + 1)
      ranges.push(line.range(state.doc.lineAt(here).from));
    return ranges;
  });
  return Decoration.set(marks, true);
}

const field = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (marks, { changes }) => marks.map(changes),
  provide: (marks) => EditorView.decorations.from(marks),
});

/** Marks the places of a text where two people changed the same lines. They move with it. */
export const overlapsIn = (text: string, places: readonly Overlap[]) =>
  field.init((state) => marksIn(state, text, places));

/** Puts the cursor at the next place behind it, or at the first. */
export function goToNext(view: EditorView): void {
  const starts: number[] = [];
  const { doc, selection } = view.state;
  view.state.field(field).between(0, doc.length, (from, _to, { spec }) => {
    if ((spec as { block?: boolean }).block) starts.push(from);
  });
  const isThere = view.hasFocus;
  const anchor = starts.find((start) => isThere && start > selection.main.head) ?? starts[0];
  if (anchor === undefined) return;
  view.focus();
  view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
}
