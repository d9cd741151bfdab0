const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty';
const ordinals = 'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth';

/** English number words and what they count; words such as `once` count times. */
export const numberWords: ReadonlyMap<string, number> = new Map([
  ...small.split(' ').map((word, value) => [word, value] as const),
  ...'thirty forty fifty sixty seventy eighty ninety'.split(' ').map((word, index) => [word, 30 + 10 * index] as const),
  ['hundred', 100],
  ['thousand', 1_000],
  ['million', 1_000_000],
  ['once', 1],
  ['twice', 2],
]);

export const ordinalWords: ReadonlyMap<string, number> = new Map(
  ordinals.split(' ').map((word, index) => [word, index + 1] as const),
);
