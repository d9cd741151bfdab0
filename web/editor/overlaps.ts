import { type EditorState, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import { bothOf, type Overlap } from './merge.ts';

/** A button at a place decides about its lines. The place is settled then. */
interface Choice {
  readonly words: string;
  /** The text in place of mine. Mine stays if there is nothing of it. */
  readonly made?: (mine: string, lineBreak: string) => string;
}

/** Says above lines what two people did to them, and offers what can be made of it. */
class Label extends WidgetType {
  readonly words: string;
  readonly index: number;
  readonly choices: readonly Choice[];

  constructor(words: string, index: number, choices: readonly Choice[]) {
    super();
    this.words = words;
    this.index = index;
    this.choices = choices;
  }

  override eq({ choices }: Label): boolean {
    return choices === this.choices;
  }

  override toDOM(view: EditorView): HTMLElement {
    const label = document.createElement('div');
    label.className = 'cm-overlap-label';
    label.append(this.words);
    for (const choice of this.choices) {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = choice.words;
      button.addEventListener('click', () => settle(view, this.index, view.posAtDOM(label), choice));
      label.append(' ', button);
    }
    return label;
  }
}

/** One of both may have deleted the place. Below the text of others, each of their changes has buttons that decide it. */
function choicesOf(overlap: Overlap, isBelow: boolean): Choice[] {
  const { from, to, theirs } = overlap;
  if (isBelow && (theirs === '' || from === to)) return [];
  if (theirs === '') return [{ words: 'Keep my words' }, { words: 'Leave them out', made: () => '' }];
  if (from === to) return [{ words: 'Take their words', made: () => theirs }, { words: 'Leave them out' }];
  return [{ words: 'Take both', made: (mine, lineBreak) => bothOf(overlap, mine, lineBreak) }];
}

const settled = StateEffect.define<number>();

function settle(view: EditorView, index: number, at: number, { made }: Choice): void {
  const { state } = view;
  const to = endOf(state, index, at);
  const text = made?.(state.sliceDoc(at, to), state.lineBreak);
  view.dispatch({
    ...(text !== undefined && { changes: { from: at, to, insert: state.toText(text) } }),
    selection: { anchor: at },
    effects: settled.of(index),
    userEvent: 'accept',
  });
}

/** Behind the last of my lines at a place. */
function endOf(state: EditorState, index: number, at: number): number {
  let end = at;
  state.field(field).between(at, state.doc.length, (from, _to, { spec }) => {
    const { place, block } = spec as Spec;
    if (place === index && !block) end = Math.min(state.doc.lineAt(from).to + 1, state.doc.length);
  });
  return end;
}

interface Spec {
  /** Which place it marks. */
  readonly place: number;
  readonly block?: boolean;
}

const lineOf = (place: number) => Decoration.line({ class: 'cm-overlap', place });

/** Says what both did to a place. One of them may have deleted it. */
function didOf({ from, to, theirs }: Overlap): string {
  if (theirs === '') return 'You changed this, theirs deleted it';
  return from === to ? 'You deleted this, theirs changed it' : 'Both changed this';
}

function labelOf(place: number, count: number, overlap: Overlap, isBelow: boolean): Decoration {
  const words = didOf(overlap) + (count === 1 ? '' : `: place ${place + 1} of ${count}`);
  return Decoration.widget({
    widget: new Label(words, place, choicesOf(overlap, isBelow)),
    block: true,
    side: -2,
    place,
  });
}

/** Where the places are in a state, whose line ends count one character each. */
function marksIn(state: EditorState, text: string, places: readonly Overlap[], isBelow: boolean): DecorationSet {
  const at = (offset: number): number => state.toText(text.slice(0, offset)).length;
  const marks = places.flatMap((overlap, index) => {
    const { from, to } = overlap;
    const [start, end] = [at(from), at(to)];
    const ranges = [labelOf(index, places.length, overlap, isBelow).range(start)];
    for (let here = start; here < end; here = state.doc.lineAt(here).to + 1)
      ranges.push(lineOf(index).range(state.doc.lineAt(here).from));
    return ranges;
  });
  return Decoration.set(marks, true);
}

const field = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (marks, { changes, effects }) => {
    const done = new Set(effects.flatMap((effect) => (effect.is(settled) ? [effect.value] : [])));
    return marks.map(changes).update({ filter: (_from, _to, { spec }) => !done.has((spec as Spec).place) });
  },
  provide: (marks) => EditorView.decorations.from(marks),
});

/** Marks the places of a text where two people changed the same lines. They move with it. */
export const overlapsIn = (text: string, places: readonly Overlap[], isBelow: boolean) =>
  field.init((state) => marksIn(state, text, places, isBelow));

/** Puts the cursor at the next place behind it, or at the first. */
export function goToNext(view: EditorView): void {
  const starts: number[] = [];
  const { doc, selection } = view.state;
  view.state.field(field).between(0, doc.length, (from, _to, { spec }) => {
    if ((spec as Spec).block) starts.push(from);
  });
  const isThere = view.hasFocus;
  const anchor = starts.find((start) => isThere && start > selection.main.head) ?? starts[0];
  if (anchor === undefined) return;
  view.focus();
  view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
}
