import { defineLanguageFacet, HighlightStyle, Language, syntaxHighlighting } from '@codemirror/language';
import { tags } from '@lezer/highlight';
import { GFM, parser } from '@lezer/markdown';

/** Markdown with GitHub's tables, task lists and strikethrough. Code in it is not read further. */
const language = new Language(defineLanguageFacet(), parser.configure(GFM), [], 'markdown');

/** Marks are dimmed and never hidden, so nothing moves while the cursor does. */
const look = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '600' },
  { tag: tags.strong, fontWeight: '600' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: tags.link, color: 'var(--color-accent)' },
  { tag: [tags.url, tags.labelName, tags.string, tags.contentSeparator], color: 'var(--color-text-secondary)' },
  { tag: [tags.comment, tags.escape, tags.character], color: 'var(--color-text-secondary)' },
  { tag: tags.monospace, fontFamily: 'var(--font-code)', fontSize: '0.9em' },
  { tag: tags.atom, fontWeight: '600', color: 'var(--color-accent)' },
  // The last rule wins where a mark is part of what it marks.
  { tag: tags.processingInstruction, color: 'var(--color-text-secondary)', fontWeight: '400' },
]);

export const markdown = [language, syntaxHighlighting(look)];
