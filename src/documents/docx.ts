import type { Extract, ExtractedText } from './extracted-text.ts';
import { OfficeDocument } from './office.ts';
import type { XmlHandlers } from './xml.ts';

/** Beside the document itself, in this order. */
const furtherParts = ['footnotes', 'endnotes', 'comments', 'diagramData', 'header', 'footer'];

/** Paragraphs, headings as in Markdown, list items and the rows of tables, each on a line of its own. */
export const extractDocx: Extract = async ({ bytes }, text) => {
  const document = await OfficeDocument.open(bytes);
  const main = await document.mainPart();
  const headings = await headingStyles(document, main);
  await document.readIfThere(main, paragraphs(text, headings));
  for (const type of furtherParts)
    for (const { target } of await document.related(main, type))
      await document.readIfThere(target, paragraphs(text, headings));
};

type Headings = ReadonlyMap<string, number>;

/** Which level each style has. Their names are the same in every language, other than their IDs. */
async function headingStyles(document: OfficeDocument, main: string): Promise<Headings> {
  const headings = new Map<string, number>();
  for (const { target } of await document.related(main, 'styles')) {
    let styleId = '';
    await document.readIfThere(target, {
      open(name, attributes) {
        if (name === 'style') styleId = attributes.styleId ?? '';
        const [, level] = /^heading ([1-9])$/i.exec((name === 'name' && attributes.val) || '') ?? [];
        if (level !== undefined) headings.set(styleId, Number(level));
        if (name === 'name' && attributes.val?.toLowerCase() === 'title') headings.set(styleId, 1);
      },
    });
  }
  return headings;
}

function paragraphs(text: ExtractedText, headings: Headings): XmlHandlers {
  let line = '';
  let prefix = '';
  let isListItem = false;
  let inText = 0;
  let inTable = 0;
  let inFallback = 0;
  return {
    open(name, { val = '' }) {
      if (name === 'Fallback') inFallback += 1;
      else if (name === 't') inText += 1;
      else if (name === 'tbl') inTable += 1;
      else if (name === 'tab') line += '\t';
      else if (name === 'br' || name === 'cr') line += inTable > 0 ? ' ' : '\n';
      else if (name === 'noBreakHyphen') line += '-';
      else if (name === 'numPr') isListItem = true;
      else if (name === 'pStyle' && headings.has(val)) prefix = `${'#'.repeat(headings.get(val)!)} `;
    },
    close(name) {
      if (name === 'Fallback') inFallback -= 1;
      else if (name === 't') inText -= 1;
      else if (name === 'tbl') {
        inTable -= 1;
        if (inTable === 0) text.write('\n');
      } else if (name === 'tc') line = `${line.trimEnd()}\t`;
      else if (name === 'tr') endLine('\n');
      else if (name === 'p' && inTable > 0) line += ' ';
      else if (name === 'p') {
        if (isListItem && prefix === '') prefix = '- ';
        endLine(prefix === '- ' ? '\n' : '\n\n');
      }
    },
    text(piece) {
      if (inText > 0 && inFallback === 0) line += piece;
    },
    pause: () => text.drain(),
  };

  function endLine(end: string) {
    const content = line.trim();
    if (content !== '') text.write(`${prefix}${content}${end}`);
    line = '';
    prefix = '';
    isListItem = false;
  }
}
