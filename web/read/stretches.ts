/** A heading, as the outline needs it. */
interface OutlineHeading {
  readonly depth: number;
  readonly text: string;
  /** Its line in the document, from 0. */
  readonly line: number;
}

/** A part of a long document that can be drawn by itself. */
export interface Stretch {
  readonly text: string;
  /** Where it begins in the document. */
  readonly start: number;
  readonly headings: readonly OutlineHeading[];
}

/** Characters of a part. */
const usual = 12_000;
const heading = /^(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/;
const fence = /^ {0,3}(`{3,}|~{3,})/;
const definition = /^ {0,3}\[(?!\^)[^\]\n]+\]:[ \t]*\S.*$/;

/**
 * Cuts a document before headings. A heading ends every block but fenced code. Definitions of links count in the whole
 * document, so each part gets those of the others.
 */
export function stretchesOf(text: string, least = usual): Stretch[] {
  const stretches: { lines: string[]; start: number; length: number; headings: OutlineHeading[] }[] = [];
  const definitions: string[] = [];
  let open: string | undefined;
  for (const [number, line] of text.split('\n').entries()) {
    const [, mark] = fence.exec(line) ?? [];
    const [, marks, words] = (open === undefined && heading.exec(line)) || [];
    let last = stretches.at(-1);
    if (!last || (marks !== undefined && last.length >= least)) {
      last = { lines: [], start: last ? last.start + last.length : 0, length: 0, headings: [] };
      stretches.push(last);
    }
    last.lines.push(line);
    last.length += line.length + 1;
    if (marks !== undefined && words)
      last.headings.push({ depth: marks.length, text: withoutMarks(words), line: number });
    if (open === undefined && definition.test(line)) definitions.push(line);
    if (mark !== undefined) open = open === undefined ? mark : closes(line, open) ? undefined : open;
  }
  const known = definitions.length === 0 ? '' : `\n\n${definitions.join('\n')}\n`;
  return stretches.map(({ lines, start, headings }) => ({ text: lines.join('\n') + known, start, headings }));
}

const withoutMarks = (words: string): string =>
  words.replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[*`~]/g, '');

/** Code ends at a fence of the same characters that is at least as long, with nothing behind it. */
const closes = (line: string, open: string): boolean => line.trim().startsWith(open) && /^(`+|~+)$/.test(line.trim());
