import { remarkAt } from './remarks.ts';
import { type Word, wordsOf } from './words.ts';

/** A sentence or a clause of a text. */
export interface Part {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly words: readonly Word[];
  /** Whether it stands by itself: a sentence or a remark in brackets. */
  readonly isApart: boolean;
  /** Whether it asks something. */
  readonly asks: boolean;
  /** Whether the words that ask stand right behind it, as in "I wonder how many". */
  readonly governs: boolean;
  /** The number of its sentence in the text. */
  readonly sentence: number;
  /** The mark behind it, such as a comma or a colon. */
  readonly mark: string;
}

/** A longer text is not looked through. */
const mostParts = 40;

/** The ends of sentences and clauses. A short name before a full stop is an abbreviation, as in `St. Louis`. */
const ends =
  /(?<!(?:^|[\s(])\p{Lu}\p{L}{0,2}|\.)\.+(?=\s|$)|(?<![!?])[!?]+(?=\s|$)|[\n;]+|:(?=\s)|,(?=\s)|\s[-–—]+(?=\s)|[()]/gu;
const closing = /[.!?\n;()]/u;

/** Words that ask. "When you" and "when I" begin a clause beside a question, as in "ping me when you've got it". */
export const asked =
  '(?:how (?:many|much|long|often|old|far|big|large|high)|what|which|who|whose|whom|when(?! (?:you|i)(?![a-z]))|where|whether)';
/** Words for people before "who", which then asks nothing: "someone who insists". */
const people =
  '(?:someone|somebody|anyone|anybody|everyone|everybody|nobody|people|person|guy|man|woman|client|customer|boss|colleague|friend|manager|director)';
const askedWithin = new RegExp(
  String.raw`(?<=\s)(?<!(?:^|\s)${people}\s(?=wh(?:o|om|ose|ich)\s))(?<!(?:here|this|that)(?:['\u2019]?s| is)\s(?=what\s))(?!whether (?:you|we|i) (?:can|could|know))${asked}(?![\p{L}'\u2019])|(?<=\sto (?:know|see|hear|find out|get|check) )(?!(?:if|that|from|about|it|this)(?!\p{L}))`,
  'iu',
);
/** Words that belong to the question word behind them, as in "in which". */
const before = /^\s*(?:(?:in|at|on|from|by|of|for|with|to|per|and|or|but|so|since|until) )*$/iu;
const asking = new RegExp(
  String.raw`^["\u201c'\u2018]?(?:(?:but|so) )?(?:${asked}|how|why|is|are|was|were|do|does|did|has|have|can|could|will|would|should|may)(?![\p{L}'\u2019])`,
  'iu',
);
/** Words that begin a clause about asking: "would it be possible for you to find out". */
const governing =
  /^(?:(?:but|so|and) )?(?:whether|is|are|was|do|does|did|has|have|can|could|will|would|shall|should|may|might)(?:n['’]t)? (?:(?:by any chance|please|maybe|perhaps|possibly) )?(?:i|we|you|it|there|anyone|anybody|someone|somebody|one of you)(?!\p{L})/iu;
/** The sentences and clauses of a text in their order. */
export function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let [from, isOpen, sentence] = [0, true, 0];
  const cut = (to: number, isClosed: boolean, mark = '') => {
    parts.push(...partsBetween(text, from, to, isOpen && isClosed).map((part) => ({ ...part, sentence, mark })));
    if (isClosed) sentence += 1;
  };
  for (const { 0: end, index } of text.matchAll(ends)) {
    const isClosed = closing.test(end);
    cut(index, isClosed, end.trim());
    [from, isOpen] = [index + end.length, isClosed];
    if (parts.length > mostParts) return [];
  }
  cut(text.length, true);
  return parts.map((part, at) => (isRelative(parts, at) ? { ...part, asks: false } : part));
}

const relative = /^(?:(?:which|who|whose|whom|where|when)(?!\p{L})|(?:what|how|why) (?:i|we|he|she|they)(?!\p{L}))/iu;

/** Whether a clause goes on from another in a sentence that ends in a full stop, beside one that asks. */
function isRelative(parts: readonly Part[], at: number): boolean {
  const { text, sentence } = parts[at]!;
  if (!relative.test(text) || parts[at - 1]?.sentence !== sentence || parts[at - 1]!.asks) return false;
  const isAsked = (one: Part) => one.asks && one.sentence !== sentence && one.mark.includes('?');
  return parts.findLast((one) => one.sentence === sentence)!.mark.startsWith('.') && parts.some(isAsked);
}

/** A clause, and apart from it what stands before its question word and the remark at its end. */
function partsBetween(text: string, from: number, to: number, isApart: boolean): Omit<Part, 'sentence' | 'mark'>[] {
  const clause = text.slice(from, to);
  const begun = clause.trimStart();
  const isWhole = asking.test(begun) && !governing.test(begun);
  const place = isWhole ? -1 : clause.search(askedWithin);
  const begin = before.test(clause.slice(0, Math.max(place, 0))) ? -1 : place;
  const behind = remarkAt(clause.slice(Math.max(begin, 0)));
  const remark = behind === undefined ? [] : [Math.max(begin, 0) + behind];
  const cuts = [0, ...(begin > 0 ? [begin] : []), ...remark, clause.length];
  return cuts.slice(1).flatMap((end, at): Omit<Part, 'sentence' | 'mark'>[] => {
    const start = cuts[at]!;
    const words = wordsOf(clause.slice(start, end));
    if (words.length === 0) return [];
    const said = clause.slice(start, end).trim();
    return [
      {
        start: from + start,
        end: from + end,
        text: said,
        words: words.map((word) => ({ ...word, start: word.start + from + start, end: word.end + from + start })),
        isApart: isApart && cuts.length === 2,
        asks: asking.test(said),
        governs: at === 0 && begin > 0,
      },
    ];
  });
}

/** Clauses of one sentence as one part, where none of them asks. */
export function sentencesOf(text: string, parts: readonly Part[]): Part[] {
  return [...Map.groupBy(parts, ({ sentence }) => sentence).values()].flatMap((clauses) => {
    const [first, last] = [clauses[0]!, clauses.at(-1)!];
    if (clauses.length === 1 || clauses.some(({ asks }) => asks)) return clauses;
    const words = clauses.flatMap((clause) => clause.words);
    return [{ ...first, end: last.end, text: text.slice(first.start, last.end).trim(), words, isApart: true }];
  });
}
