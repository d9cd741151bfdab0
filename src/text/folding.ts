const ascii = /^\p{ASCII}*$/u;
const marks = /\p{M}+/gu;

/**
 * Text without case and diacritics, by Unicode: NFKD without marks, in lower case (CONTRACT section 7). Marks that stand by
 * themselves go first: to put many of them in order, as NFKD does, takes time that grows with their square.
 */
export function folded(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  return withoutMarks(withoutMarks(text).normalize('NFKD')).toLowerCase();
}

export const withoutMarks = (text: string): string => text.replace(marks, '');
