import { csvRow } from '../documents/csv-row.ts';
import { Turn } from '../turns/turn.ts';
import { type ZipEntry, zipped } from './zip-writer.ts';

/** Rows of cells in stretches, the header first. */
export type RowStretches = AsyncIterable<Iterable<readonly string[]>>;

/** A table as CSV (RFC 4180): UTF-8, commas, line feeds. */
export async function* csvBytes(stretches: RowStretches, subject: string): AsyncGenerator<Uint8Array> {
  for await (const rows of stretches) yield* linesOf(rows, csvRow, subject);
}

/** Characters written at once. Longer pieces would hold the event loop, and their rows the memory. */
const pieceCharacters = 64 * 1024;

/** The lines of many items, in pieces. Others have their turns between two of them. */
export async function* linesOf<Item>(
  items: Iterable<Item>,
  lineOf: (item: Item) => string,
  subject: string,
): AsyncGenerator<Uint8Array> {
  const turn = new Turn({ subject });
  let piece = '';
  for (const item of items) {
    piece += lineOf(item);
    if (piece.length < pieceCharacters) continue;
    yield Buffer.from(piece);
    piece = '';
    await turn.yield();
  }
  if (piece !== '') yield Buffer.from(piece);
}

/** Rows of a worksheet, as many as the format has. */
export const mostXlsxRows = 1_048_576;

/** A table as a workbook of one sheet (ECMA-376), whose cells are all text. */
export function xlsxBytes(stretches: RowStretches, subject: string): AsyncGenerator<Uint8Array> {
  const parts = Object.entries(fixedParts).map(([name, content]): ZipEntry => ({ name, bytes: whole(content) }));
  return zipped([...parts, { name: 'xl/worksheets/sheet1.xml', bytes: sheetXml(stretches, subject) }]);
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const related = (type: string, target: string) =>
  `${declaration}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/${type}" Target="${target}"/></Relationships>`;

const fixedParts: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `${declaration}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${contentType}.worksheet+xml"/></Types>`,
  '_rels/.rels': related('officeDocument', 'xl/workbook.xml'),
  'xl/_rels/workbook.xml.rels': related('worksheet', 'worksheets/sheet1.xml'),
  'xl/workbook.xml': `${declaration}<workbook xmlns="${spreadsheet}" xmlns:r="${office}"><sheets><sheet name="Data" sheetId="1" r:id="rId1"/></sheets></workbook>`,
};

async function* whole(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

async function* sheetXml(stretches: RowStretches, subject: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${declaration}<worksheet xmlns="${spreadsheet}"><sheetData>`);
  let number = 0;
  for await (const rows of stretches) yield* linesOf(rows, (cells) => xmlRow(cells, (number += 1)), subject);
  yield Buffer.from('</sheetData></worksheet>');
}

/** Empty cells are left out; the first cell of a row never is, because a row without cells is blank. */
const xmlRow = (cells: readonly string[], number: number): string => {
  const filled = cells.map((cell, column) =>
    cell === '' && column > 0 ? '' : xmlCell(cell, `${letters(column)}${number}`),
  );
  return `<row r="${number}">${filled.join('')}</row>`;
};

const xmlCell = (cell: string, at: string): string =>
  `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${xmlText(cell)}</t></is></c>`;

/** The name of a column: A to Z, then AA and on. */
const letters = (column: number): string =>
  (column < 26 ? '' : letters(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));

// oxlint-disable-next-line no-control-regex
const special = /[&<>\0-\x08\x0b-\x1f\ufffe\uffff]|_(?=x[\dA-F]{4}_)/gi;
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Characters that XML cannot hold are written as `_x000B_`, and so is the beginning of what looks like that. */
const xmlText = (text: string): string =>
  text.replaceAll(
    special,
    (character) => entities[character] ?? `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
  );
