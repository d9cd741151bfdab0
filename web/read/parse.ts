import type { Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

const extensions = [gfm()];
const mdastExtensions = [gfmFromMarkdown()];

/** The syntax tree of a Markdown text, with GitHub's tables, task lists, footnotes and strikethrough. */
export const parse = (text: string): Root => fromMarkdown(text, { extensions, mdastExtensions });
