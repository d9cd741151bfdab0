import { EditorView } from '@codemirror/view';

/** How a comparison differs from a text for writing. Colour is never alone: changed words are underlined. */
export const compareTheme = EditorView.theme({
  '.cm-content': { paddingBottom: '14px' },
  '&.cm-merge-a .cm-changedLine, .cm-deletedChunk': { backgroundColor: 'var(--color-removed)' },
  // Where the lines of the text begin.
  '.cm-deletedChunk': { paddingInlineStart: '16px' },
  '&.cm-merge-b .cm-changedLine, .cm-insertedLine': { backgroundColor: 'var(--color-added)' },
  '& .cm-changedText, &.cm-merge-a .cm-changedText, &.cm-merge-b .cm-changedText': {
    background: 'color-mix(in oklch, currentcolor 16%, transparent)',
    textDecoration: 'underline',
    textDecorationThickness: '1px',
    textUnderlineOffset: '3px',
  },
  '.cm-overlap': { boxShadow: 'inset 3px 0 0 var(--color-warning)' },
  '.cm-overlap-label': {
    padding: '2px 16px',
    boxShadow: 'inset 3px 0 0 var(--color-warning)',
    color: 'var(--color-warning)',
    fontFamily: 'var(--font-interface)',
    fontSize: 'var(--text-small)',
    lineHeight: '20px',
  },
  '.cm-gutters': { border: '0', backgroundColor: 'transparent' },
  '.cm-collapsedLines': {
    padding: '4px 16px',
    border: '0',
    background: 'var(--color-background-secondary)',
    color: 'var(--color-text-secondary)',
    fontSize: 'var(--text-small)',
    lineHeight: '20px',
  },
});
