const ascii = /^\p{ASCII}*$/u;

/** Text without case and diacritics, by Unicode: NFKD without marks, in lower case (CONTRACT section 7). */
export function folded(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
