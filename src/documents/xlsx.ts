import { DateFormats } from './date-formats.ts';
import type { Extract, ExtractedText } from './extracted-text.ts';
import { OfficeDocument } from './office.ts';
import type { XmlHandlers } from './xml.ts';

/** Empty cells between two others that are shown as such. */
const mostEmptyCells = 100;

/** The name of each sheet on its own line, then its rows. Tabs separate cells; dates and times are ISO 8601. */
export const extractXlsx: Extract = async ({ bytes }, text) => {
  const document = await OfficeDocument.open(bytes);
  const main = await document.mainPart();
  const book = await workbookOf(document, main);
  const strings = await sharedStrings(document, main);
  const dates = new DateFormats(book.from1904);
  for (const { target } of await document.related(main, 'styles')) await document.readIfThere(target, dates.reading());
  for (const { name, part } of book.sheets) {
    text.write(`# ${name}\n\n`);
    await document.readIfThere(part, rows(text, strings, dates));
    text.write('\n');
    await text.drain();
  }
};

export async function workbookOf(document: OfficeDocument, main: string) {
  const targets = new Map((await document.related(main, 'worksheet')).map(({ id, target }) => [id, target]));
  const sheets: { name: string; part: string }[] = [];
  let from1904 = false;
  await document.readIfThere(main, {
    open(element, attributes) {
      if (element === 'workbookPr') from1904 = isTrue(attributes.date1904);
      const part = element === 'sheet' && targets.get(attributes['r:id'] ?? attributes.id ?? '');
      if (part) sheets.push({ name: attributes.name ?? '', part });
    },
  });
  return { sheets, from1904 };
}

const isTrue = (value: string | undefined) => value === '1' || value === 'true';

/** The strings that cells refer to; `shown` says how each is kept. */
export async function sharedStrings(
  document: OfficeDocument,
  main: string,
  shown: (string: string) => string = inOneLine,
): Promise<string[]> {
  const strings: string[] = [];
  let inPhonetic = 0;
  let inText = 0;
  let string = '';
  for (const { target } of await document.related(main, 'sharedStrings')) {
    await document.readIfThere(target, {
      open(name) {
        if (name === 'si') string = '';
        else if (name === 't') inText += 1;
        else if (name === 'rPh') inPhonetic += 1;
      },
      close(name) {
        if (name === 'si') strings.push(shown(string));
        else if (name === 't') inText -= 1;
        else if (name === 'rPh') inPhonetic -= 1;
      },
      text(piece) {
        if (inText > 0 && inPhonetic === 0) string += piece;
      },
    });
  }
  return strings;
}

const inOneLine = (cell: string) => cell.replaceAll(/\s+/g, ' ').trim();

function rows(text: ExtractedText, strings: readonly string[], dates: DateFormats): XmlHandlers {
  let line = '';
  let column = 0;
  let cell = { column: 0, type: '', style: '' };
  let value = '';
  let inValue = 0;
  return {
    open(name, { r, t = 'n', s = '' }) {
      if (name === 'row') {
        line = '';
        column = 0;
      } else if (name === 'c') {
        cell = { column: columnOf(r) ?? column, type: t, style: s };
        value = '';
      } else if (name === 'v' || name === 't') inValue += 1;
    },
    close(name) {
      if (name === 'v' || name === 't') inValue -= 1;
      else if (name === 'c') addCell();
      else if (name === 'row' && line !== '') text.write(`${line}\n`);
    },
    text(piece) {
      if (inValue > 0) value += piece;
    },
    pause: () => text.drain(),
  };

  function addCell() {
    if (value === '') return;
    const gap = Math.min(Math.max(cell.column - column, 0), mostEmptyCells);
    line += `${'\t'.repeat(line === '' ? gap : gap + 1)}${shown()}`;
    column = cell.column + 1;
  }

  function shown(): string {
    if (cell.type === 's') return strings[Number(value)] ?? '';
    if (cell.type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
    if (cell.type !== 'n') return inOneLine(value);
    return dates.dateOf(cell.style, value) ?? asExcelShows(value);
  }
}

/** The place of `AB12` in its row, from 0; undefined where a cell does not say. */
export function columnOf(reference = ''): number | undefined {
  const [letters] = /^[A-Z]{1,3}/.exec(reference) ?? [];
  if (letters === undefined) return undefined;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** Stored are all digits of a binary fraction, shown are at most fifteen. */
export function asExcelShows(value: string): string {
  const number = Number(value);
  return Number.isFinite(number) ? String(Number(number.toPrecision(15))) : value;
}
