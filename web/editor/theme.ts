import { EditorView } from '@codemirror/view';

/**
 * The look of the text, by the tokens of the app. Every line is as high as any other, because letters of another size
 * or face add nothing to it.
 */
export const theme = EditorView.theme({
  '&': { color: 'var(--color-text-primary)', fontSize: 'var(--text-document)', backgroundColor: 'transparent' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-interface)', lineHeight: '26px', overflowX: 'visible' },
  '.cm-content': { padding: '14px 0 40vh', caretColor: 'var(--color-text-primary)' },
  '.cm-line': { padding: '0 16px', overflowWrap: 'anywhere' },
  '.cm-line *': { lineHeight: '0' },
  '.cm-heading1': { fontSize: '1.375em', fontWeight: '600' },
  '.cm-heading2': { fontSize: '1.19em', fontWeight: '600' },
  '.cm-heading3': { fontSize: '1.06em', fontWeight: '600' },
  '.cm-code': { fontFamily: 'var(--font-code)', fontSize: '0.9em' },
  '.cm-code *': { fontSize: 'inherit' },
  '.cm-placeholder': { color: 'var(--color-text-secondary)' },
  '.cm-hidden-character': {
    padding: '0 3px',
    border: '1px solid var(--color-warning)',
    borderRadius: '3px',
    color: 'var(--color-warning)',
    fontFamily: 'var(--font-code)',
    fontSize: '11px',
  },
  '.cm-tooltip': {
    border: '1px solid var(--color-border-primary)',
    borderRadius: 'var(--radius)',
    backgroundColor: 'var(--color-background-raised)',
    color: 'inherit',
    boxShadow: 'var(--shadow-floating)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--font-interface)',
    maxHeight: '240px',
    padding: '4px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    padding: '4px 8px',
    borderRadius: '4px',
    fontSize: 'var(--text-interface)',
    lineHeight: '20px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--color-background-selected)',
    color: 'inherit',
    outline: '1px solid transparent',
  },
  '.cm-completionDetail': { marginLeft: '8px', color: 'var(--color-text-secondary)', fontStyle: 'normal' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' },
});
