const telling =
  /^(?:is |(?:measure|target|group|top) (?:named \d|spoken|not named)$|dropped|soft (?:given|empty) (?:date|text|number)|soft value (?:stem|beginning)$|flag turned|amount of another|time (?:on|told)|after [a-z ]+$|value whole|several values|date (?:named \d|spoken|not named|main)|table |free |share (?:rate|of|beside)|having |difference of|\w+ under \d|target is bound|measure is bound|as before|other figure)/u;
const most = 3;

/** The signs that the confidence in a reading depends on. Words that it leaves count by their kinds. */
export function signsOf(features: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const name of features) if (/^left \w+$/u.test(name)) left.set(name, (left.get(name) ?? 0) + 1);
  const counts = [...left].flatMap(([name, count]) =>
    Array.from({ length: Math.min(count, most) }, (_, at) => `${name} ${at + 1}`),
  );
  const all = [...left].reduce(
    (sum, [name, count]) =>
      / (?:content|name|number|turning|value|time|superlative)$/u.test(name) ? sum + count : sum,
    0,
  );
  return [
    'any',
    ...Array.from({ length: Math.min(all, 5) }, (_, at) => `left ${at + 1}`),
    ...counts,
    ...new Set(features.filter((name) => telling.test(name))),
  ];
}
