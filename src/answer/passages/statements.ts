import { limits } from '../../../schemas/limits.ts';
import { withoutEnd } from '../language/ends.ts';
import { ordinalWords } from '../language/lexicon/numbers.ts';
import { rootOf, type Word, wordsOf } from '../language/words.ts';

/** A sentence or a list item, the smallest part that can be cited. */
export interface Statement {
  readonly text: string;
  readonly words: readonly Word[];
  /** Roots of the headings above it, and of the line that introduces its list. */
  readonly headings: ReadonlySet<string>;
  /** Roots of the neighbouring sentences in its paragraph. */
  readonly neighbours: ReadonlySet<string>;
  /** The paragraph or list that it belongs to. */
  readonly block: number;
}

interface Block {
  readonly lines: string[];
  readonly headings: readonly string[];
  readonly item?: number;
}

/** The statements of a Markdown or plain text, in their order. */
export function statementsOf(text: string): Statement[] {
  const above = new Above();
  return blocksOf(text).flatMap((block, index) => statementsOfBlock(block, index, above));
}

/** The statements of a conversation. Text after a question counts as under a heading. */
export function statementsOfConversation(messages: readonly string[]): Statement[] {
  const statements: Statement[] = [];
  let asked: ReadonlySet<string> = new Set();
  for (const message of messages) {
    const begin = (statements.at(-1)?.block ?? -1) + 1;
    const said = statementsOf(message);
    const under = new Map<ReadonlySet<string>, ReadonlySet<string>>();
    for (const one of said) {
      const headings = under.get(one.headings) ?? one.headings.union(asked);
      under.set(one.headings, headings);
      statements.push({ ...one, block: begin + one.block, headings });
    }
    const last = said.at(-1);
    asked = last && isQuestion(last) ? rootsIn(last.words) : new Set();
  }
  return statements;
}

export const isQuestion = ({ text }: Statement): boolean => text.endsWith('?');

const rootsIn = (words: readonly Word[]): Set<string> => new Set(words.map(({ root }) => root));

/** The depth and the title of a heading. */
function headingOf(line: string): { depth: number; title: string } | undefined {
  const [marks, hashes] = /^ {0,3}(#{1,6})(?=\s)/.exec(line) ?? [];
  if (hashes === undefined) return undefined;
  return { depth: hashes.length, title: withoutEnd(line.slice(marks!.length).trim(), /#/).trimEnd() };
}

/** An item of a list, without its mark and its box. Its number is 0 when it has none. */
function itemOf(line: string): { number: number; item: string } | undefined {
  const bare = line.trimStart();
  const [mark, number = '0'] = /^(?:[-*+•]|(\d{1,3})[.)])(?=\s)/.exec(bare) ?? [];
  if (mark === undefined) return undefined;
  const item = bare.slice(mark.length).trimStart();
  return { number: Number(number), item: /^\[[ xX]\]\s/.test(item) ? item.slice('[x]'.length).trimStart() : item };
}

const isFence = (line: string): boolean => /^(?:```|~~~)/.test(line.trimStart());

/** A line between paragraphs, or between the head and the rows of a table. */
const isRule = (line: string): boolean =>
  (/^[-*_=\s]+$/.test(line) && line.replaceAll(/\s/g, '').length >= 3) ||
  (/^[\s:|-]+$/.test(line) && line.lastIndexOf('|') > 0);

function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  const path: string[] = [];
  let open: Block | undefined;
  let introduction: string | undefined;
  const begin = (line: string, item?: number, extra?: string) => {
    open = { lines: [line], headings: extra ? [...path, extra] : [...path], ...(item !== undefined && { item }) };
    blocks.push(open);
  };
  for (const line of text.split(/\r?\n/)) {
    const heading = headingOf(line);
    const listed = itemOf(line);
    if (heading) {
      path.length = Math.min(path.length, heading.depth - 1);
      path.push(heading.title.slice(0, limits.title));
      open = introduction = undefined;
    } else if (isFence(line) || isRule(line)) open = undefined;
    else if (line.trim() === '') {
      introduction = open?.lines.at(-1)?.trim().endsWith(':') ? open.lines.at(-1)!.trim() : undefined;
      open = undefined;
    } else if (listed) {
      if (open && open.item === undefined) introduction = open.lines.join(' ');
      begin(listed.item, listed.number, introduction);
    } else if (open) open.lines.push(line.trim());
    else begin(line.trim());
  }
  return blocks;
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/** The roots of the headings above a block, cached for the following blocks. */
class Above {
  #headings: readonly string[] = [];
  readonly #ofPlace = new Map<string | undefined, ReadonlySet<string>>();

  roots({ headings, item }: Block): ReadonlySet<string> {
    if (headings.length !== this.#headings.length || headings.some((one, at) => one !== this.#headings[at]))
      this.#ofPlace.clear();
    this.#headings = headings;
    const place = item === undefined || item === 0 ? undefined : places[item - 1];
    const known = this.#ofPlace.get(place);
    if (known) return known;
    const roots = rootsIn(headings.flatMap((heading) => wordsOf(heading)));
    if (place !== undefined) roots.add(rootOf(place));
    this.#ofPlace.set(place, roots);
    return roots;
  }
}

const places = [...ordinalWords.keys()];

function statementsOfBlock(of: Block, block: number, above: Above): Statement[] {
  const parts = sentencesOf(of.lines.join(' '));
  const words = parts.map((part) => wordsOf(plainOf(part)));
  const headings = above.roots(of);
  return parts.map((text, index) => ({
    text,
    words: words[index]!,
    headings,
    neighbours: rootsIn([...(words[index - 1] ?? []), ...(words[index + 1] ?? [])]),
    block,
  }));
}

const shortened = /\b(?:e\.g|i\.e|approx|ca|no|dr|mr|mrs|ms|st|vs)\.$/i;
const longestShortened = ' approx.'.length;

/** An abbreviation such as `e.g.` does not end a sentence, because lower case follows. */
function sentencesOf(text: string): string[] {
  const starts: number[] = [];
  let isShortened = false;
  for (const { segment, index } of sentences.segment(text)) {
    const goesOn = starts.length > 0 && (isShortened || /^\p{Ll}/u.test(segment));
    if (!goesOn) starts.push(index);
    const end = index + segment.trimEnd().length;
    if (end > index) isShortened = shortened.test(text.slice(Math.max(starts.at(-1)!, end - longestShortened), end));
  }
  return starts.map((start, at) => text.slice(start, starts[at + 1]).trim()).filter((part) => part !== '');
}

/** Without Markdown marks, which would split words. */
export const plainOf = (text: string): string => withoutLinks(text).replaceAll(/[*`~]+/g, '');

/** Keeps only the texts of links and images. */
function withoutLinks(text: string): string {
  let plain = '';
  let from = 0;
  for (;;) {
    const opens = text.indexOf('[', from);
    const closes = opens === -1 ? -1 : text.indexOf(']', opens);
    if (closes === -1) break;
    const isLink = text.charAt(closes + 1) === '(';
    const end = isLink ? text.indexOf(')', closes) : closes;
    if (end === -1) break;
    const isImage = opens > from && text.charAt(opens - 1) === '!';
    plain += isLink
      ? text.slice(from, isImage ? opens - 1 : opens) + text.slice(opens + 1, closes)
      : text.slice(from, end + 1);
    from = end + 1;
  }
  return plain + text.slice(from);
}
