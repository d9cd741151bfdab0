import { ordinalWords } from '../language/lexicon.ts';
import { rootOf, type Word, wordsOf } from '../language/words.ts';

/** A sentence or an item of a list: the least that can be cited. */
export interface Statement {
  readonly text: string;
  readonly words: readonly Word[];
  /** Roots of the headings that it stands under, and of the line that introduces its list. */
  readonly headings: ReadonlySet<string>;
  /** Roots of the sentences before and behind it in its paragraph. */
  readonly neighbours: ReadonlySet<string>;
  /** Paragraph or list that it belongs to. */
  readonly block: number;
}

interface Block {
  readonly lines: string[];
  readonly headings: readonly string[];
  readonly item?: number;
}

/** The statements of a text in Markdown, or of a plain one, in their order. */
export function statementsOf(text: string): Statement[] {
  return blocksOf(text).flatMap(statementsOfBlock);
}

/** Those of a conversation: what follows a question stands under it, as under a heading. */
export function statementsOfConversation(messages: readonly string[]): Statement[] {
  const statements: Statement[] = [];
  let asked: ReadonlySet<string> = new Set();
  for (const message of messages) {
    const begin = (statements.at(-1)?.block ?? -1) + 1;
    const said = statementsOf(message);
    for (const one of said) {
      statements.push({ ...one, block: begin + one.block, headings: one.headings.union(asked) });
    }
    const last = said.at(-1);
    asked = last && isQuestion(last) ? rootsIn(last.words) : new Set();
  }
  return statements;
}

export const isQuestion = ({ text }: Statement): boolean => text.endsWith('?');

const rootsIn = (words: readonly Word[]): Set<string> => new Set(words.map(({ root }) => root));

const heading = /^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$/;
const listItem = /^\s*(?:[-*+•]|(\d{1,3})[.)])\s+(?:\[[ xX]\]\s+)?(.*)$/;
const fence = /^\s*(?:```|~~~)/;
const rule = /^\s*(?:[-*_=]\s*){3,}$|^\s*\|?[\s:|-]+\|[\s:|-]*$/;

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
    const [, hashes, title] = heading.exec(line) ?? [];
    const [isItem, number, item] = listItem.exec(line) ?? [];
    if (hashes !== undefined) {
      path.length = Math.min(path.length, hashes.length - 1);
      path.push(title!);
      open = introduction = undefined;
    } else if (fence.test(line) || rule.test(line)) open = undefined;
    else if (line.trim() === '') {
      introduction = open?.lines.at(-1)?.trim().endsWith(':') ? open.lines.at(-1)!.trim() : undefined;
      open = undefined;
    } else if (isItem !== undefined) {
      if (open && open.item === undefined) introduction = open.lines.join(' ');
      begin(item!, number === undefined ? 0 : Number(number), introduction);
    } else if (open) open.lines.push(line.trim());
    else begin(line.trim());
  }
  return blocks;
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

function statementsOfBlock({ lines, headings, item }: Block, block: number): Statement[] {
  const parts = sentencesOf(lines.join(' '));
  const words = parts.map((part) => wordsOf(plainOf(part)));
  const above = rootsIn(headings.flatMap(wordsOf));
  const place = item === undefined || item === 0 ? undefined : [...ordinalWords.keys()][item - 1];
  if (place !== undefined) above.add(rootOf(place));
  return parts.map((text, index) => ({
    text,
    words: words[index]!,
    headings: above,
    neighbours: rootsIn([...(words[index - 1] ?? []), ...(words[index + 1] ?? [])]),
    block,
  }));
}

/** `e.g.` and the like end no sentence: what goes on in lower case belongs to it. */
function sentencesOf(text: string): string[] {
  const parts: string[] = [];
  for (const { segment } of sentences.segment(text)) {
    const goesOn =
      parts.length > 0 &&
      (/^\p{Ll}/u.test(segment) || /\b(?:e\.g|i\.e|approx|ca|no|dr|mr|mrs|ms|st|vs)\.\s*$/i.test(parts.at(-1)!));
    if (goesOn) parts[parts.length - 1] += segment;
    else parts.push(segment);
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** Without the marks of Markdown, so that they part no words. */
export const plainOf = (text: string): string =>
  text.replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[*`~]+/g, '');
