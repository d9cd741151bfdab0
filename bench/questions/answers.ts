import { folded } from '../../src/text/folding.ts';

const months = 'january february march april may june july august september october november december'.split(' ');

/** One answer in the form that answers are compared in: without case, marks, footnotes, trailing parentheses, outer quotes. */
const known = new Map<string | number | boolean, string>();

function normalized(value: string | number | boolean): string {
  let form = known.get(value);
  if (form === undefined) {
    if (known.size > 200_000) known.clear();
    known.set(value, (form = formOf(value)));
  }
  return form;
}

function formOf(value: string | number | boolean): string {
  let text = folded(String(value))
    .replaceAll(/[‘’´`]/g, "'")
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/[‐‑‒–—−]/g, '-');
  for (;;) {
    const shorter = text
      .replace(/((?<!^)\[[^\]]*\]|\[\d+\]|[•♦†‡*#+])*$/u, '')
      .replace(/(?<!^)( \([^)]*\))*$/u, '')
      .replace(/^"([^"]*)"$/u, '$1')
      .trim();
    if (shorter === text) break;
    text = shorter;
  }
  text = text.replace(/\.$/, '').replaceAll(/\s+/g, ' ').trim();
  return numberIn(text) ?? dayIn(text) ?? text;
}

function numberIn(text: string): string | undefined {
  const plain = text.replaceAll(',', '');
  return /^[-+]?(?:\d+\.?\d*|\.\d+)$/.test(plain) ? String(Number(plain)) : undefined;
}

function dayIn(text: string): string | undefined {
  const iso = /^(\d{4})-(\d\d?)-(\d\d?)$/.exec(text);
  if (iso) return `${Number(iso[1])}-${Number(iso[2])}-${Number(iso[3])}`;
  const [, month = '', day, year] = /^([a-z]+) (\d{1,2}),? (\d{4})$/.exec(text) ?? [];
  if (months.includes(month)) return `${Number(year)}-${months.indexOf(month) + 1}-${Number(day)}`;
  const [, otherDay, otherMonth = '', otherYear] = /^(\d{1,2}) ([a-z]+) (\d{4})$/.exec(text) ?? [];
  if (months.includes(otherMonth)) return `${Number(otherYear)}-${months.indexOf(otherMonth) + 1}-${Number(otherDay)}`;
  return undefined;
}

/** The set of answers as one text: two of them are the same exactly when these are. */
export const answerKey = (values: readonly (string | number | boolean)[]): string =>
  [...new Set(values.map(normalized))].sort().join('\u0001');
