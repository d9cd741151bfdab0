import { limits } from '../../schemas/limits.ts';

/** A document to extract text from. It is whole, because archives and PDF are read from their end. */
export interface Document {
  readonly bytes: Buffer;
  /** The character set that its type declares, if it is text. */
  readonly charset: string | undefined;
  /** The sheet of a workbook to read as a table; by default the first. */
  readonly sheet: string | undefined;
}

/**
 * Writes the text of a document of one format, and names the sheets of a workbook. Throws `Unreadable` when there is
 * none, and anything else when it is damaged.
 */
export type Extract = (document: Document, text: ExtractedText) => Promise<readonly string[] | void>;

/** Why a document has no text, where that is known of it. */
export class Unreadable extends Error {
  readonly reason: 'encrypted' | 'too_large' | 'no_sheet' | 'too_many_columns' | 'no_json_object';
  /** The sheets that there are in place of the one that was asked for. */
  readonly sheets: readonly string[] | undefined;
  /** The line that is at fault. */
  readonly line: number | undefined;

  constructor(reason: Unreadable['reason'], { sheets, line }: { sheets?: readonly string[]; line?: number } = {}) {
    super(reason);
    this.reason = reason;
    this.sheets = sheets;
    this.line = line;
  }
}

/** Ends the extraction of a text that has become as long as one is kept, or has taken as long. */
export class TextIsCut extends Error {}

const pieceCharacters = 64 * 1024;

/** Extracted text on its way out, in order. It is buffered until it is drained. */
export class ExtractedText {
  readonly #send: (bytes: Uint8Array) => Promise<void>;
  #waiting: string[] = [];
  #waitingCharacters = 0;
  #left: number;
  /** A table is of use only whole. It takes as long as its process may. */
  readonly #isTable: boolean;
  #isBlank = true;
  readonly #endsAt = performance.now() + limits.documentSeconds * 1_000;

  constructor(send: (bytes: Uint8Array) => Promise<void>, isTable = false) {
    this.#send = send;
    this.#left = isTable ? limits.tableBytes : limits.documentTextBytes;
    this.#isTable = isTable;
  }

  /** Whether nothing but white space has been written. */
  get isBlank(): boolean {
    return this.#isBlank;
  }

  write(text: string): void {
    this.#waiting.push(text);
    this.#waitingCharacters += text.length;
    if (this.#isBlank && /\S/.test(text)) this.#isBlank = false;
  }

  /** To be called now and then: hands on what was written. Throws `TextIsCut` when it is enough. */
  async drain(): Promise<void> {
    const isLate = !this.#isTable && !this.#isBlank && performance.now() > this.#endsAt;
    if (isLate || this.#waitingCharacters >= pieceCharacters) await this.flush();
    if (isLate) throw new TextIsCut();
  }

  /** Hands on all that was written. */
  async flush(): Promise<void> {
    const text = this.#waiting.join('');
    const bytes = Buffer.from(this.#isTable ? text : text.replaceAll(controls, ''));
    this.#waiting = [];
    this.#waitingCharacters = 0;
    await this.#send(bytes.byteLength <= this.#left ? bytes : upToCharacter(bytes, this.#left));
    this.#left -= bytes.byteLength;
    if (this.#left < 0) throw new TextIsCut();
  }
}

/** Control characters that a text does not need. The reader of a table refuses what a cell may not hold. */
// oxlint-disable-next-line no-control-regex
const controls = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g;

function upToCharacter(bytes: Buffer, most: number): Buffer {
  let end = most;
  while (end > 0 && (bytes[end]! & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end);
}
