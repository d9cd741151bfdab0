import { zip, type ZipEntry } from './zip.ts';

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const relationshipTypes = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
export const officeTypes = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
};

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

type Relationship = [id: string, type: string, target: string];

function relationships(part: string, all: readonly Relationship[]): ZipEntry {
  const [, folder = '', base = ''] = /^(.*\/)?([^/]*)$/.exec(part) ?? [];
  const elements = all.map(
    ([id, type, target]) => `<Relationship Id="${id}" Type="${relationshipTypes}/${type}" Target="${target}"/>`,
  );
  const content = `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${elements.join('')}</Relationships>`;
  return { name: `${folder}_rels/${base}.rels`, content };
}

/** An Office document of these parts, each with what it refers to. */
export function office(
  main: string,
  type: string,
  parts: Record<string, [content: string, refersTo?: Relationship[]]>,
) {
  const entries: ZipEntry[] = [
    {
      name: '[Content_Types].xml',
      content: `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${main}" ContentType="${type}.main+xml"/></Types>`,
    },
    relationships('', [['rId1', 'officeDocument', main]]),
  ];
  for (const [name, [content, refersTo]] of Object.entries(parts)) {
    entries.push({ name, content: xml + content });
    if (refersTo) entries.push(relationships(name, refersTo));
  }
  return zip(entries);
}

export interface Paragraph {
  readonly text: string;
  /** The ID of a style. */
  readonly style?: string;
  readonly listed?: boolean;
}

const word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

/** Every word in a run of its own, as editors leave them. */
function paragraph({ text, style, listed }: Paragraph): string {
  const properties = `${style === undefined ? '' : `<w:pStyle w:val="${style}"/>`}${listed ? '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>' : ''}`;
  const runs = text.split(/(?<= )/).map((run) => `<w:r><w:t xml:space="preserve">${escaped(run)}</w:t></w:r>`);
  return `<w:p><w:pPr>${properties}</w:pPr>${runs.join('')}</w:p>`;
}

/** A Word document with a heading style under its German name, a footnote, a deleted run and a table. */
export function docx(body: readonly (Paragraph | string[][])[], footnote = ''): Buffer {
  const table = (rows: string[][]) =>
    `<w:tbl>${rows.map((row) => `<w:tr>${row.map((cell) => `<w:tc>${paragraph({ text: cell })}</w:tc>`).join('')}</w:tr>`).join('')}</w:tbl>`;
  const content = body.map((block) => (Array.isArray(block) ? table(block) : paragraph(block))).join('');
  const deleted = '<w:p><w:del><w:r><w:delText>deletedword</w:delText></w:r></w:del></w:p>';
  return docxOf(`<w:document ${word}><w:body>${content}${deleted}</w:body></w:document>`, footnote);
}

/** One whose main part is this. */
export function docxOf(documentXml: string, footnote = ''): Buffer {
  return office('word/document.xml', officeTypes.docx, {
    'word/document.xml': [
      documentXml,
      [
        ['rId1', 'styles', 'styles.xml'],
        ['rId2', 'footnotes', '/word/footnotes.xml'],
      ],
    ],
    'word/styles.xml': [
      `<w:styles ${word}><w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style></w:styles>`,
    ],
    'word/footnotes.xml': [
      `<w:footnotes ${word}><w:footnote>${paragraph({ text: footnote })}</w:footnote></w:footnotes>`,
    ],
  });
}

/** A text, a number, a truth value or a day. */
export type Cell = string | number | boolean | Date | { readonly inline: string } | undefined;

const sheetNamespace = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const days = (date: Date) => (date.getTime() - Date.UTC(1899, 11, 30)) / 86_400_000;

