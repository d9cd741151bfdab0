import type { Extract, ExtractedText } from './extracted-text.ts';
import { OfficeDocument } from './office.ts';
import type { XmlHandlers } from './xml.ts';

/** Slides in the order in which they are shown, each with its diagrams and its notes behind it. */
export const extractPptx: Extract = async ({ bytes }, text) => {
  const document = await OfficeDocument.open(bytes);
  const main = await document.mainPart();
  for (const slide of await slidesOf(document, main)) {
    await document.readIfThere(slide, paragraphs(text));
    for (const { target } of await document.related(slide, 'diagramData'))
      await document.readIfThere(target, paragraphs(text));
    for (const { target } of await document.related(slide, 'notesSlide'))
      await document.readIfThere(target, paragraphs(text, 'body'));
    text.write('\n');
  }
};

async function slidesOf(document: OfficeDocument, main: string): Promise<string[]> {
  const targets = new Map((await document.related(main, 'slide')).map(({ id, target }) => [id, target]));
  const slides: string[] = [];
  await document.readIfThere(main, {
    open(name, attributes) {
      const target = name === 'sldId' && targets.get(attributes['r:id'] ?? '');
      if (target) slides.push(target);
    },
  });
  return slides;
}

/** The paragraphs of the shapes of one kind. By default all shapes count, except slide numbers. */
function paragraphs(text: ExtractedText, only?: string): XmlHandlers {
  let line = '';
  let shape = '';
  let inText = 0;
  let inTable = 0;
  const isShown = () => (only === undefined ? shape !== 'sldNum' : shape === only);
  return {
    open(name, { type = 'body' }) {
      if (name === 'sp') shape = '';
      else if (name === 'ph') shape = type;
      else if (name === 't') inText += 1;
      else if (name === 'tbl') inTable += 1;
      else if (name === 'tab') line += ' ';
      else if (name === 'br') line += inTable > 0 ? ' ' : '\n';
    },
    close(name) {
      if (name === 'sp') shape = '';
      else if (name === 't') inText -= 1;
      else if (name === 'tbl') inTable -= 1;
      else if (name === 'tc') line = `${line.trimEnd()}\t`;
      else if (name === 'p' && inTable > 0) line += ' ';
      else if (name === 'tr' || name === 'p') endLine();
    },
    text(piece) {
      if (inText > 0 && isShown()) line += piece;
    },
    pause: () => text.drain(),
  };

  function endLine() {
    const isTitle = shape === 'title' || shape === 'ctrTitle';
    const content = line.trim();
    if (content !== '') text.write(isTitle ? `# ${content}\n\n` : `${content}\n`);
    line = '';
  }
}
