import { Parser } from 'htmlparser2';
import type { Extract, ExtractedText } from './extracted-text.ts';
import { decoded, decoderOf, markedEncoding } from './encoding.ts';

const unread = new Set(['script', 'style', 'template', 'noscript', 'svg', 'math', 'iframe', 'object', 'canvas']);
const blocks = new Set(
  'address article aside blockquote body caption dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol option p pre search section select summary table title tr ul'.split(
    ' ',
  ),
);
const apart = new Set('blockquote h1 h2 h3 h4 h5 h6 ol p pre section table title ul'.split(' '));

/** The encoding that a page names itself has to be among its first bytes. */
const headBytes = 1_024;

/**
 * The text of a page without markup. Blocks are on lines of their own, headings and lists are as in Markdown, cells are
 * separated by tabs.
 */
export const extractHtml: Extract = async ({ bytes, charset }, text) => {
  const head = bytes.subarray(0, headBytes).toString('latin1');
  const [, named] = /<meta[^>]+charset\s*=\s*["']?([\w.:-]+)/i.exec(head) ?? [];
  const parser = parserInto(new Lines(text));
  for (const piece of decoded(bytes, decoderOf(markedEncoding(bytes), charset, named))) {
    parser.write(piece);
    await text.drain();
  }
  parser.end();
};

function parserInto(lines: Lines): Parser {
  let inUnread = 0;
  let inPreformatted = 0;
  return new Parser({
    onopentag(name, { alt }) {
      if (unread.has(name)) inUnread += 1;
      if (name === 'pre') inPreformatted += 1;
      if (name === 'br') lines.end();
      else if (name === 'td' || name === 'th') lines.cell();
      else if (name === 'img' && alt !== undefined && inUnread === 0) lines.add(alt);
      else if (blocks.has(name)) lines.end(apart.has(name));
      if (name === 'li') lines.begin('- ');
      if (/^h[1-6]$/.test(name)) lines.begin(`${'#'.repeat(Number(name[1]))} `);
    },
    onclosetag(name) {
      if (unread.has(name)) inUnread -= 1;
      if (name === 'pre') inPreformatted -= 1;
      if (blocks.has(name)) lines.end(apart.has(name));
    },
    ontext(piece) {
      if (inUnread > 0) return;
      if (inPreformatted > 0) lines.addAsItStands(piece);
      else lines.add(piece);
    },
    onend: () => lines.end(),
  });
}

/** Puts lines together as a browser would lay them out. */
class Lines {
  readonly #text: ExtractedText;
  #line = '';
  #prefix = '';
  #isApart = true;
  #isBehindBlank = true;

  constructor(text: ExtractedText) {
    this.#text = text;
  }

  begin(prefix: string): void {
    this.#prefix = prefix;
  }

  add(piece: string): void {
    const even = piece.replaceAll(/\s+/g, ' ');
    const added = this.#isBehindBlank ? even.trimStart() : even;
    this.#line += added;
    if (added !== '') this.#isBehindBlank = added.endsWith(' ');
  }

  addAsItStands(piece: string): void {
    const [first, ...others] = piece.split('\n');
    this.#line += first;
    for (const line of others) {
      this.end();
      this.#line = line;
    }
  }

  cell(): void {
    if (this.#line !== '') this.#line = `${this.#line.trimEnd()}\t`;
    this.#isBehindBlank = true;
  }

  /** Ends the line, if there is one; `isApart` leaves a blank one behind it, never two. */
  end(isApart = false): void {
    const line = this.#line.trimEnd();
    if (line !== '') {
      this.#text.write(`${this.#prefix}${line}\n`);
      this.#prefix = '';
      this.#isApart = false;
    }
    this.#line = '';
    this.#isBehindBlank = true;
    if (isApart && !this.#isApart) {
      this.#text.write('\n');
      this.#isApart = true;
    }
  }
}
