import { indentLess, insertNewlineKeepIndent } from '@codemirror/commands';
import { syntaxTree } from '@codemirror/language';
import { EditorSelection, type EditorState, type Line, type StateCommand } from '@codemirror/state';
import { EditorView, type KeyBinding } from '@codemirror/view';
import { continuationOf } from './continuation.ts';

type Block = ReturnType<ReturnType<typeof syntaxTree>['resolveInner']>;

const blockAt = (state: EditorState, position: number): Block | null => syntaxTree(state).resolveInner(position, 1);

/** Whether the words of a line are within a block of this kind. */
function isIn(state: EditorState, { from, text }: Line, names: ReadonlySet<string>): boolean {
  const start = from + text.length - text.trimStart().length;
  for (let node = blockAt(state, start); node; node = node.parent) if (names.has(node.name)) return true;
  return false;
}

const lists: ReadonlySet<string> = new Set(['ListItem', 'Blockquote']);
const items: ReadonlySet<string> = new Set(['ListItem']);
const code: ReadonlySet<string> = new Set(['FencedCode', 'CodeBlock']);

/** Enter in a list begins the next item; in an empty item it ends the list by a blank line. */
const continueList: StateCommand = ({ state, dispatch }) => {
  const { main } = state.selection;
  const line = state.doc.lineAt(main.head);
  if (!main.empty || !isIn(state, line, lists) || isIn(state, line, code)) return false;
  const found = continuationOf(line.text);
  if (!found || main.head < line.from + found.length) return false;
  const changes =
    found.next === undefined
      ? { from: line.from, to: line.to, insert: state.lineBreak }
      : { from: main.head, insert: state.lineBreak + found.next };
  const selection = EditorSelection.cursor(state.changes(changes).mapPos(main.head, 1));
  dispatch(state.update({ changes, selection, scrollIntoView: true, userEvent: 'input' }));
  return true;
};

/** A mark that is typed where Enter has put one already takes its place: no item begins twice. */
export const markOnce = EditorView.inputHandler.of(({ state, dispatch }, from, to, typed) => {
  const line = state.doc.lineAt(from);
  if (typed !== ' ' || from !== to || from !== line.to || line.number === 1) return false;
  const { next = '' } = continuationOf(state.doc.line(line.number - 1).text) ?? {};
  const [, mark] = /^([-*+]|\d{1,9}[.)])$/.exec(line.text.slice(next.length)) ?? [];
  if (mark === undefined || !next.trim() || !line.text.startsWith(next)) return false;
  const [indent] = /^[ \t>]*/.exec(next)!;
  const insert = `${indent}${mark} `;
  dispatch({
    changes: { from: line.from, to, insert },
    selection: { anchor: line.from + insert.length },
    userEvent: 'input',
  });
  return true;
});

/** The width of a list item's mark: so far is its content indented. */
function widthOf(line: string): number {
  const [, mark] = /^[ \t]*([-*+]|\d{1,9}[.)])[ \t]/.exec(line) ?? [];
  return mark === undefined ? 0 : mark.length + 1;
}

/** Tab in a list puts its items one level deeper. Elsewhere it leads out of the text. */
const deeper: StateCommand = ({ state, dispatch }) => {
  const { from, to, head } = state.selection.main;
  if (!isIn(state, state.doc.lineAt(head), items)) return false;
  const [first, last] = [state.doc.lineAt(from).number, state.doc.lineAt(to).number];
  const width = widthOf(state.doc.line(first).text) || 2;
  const changes = Array.from({ length: last - first + 1 }, (_, index) => state.doc.line(first + index))
    .filter(({ length }) => length > 0)
    .map(({ from }) => ({ from, insert: ' '.repeat(width) }));
  dispatch(state.update({ changes, userEvent: 'input.indent' }));
  return true;
};

const shallower: StateCommand = (target) => {
  const { doc, selection } = target.state;
  return isIn(target.state, doc.lineAt(selection.main.head), items) && indentLess(target);
};

/** Puts a mark around what is selected, or takes it away. */
const marked =
  (mark: string): StateCommand =>
  ({ state, dispatch }) => {
    const { from, to } = state.selection.main;
    const { length } = mark;
    const isMarked = state.sliceDoc(from - length, from) === mark && state.sliceDoc(to, to + length) === mark;
    const changes = isMarked
      ? [
          { from: from - length, to: from },
          { from: to, to: to + length },
        ]
      : [
          { from, insert: mark },
          { from: to, insert: mark },
        ];
    const moved = isMarked ? -length : length;
    const selection = EditorSelection.single(from + moved, to + moved);
    dispatch(state.update({ changes, selection, userEvent: 'input' }));
    return true;
  };

export const keys: readonly KeyBinding[] = [
  { key: 'Enter', run: continueList },
  { key: 'Enter', run: insertNewlineKeepIndent },
  { key: 'Tab', run: deeper, shift: shallower },
  { key: 'Mod-b', run: marked('**'), preventDefault: true },
  { key: 'Mod-i', run: marked('*'), preventDefault: true },
];
