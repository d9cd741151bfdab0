// A regular expression that ends in `+$` takes quadratic time. These functions look at each character once.

/** The text without trailing characters that match. */
export function withoutEnd(text: string, character: RegExp): string {
  let end = text.length;
  while (end > 0 && character.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** The start of brackets that end a text and contain no others. */
export function bracketsAtEnd(text: string, opening: string, closing: string): number | undefined {
  const last = text.trimEnd().length - 1;
  if (last < 0 || !closing.includes(text.charAt(last))) return undefined;
  for (let at = last - 1; at >= 0; at -= 1) {
    const character = text.charAt(at);
    if (opening.includes(character)) return at;
    if (closing.includes(character)) return undefined;
  }
  return undefined;
}
