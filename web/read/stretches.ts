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

/** Characters of a part: more than a screen of them. */
const usual = 3_000;
const heading = /^(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t\r]*$/;
const fence = /^ {0,3}(`{3,}|~{3,})/;
const definition = /^ {0,3}\[(?!\^)[^\]\n]+\]:[ \t]*\S/;
/** All lines that matter here begin with one of these. */
const beginnings = ' #`~[';

/**
 * Cuts a document before headings. A heading ends every block but fenced code. Definitions of links count in the whole
 * document, so each part gets those of the others.
 */
export function stretchesOf(text: string, least = usual): Stretch[] {
  const parts: { start: number; headings: OutlineHeading[] }[] = [{ start: 0, headings: [] }];
  const definitions: string[] = [];
  let open: string | undefined;
  for (let start = 0, number = 0; start < text.length; number += 1) {
    const end = lineEnd(text, start);
    if (beginnings.includes(text[start]!)) {
      const line = text.slice(start, end);
      const [, mark] = fence.exec(line) ?? [];
      const [, marks, words] = (open === undefined && heading.exec(line)) || [];
      if (marks !== undefined && start - parts.at(-1)!.start >= least) parts.push({ start, headings: [] });
      if (marks !== undefined && words)
        parts.at(-1)!.headings.push({ depth: marks.length, text: withoutMarks(words), line: number });
      if (open === undefined && definition.test(line)) definitions.push(line);
      if (mark !== undefined) open = open === undefined ? mark : closes(line, open) ? undefined : open;
    }
    start = end + 1;
  }
  const known = definitions.length === 0 ? '' : `\n\n${definitions.join('\n')}\n`;
  return parts.map(({ start, headings }, index) => ({
    text: text.slice(start, parts[index + 1]?.start) + known,
    start,
    headings,
  }));
}

const lineEnd = (text: string, start: number): number => {
  const end = text.indexOf('\n', start);
  return end < 0 ? text.length : end;
};

const withoutMarks = (words: string): string =>
  /[[*`~]/.test(words) ? words.replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[*`~]/g, '') : words;

/** Code ends at a fence of the same characters that is at least as long, with nothing behind it. */
const closes = (line: string, open: string): boolean => line.trim().startsWith(open) && /^(`+|~+)$/.test(line.trim());
