import { limits } from '../../schemas/limits.ts';
import { csvRow } from './csv-row.ts';
import { DateFormats } from './date-formats.ts';
import { type Extract, type ExtractedText, Unreadable } from './extracted-text.ts';
import { OfficeDocument } from './office.ts';
import { asExcelShows, columnOf, sharedStrings, workbookOf } from './xlsx.ts';
import type { XmlHandlers } from './xml.ts';

/** One sheet of a workbook as CSV. Dates and times are ISO 8601, checkboxes true and false, texts as they stand. */
export const extractTable: Extract = async ({ bytes, sheet }, text) => {
  const document = await OfficeDocument.open(bytes);
  const main = await document.mainPart();
  const book = await workbookOf(document, main);
  const part = sheetNamed(book.sheets, sheet).part;
  const strings = await sharedStrings(document, main, unescaped);
  const dates = new DateFormats(book.from1904);
  for (const { target } of await document.related(main, 'styles')) await document.readIfThere(target, dates.reading());
  await document.readIfThere(part, rows(text, strings, dates));
  return namesOf(book.sheets);
};

interface NamedSheet {
  readonly name: string;
  readonly part: string;
}

/** Names of sheets differ in more than case. */
function sheetNamed(sheets: readonly NamedSheet[], name: string | undefined): NamedSheet {
  const found =
    name === undefined ? sheets[0] : sheets.find((sheet) => sheet.name.toLowerCase() === name.toLowerCase());
  if (found) return found;
  if (name === undefined) throw new Error('The workbook has no sheet.');
  throw new Unreadable('no_sheet', { sheets: namesOf(sheets) });
}

const namesOf = (sheets: readonly NamedSheet[]) => sheets.map((sheet) => sheet.name);

/** One more than a Data Set has fields, so that the excess is noticed. */
const mostColumns = limits.fields + 1;

function rows(text: ExtractedText, strings: readonly string[], dates: DateFormats): XmlHandlers {
  let cells: string[] = [];
  let isRow = false;
  let next = 0;
  let cell = { column: 0, type: '', style: '' };
  let value = '';
  let inValue = 0;
  let inPhonetic = 0;
  return {
    open(name, { r, t = 'n', s = '' }) {
      if (name === 'row') {
        cells = [];
        isRow = false;
        next = 0;
      } else if (name === 'c') {
        cell = { column: columnOf(r) ?? next, type: t, style: s };
        next = cell.column + 1;
        value = '';
      } else if (name === 'v' || name === 't') inValue += 1;
      else if (name === 'rPh') inPhonetic += 1;
    },
    close(name) {
      if (name === 'v' || name === 't') inValue -= 1;
      else if (name === 'rPh') inPhonetic -= 1;
      else if (name === 'c') addCell();
      else if (name === 'row' && isRow) text.write(csvRow(cells));
    },
    text(piece) {
      if (inValue > 0 && inPhonetic === 0) value += piece;
    },
    pause: () => text.drain(),
  };

  function addCell() {
    const shown = value === '' ? '' : shownValue();
    // An empty text of its own says that there is a row.
    isRow ||= shown !== '' || cell.type === 'inlineStr';
    if (shown === '') return;
    const column = Math.min(cell.column, mostColumns - 1);
    while (cells.length < column) cells.push('');
    cells[column] = shown;
  }

  function shownValue(): string {
    if (cell.type === 's') return strings[Number(value)] ?? '';
    if (cell.type === 'b') return value === '1' ? 'true' : 'false';
    if (cell.type !== 'n') return unescaped(value);
    return dates.isoOf(cell.style, value) ?? asExcelShows(value);
  }
}

/** Characters that XML cannot hold are written as `_x000B_`. */
const unescaped = (text: string) =>
  text.includes('_x')
    ? text.replaceAll(/_x([\dA-F]{4})_/gi, (_match, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
