import { listed } from '../listed.ts';

/** Units behind a number, or at the end of a label: `Weight kg`, `total_eur`. Each with the same unit's other words. */
const alike = [
  'kg kgs kilo kilos kilogram kilograms',
  'g gram grams',
  'lb lbs',
  'tonne tonnes ton tons',
  'litre litres liter liters',
  'kw kilowatt kilowatts',
  'm metre metres meter meters',
  'km kilometre kilometres kilometer kilometers',
  'mile miles',
  'cm',
  'mm',
  'sqm',
  'min mins minute minutes',
  'hr hrs hour hours',
  'pct percent percentage',
  'eur euro euros',
  'usd dollar dollars bucks',
  'gbp pound pounds quid',
  'chf',
];

/** The one word for each unit. */
export const units: ReadonlyMap<string, string> = new Map(
  alike.flatMap((line) => listed(line).map((word, _at, all) => [word, all[0]!] as const)),
);
