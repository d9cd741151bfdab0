import { globSync, readFileSync } from 'node:fs';
import { computeLineStarts, createScanner, SyntaxKind } from 'typescript/unstable/ast';

/** A sentence of a comment or string, and the rules of plain prose that it breaks. */
export interface Sentence {
  readonly file: string;
  readonly line: number;
  readonly text: string;
  readonly faults: readonly string[];
}

interface Text {
  readonly start: number;
  readonly text: string;
}

const mostWords = 20;
const beginnings = /^[^\p{L}\p{N}]*(of|what|whoever|that|so many|for)\b/iu;
const phrases = /(?<!\bthere )\b(?:is|are) no\s|, for\b|\bthose (?:that|who)\b|\bso (?:many|much|long)\b/gi;
const directive = /^(?:oxlint|eslint|biome|@ts)-/;

type SentencesOf = (file: string, source: string) => Sentence[];

/** All such sentences in the TypeScript files of the folders, in the order of files and lines. `.` means its files only. */
export function sentencesIn(folders: readonly string[], sentencesOf: SentencesOf): Sentence[] {
  const patterns = folders.map((folder) => (folder === '.' ? '*.ts' : `${folder}/**/*.{ts,tsx}`));
  const files = globSync(patterns).sort();
  return files.flatMap((file) => sentencesOf(file, readFileSync(file, 'utf8')));
}

/** All sentences of comments in the source text. */
export const sentencesOfComments: SentencesOf = (file, source) => sentencesOf(file, source, commentsIn(source));

/** All sentences that the product says to people and agents: refusals and descriptions. */
export const sentencesOfStrings: SentencesOf = (file, source) => sentencesOf(file, source, stringsIn(source));

function sentencesOf(file: string, source: string, texts: readonly Text[]): Sentence[] {
  const lineStarts = computeLineStarts(source);
  const lineAt = (offset: number) => lineStarts.findLastIndex((start) => start <= offset) + 1;
  return texts.flatMap(({ start, text }) =>
    sentencesWithin(text).map(({ offset, length, bare }) => ({
      file,
      line: lineAt(start + offset),
      text: oneLine(text.slice(offset, offset + length)),
      faults: faultsOf(bare),
    })),
  );
}

function faultsOf(sentence: string): string[] {
  const words = sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  const beginning = beginnings.exec(sentence)?.[1];
  return [
    ...(words > mostWords ? [`${words} words`] : []),
    ...(beginning === undefined ? [] : [`begins with "${beginning}"`]),
    ...Array.from(sentence.matchAll(phrases), ([phrase]) => `"${phrase.trim()}"`),
  ];
}

/** The comments. Line comments on consecutive lines are one comment. */
function commentsIn(source: string): Text[] {
  const comments: Text[] = [];
  for (const { kind, start, text } of tokensOf(source)) {
    if (kind !== SyntaxKind.SingleLineCommentTrivia && kind !== SyntaxKind.MultiLineCommentTrivia) continue;
    const last = comments.at(-1);
    const between = last ? source.slice(last.start + last.text.length, start) : '';
    if (last && isLineComment(last.text) && isLineComment(text) && /^\n *$/.test(between))
      comments.splice(-1, 1, { start: last.start, text: last.text + between + text });
    else comments.push({ start, text });
  }
  return comments;
}

/** Where the product says something in prose: to these functions, and as these properties. */
const callees = new Set(['describe', 'description', 'summary', 'invalidRequest', 'WorkspaceError', 'SourceProblem']);
const properties = new Set(['description', 'detail', 'message', 'advice', 'summary']);

/** Strings of prose. A value within a template counts as one word. A sentence may begin with a name in small letters. */
function stringsIn(source: string): Text[] {
  const strings: Text[] = [];
  const templates: Text[] = [];
  const calls: string[] = [];
  let [name, before] = ['', ''];
  const isProse = () => callees.has(calls.at(-1) ?? '') || (before === ':' && properties.has(name));
  for (const { kind, start, text } of tokensOf(source)) {
    if (isTrivia(kind)) continue;
    if (kind === SyntaxKind.OpenParenToken) calls.push(before);
    if (kind === SyntaxKind.CloseParenToken) calls.pop();
    const isWhole = kind === SyntaxKind.StringLiteral || kind === SyntaxKind.NoSubstitutionTemplateLiteral;
    if (isWhole && isProse()) strings.push({ start, text: text.slice(1, -1) });
    if (kind === SyntaxKind.TemplateHead) templates.push({ start, text: isProse() ? text.slice(1, -2) : '' });
    if (kind === SyntaxKind.TemplateMiddle || kind === SyntaxKind.TemplateTail) {
      const isEnd = kind === SyntaxKind.TemplateTail;
      const { start: began, text: head } = templates.pop()!;
      const more = { start: began, text: head && `${head}X${text.slice(1, isEnd ? -1 : -2)}` };
      (isEnd ? strings : templates).push(more);
    }
    [name, before] = [before, text];
  }
  return strings.map(({ start, text }) => ({
    start,
    text: withoutExamples(text).replaceAll(/\. (?=\p{Ll})/gu, '.\n\n'),
  }));
}

