import { listed } from '../listed.ts';

const small = listed(`
  zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
  nineteen`);
const tens = listed('twenty thirty forty fifty sixty seventy eighty ninety');

/** `twelve` becomes 12. */
export const numberWords: ReadonlyMap<string, number> = new Map([
  ...small.map((word, value) => [word, value] as const),
  ...tens.map((word, index) => [word, 10 * (index + 2)] as const),
  ['hundred', 100],
  ['thousand', 1_000],
  ['million', 1_000_000],
]);

/** `third` becomes 3. */
export const ordinalWords: ReadonlyMap<string, number> = new Map(
  listed('first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth').map((word, index) => [
    word,
    index + 1,
  ]),
);

/** `twice` becomes 2. These words count times. */
export const timesWords: ReadonlyMap<string, number> = new Map([
  ['once', 1],
  ['twice', 2],
]);

/** The months as they are shown. */
export const monthNames: readonly string[] = listed(
  'January February March April May June July August September October November December',
);
export const months: readonly string[] = monthNames.map((month) => month.toLowerCase());
export const shortMonths: readonly string[] = months.map((month) => month.slice(0, 3));
export const weekdays: readonly string[] = listed('monday tuesday wednesday thursday friday saturday sunday');
