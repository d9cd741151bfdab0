import { ordinalWords } from '../language/lexicon/numbers.ts';

/** An end of an order, as in "the worst" and "the most expensive one". */
export const superlative =
  /\b(?:(?:most|least) (?:expensive|recent)|cheapest|best|worst|fewest|(?<!\bat )(?:most|least)|(?!(?:forest|interest|request|harvest|midwest|northwest|southwest|conquest|contest|protest)\b)\p{L}{2,}est)\b(?: one)?/giu;

const ordinals = [...ordinalWords.keys()].join('|');
/** Reads "who is second?" and "and the third?". */
const place = new RegExp(
  String.raw`^(?:and )?(?:(?:who|which(?: \p{L}+)?|what)(?: one)? (?:is|was|are|comes?|came|ranks?)(?: in)? )?(?:the )?(${ordinals})(?: one| place| best| most)?$`,
  'iu',
);
/** No reading knows the second of these, because the field decides which end is better. */
const judging = /^(?:best|worst)/iu;
const before = new RegExp(String.raw`(?:\b(?:${ordinals}) )?$`, 'iu');

/** Whether a text asks for another place in the order of an earlier question. */
export const isPlace = (text: string): boolean => place.test(text);

/** The words before an end of an order, without the place in it. */
export const withoutPlace = (start: string): string => start.replace(before, '');

/** The question for another place in its order. Null where it has no order, or several. */
export function withPlace(question: string, said: string): string | null {
  const [end, ...others] = question.matchAll(superlative);
  if (!end || others.length > 0 || judging.test(end[0])) return null;
  return `${withoutPlace(question.slice(0, end.index))}${place.exec(said)![1]!.toLowerCase()} ${question.slice(end.index)}`;
}
