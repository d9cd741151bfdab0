import { segmentsOf } from './segmenting.ts';
import { meetWords, termsIn } from './terms.ts';

/** A part of a text, in UTF-16 units. */
interface Place {
  readonly start: number;
  readonly end: number;
}

const word = /[\p{L}\p{N}\p{M}\p{Co}]+/gu;

/** Where a composed text holds any of these terms, in its order. */
export function termPlaces(text: string, terms: ReadonlySet<string>): Place[] {
  meetWords(text);
  const found = Array.from(text.matchAll(word), ({ 0: said, index }) =>
    placesInWord(said, terms).map(({ start, end }) => ({ start: index + start, end: index + end })),
  );
  return joined(found.flat());
}

/** Pairs of characters of an unspaced word overlap. */
function placesInWord(said: string, terms: ReadonlySet<string>): Place[] {
  const places: Place[] = [];
  let from = 0;
  for (const segment of segmentsOf(said)) {
    const start = said.indexOf(segment, from);
    if (start < 0) continue;
    if (termsIn(segment).some((term) => terms.has(term))) places.push({ start, end: start + segment.length });
    from = start + 1;
  }
  return places;
}

/** Places that touch become one. */
function joined(places: readonly Place[]): Place[] {
  const whole: Place[] = [];
  for (const place of places) {
    const last = whole.at(-1);
    if (last && place.start <= last.end) whole[whole.length - 1] = { start: last.start, end: place.end };
    else whole.push(place);
  }
  return whole;
}