/** A workbook; texts are shared, dates are numbers in a style. */
export function xlsx(sheets: Record<string, Cell[][]>): Buffer {
  const strings = new Map<string, number>();
  const numberOf = (text: string) => {
    if (!strings.has(text)) strings.set(text, strings.size);
    return strings.get(text)!;
  };
  const columnName = (column: number) => String.fromCharCode(65 + column);
  const cell = (value: Cell, at: string) => {
    if (value === undefined) return '';
    if (typeof value === 'number') return `<c r="${at}"><v>${value}</v></c>`;
    if (typeof value === 'boolean') return `<c r="${at}" t="b"><v>${value ? 1 : 0}</v></c>`;
    if (value instanceof Date) return `<c r="${at}" s="${days(value) % 1 === 0 ? 1 : 2}"><v>${days(value)}</v></c>`;
    if (typeof value === 'object') return `<c r="${at}" t="inlineStr"><is><t>${escaped(value.inline)}</t></is></c>`;
    return `<c r="${at}" t="s"><v>${numberOf(value)}</v></c>`;
  };
  const names = Object.keys(sheets);
  const parts: Record<string, [string, Relationship[]?]> = {};
  names.forEach((name, index) => {
    const rows = sheets[name]!.map(
      (row, number) =>
        `<row r="${number + 1}">${row.map((value, column) => cell(value, `${columnName(column)}${number + 1}`)).join('')}</row>`,
    );
    parts[`xl/worksheets/sheet${index + 1}.xml`] = [
      `<worksheet ${sheetNamespace}><sheetData>${rows.join('')}</sheetData></worksheet>`,
    ];
  });
  parts['xl/sharedStrings.xml'] = [
    `<sst ${sheetNamespace}>${Array.from(strings.keys(), (text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`,
  ];
  parts['xl/styles.xml'] = [
    `<styleSheet ${sheetNamespace}><numFmts><numFmt numFmtId="164" formatCode="[$-407]d\\.\\ mmm\\ yyyy\\ hh:mm;@"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
  ];
  parts['xl/workbook.xml'] = [
    `<workbook ${sheetNamespace} xmlns:r="${relationshipTypes}"><sheets>${names.map((name, index) => `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`,
    [
      ...names.map(
        (_name, index): Relationship => [`rId${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`],
      ),
      ['rIdStrings', 'sharedStrings', 'sharedStrings.xml'],
      ['rIdStyles', 'styles', 'styles.xml'],
    ],
  ];
  return office('xl/workbook.xml', officeTypes.xlsx, parts);
}

export interface Slide {
  readonly title: string;
  readonly lines: readonly string[];
  readonly notes?: string;
}

const drawing = `xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:r="${relationshipTypes}"`;

/** A presentation whose parts are numbered against the order in which its slides are shown. */
export function pptx(slides: readonly Slide[]): Buffer {
  const shape = (type: string, lines: readonly string[]) =>
    `<p:sp><p:nvSpPr><p:nvPr><p:ph type="${type}"/></p:nvPr></p:nvSpPr><p:txBody>${lines.map((line) => `<a:p><a:r><a:t>${escaped(line)}</a:t></a:r></a:p>`).join('')}</p:txBody></p:sp>`;
  const partNumber = (index: number) => slides.length - index;
  const parts: Record<string, [string, Relationship[]?]> = {};
  slides.forEach(({ title, lines, notes }, index) => {
    const number = partNumber(index);
    parts[`ppt/slides/slide${number}.xml`] = [
      `<p:sld ${drawing}>${shape('title', [title])}${shape('body', lines)}${shape('sldNum', ['987654'])}</p:sld>`,
      notes === undefined ? undefined : [['rId1', 'notesSlide', `../notesSlides/notesSlide${number}.xml`]],
    ];
    if (notes !== undefined)
      parts[`ppt/notesSlides/notesSlide${number}.xml`] = [`<p:notes ${drawing}>${shape('body', [notes])}</p:notes>`];
  });
  const listed = slides.map((_slide, index) => `<p:sldId id="${256 + index}" r:id="rId${partNumber(index)}"/>`);
  parts['ppt/presentation.xml'] = [
    `<p:presentation ${drawing}><p:sldIdLst>${listed.join('')}</p:sldIdLst></p:presentation>`,
    slides.map((_slide, index): Relationship => [`rId${index + 1}`, 'slide', `slides/slide${index + 1}.xml`]),
  ];
  return office('ppt/presentation.xml', officeTypes.pptx, parts);
}
