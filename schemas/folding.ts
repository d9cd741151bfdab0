const ascii = /^\p{ASCII}*$/u;
const marks = /\p{M}+/gu;

/**
 * Text without case and diacritics, by Unicode: NFKD without marks, in lower case (CONTRACT section 7). Marks are
 * removed before NFKD too, because NFKD orders a run of marks in quadratic time.
 */
export function folded(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  return withoutMarks(withoutMarks(text).normalize('NFKD')).toLowerCase();
}

export const withoutMarks = (text: string): string => text.replace(marks, '');
