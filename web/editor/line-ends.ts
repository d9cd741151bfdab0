const anyEnd = /\r\n|\n/g;

/**
 * The separator with which a text is opened so that no byte changes: CRLF if every end is one. A lone CR stays a
 * character of its line.
 */
export function lineEndOf(text: string): '\n' | '\r\n' {
  const ends = text.match(anyEnd) ?? [];
  return ends.length > 0 && ends.every((end) => end === '\r\n') ? '\r\n' : '\n';
}

/** Text that comes from elsewhere, with the ends of the text that it comes into. */
export const withLineEnds = (text: string, end: string): string => text.replaceAll(/\r\n|\r|\n/g, end);