/** The same text at the same offsets: JSON becomes one word. */
const withoutExamples = (text: string): string =>
  text.replaceAll(/\{.*\}/gs, (json) => `C${'o'.repeat(json.length - 1)}`);

const isLineComment = (text: string) => text.startsWith('//');

/** The tokens with trivia. The scanner alone cannot tell a regular expression from a division, nor end a template. */
function* tokensOf(source: string) {
  const scanner = createScanner(false);
  scanner.setText(source);
  const braces: SyntaxKind[] = [];
  let isAfterValue = false;
  for (let kind = scanner.scan(); kind !== SyntaxKind.EndOfFile; kind = scanner.scan()) {
    if (slashes.has(kind) && !isAfterValue) kind = scanner.reScanSlashToken();
    if (kind === SyntaxKind.CloseBraceToken && braces.pop() === SyntaxKind.TemplateHead) {
      kind = scanner.reScanTemplateToken(false);
      if (kind === SyntaxKind.TemplateMiddle) braces.push(SyntaxKind.TemplateHead);
    }
    if (kind === SyntaxKind.OpenBraceToken || kind === SyntaxKind.TemplateHead) braces.push(kind);
    yield { kind, start: scanner.getTokenStart(), text: scanner.getTokenText() };
    if (!isTrivia(kind)) isAfterValue = scanner.isIdentifier() || endsOfValues.has(kind);
  }
}

const isTrivia = (kind: SyntaxKind) => kind >= SyntaxKind.FirstTriviaToken && kind <= SyntaxKind.LastTriviaToken;

const slashes = new Set([SyntaxKind.SlashToken, SyntaxKind.SlashEqualsToken]);

const endsOfValues = new Set([
  SyntaxKind.NumericLiteral,
  SyntaxKind.BigIntLiteral,
  SyntaxKind.StringLiteral,
  SyntaxKind.NoSubstitutionTemplateLiteral,
  SyntaxKind.TemplateTail,
  SyntaxKind.RegularExpressionLiteral,
  SyntaxKind.CloseParenToken,
  SyntaxKind.CloseBracketToken,
  SyntaxKind.CloseBraceToken,
  SyntaxKind.ThisKeyword,
]);

/** The sentences of one comment. A blank line, a list item and a tag each begin a new sentence. */
function sentencesWithin(
  comment: string,
): { readonly offset: number; readonly length: number; readonly bare: string }[] {
  const bare = withoutMarkup(comment);
  if (directive.test(bare.trim())) return [];
  const blocks = bare.matchAll(/(?:(?!\n\s*(?:\n|[-*]\s|\d+[.)]\s|@\w))[\s\S])+/g);
  const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
  return [...blocks].flatMap((block) =>
    [...segmenter.segment(block[0].replaceAll('\n', ' '))].flatMap(({ segment, index }) => {
      const text = segment.replaceAll(/(?<=^|\s)@\w+/g, blank);
      const offset = block.index + index + segment.length - segment.trimStart().length;
      return /[\p{L}\p{N}]/u.test(text) ? [{ offset, length: segment.trim().length, bare: oneLine(text) }] : [];
    }),
  );
}

/** The same text at the same offsets: code becomes one word, and comment marks and addresses become blanks. */
const withoutMarkup = (comment: string): string =>
  comment
    .replaceAll(/^\/\*+|\*+\/$/g, blank)
    .replaceAll(/^ *(?:\*|\/\/+)/gm, blank)
    .replaceAll(/`[^`]*`/g, (code) => `C${'o'.repeat(code.length - 1)}`)
    .replaceAll(/https?:\/\/\S+/g, blank);

const blank = (matched: string) => ' '.repeat(matched.length);

const oneLine = (text: string) => text.trim().replaceAll(/\s*\n *(?:\*|\/\/)?\s*|\s+/g, ' ');
