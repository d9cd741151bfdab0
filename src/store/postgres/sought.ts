/** No text is the same, contains it, or begins with it. */
const nowhere = '\u{10ffff}\uffff\u{10ffff}\uffff';

/** Whether a statement stores nothing. Also a write may begin with `with`, and stores no other text than it was given. */
const storesNothing = (sql: string): boolean =>
  /^\s*(?:select|with|declare|delete)\b/i.test(sql) && !/\b(?:insert\s+into|update|merge\s+into)\s/i.test(sql);

/**
 * The parameters of a statement. A text with the character NUL is stored nowhere, and the server refuses it. A read or a
 * deletion finds nothing by it, as on SQLite, so the character becomes what no text has.
 */
export function soughtBy(sql: string, parameters: readonly unknown[]): unknown[] {
  if (!parameters.some(hasNul) || !storesNothing(sql)) return [...parameters];
  return parameters.map((value) => (hasNul(value) ? withoutNul(value) : value));
}

const hasNul = (value: unknown): value is string =>
  typeof value === 'string' && (value.includes('\0') || (isList(value) && value.includes('\\u0000')));

/** Lists of values are JSON. */
const isList = (text: string): boolean => text.startsWith('["');

const escapedNul = /(?<!\\)((?:\\\\)*)\\u0000/g;

function withoutNul(text: string): string {
  const plain = text.replaceAll('\0', nowhere);
  return isList(plain) ? plain.replace(escapedNul, `$1${nowhere}`) : plain;
}
