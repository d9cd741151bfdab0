import { syntaxTree } from '@codemirror/language';
import { type Range, RangeSet } from '@codemirror/state';
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';

const classes: Readonly<Record<string, string>> = {
  ATXHeading1: 'cm-heading1',
  SetextHeading1: 'cm-heading1',
  ATXHeading2: 'cm-heading2',
  SetextHeading2: 'cm-heading2',
  ATXHeading3: 'cm-heading3',
  FencedCode: 'cm-code',
  CodeBlock: 'cm-code',
  HTMLBlock: 'cm-code',
  Table: 'cm-code',
};

/** The classes of the lines in sight. They change letters and never the height of a line. */
function linesIn({ state, visibleRanges }: EditorView): DecorationSet {
  const lines: Range<Decoration>[] = [];
  for (const { from, to } of visibleRanges) {
    syntaxTree(state).iterate({
      from,
      to,
      enter: (node) => {
        const name = classes[node.name];
        if (name === undefined) return;
        const line = Decoration.line({ class: name });
        const end = Math.min(node.to, to);
        for (let at = Math.max(node.from, from); at <= end; at = state.doc.lineAt(at).to + 1)
          lines.push(line.range(state.doc.lineAt(at).from));
      },
    });
  }
  return RangeSet.of(lines, true);
}

class Blocks {
  decorations: DecorationSet;

  constructor(view: EditorView) {
    this.decorations = linesIn(view);
  }

  update({ view, docChanged, viewportChanged, startState, state }: ViewUpdate): void {
    const isParsed = syntaxTree(startState) !== syntaxTree(state);
    if (docChanged || viewportChanged || isParsed) this.decorations = linesIn(view);
  }
}

/** Headings and code look as such, line by line. */
export const blocks = ViewPlugin.fromClass(Blocks, { decorations: ({ decorations }) => decorations });
