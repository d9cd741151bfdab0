import { type Kysely, type RawBuilder, sql } from 'kysely';
import { composed } from '../../../text/composing.ts';
import type { CountedFor } from './counted-terms.ts';
import { prefixOfHome, titleMark } from './indexed-terms.ts';
import { isOneCharacter, segmentsOf } from '../../../text/segmenting.ts';
import { termOf, termsIn } from '../../../text/terms.ts';

/**
 * The full-text index over `passages`. Triggers keep it in the transaction that changes a passage. Its words are terms
 * prefixed by their home (`indexed-terms.ts`). `passage_terms` has a row for each occurrence of a term. Snippets are
 * cut from `passage_texts`, whose words have the same positions.
 */
export async function createFullTextIndex(tx: Kysely<unknown>): Promise<void> {
  await sql`CREATE VIEW passage_texts AS
    SELECT id, segmented(title) AS title, segmented(body) AS body FROM passages`.execute(tx);
  await sql`CREATE VIRTUAL TABLE passage_words USING fts5(
    title, body, content='passage_texts', content_rowid='id', tokenize='${sql.raw(tokenizer)}')`.execute(tx);
  await sql`CREATE VIRTUAL TABLE passage_terms USING fts5vocab(passage_words, instance)`.execute(tx);
  await sql`CREATE TRIGGER passages_inserted AFTER INSERT ON passages BEGIN
    INSERT INTO passage_words(rowid, title, body) VALUES (
      new.id, indexed_title(new.home, new.resource_type, new.title), indexed_body(new.home, new.body));
  END`.execute(tx);
  await sql`CREATE TRIGGER passages_deleted AFTER DELETE ON passages BEGIN
    INSERT INTO passage_words(passage_words, rowid, title, body) VALUES (
      'delete', old.id, indexed_title(old.home, old.resource_type, old.title), indexed_body(old.home, old.body));
  END`.execute(tx);
}

/** Splits texts exactly as term extraction does, and changes no term. */
export const tokenizer = 'unicode61 remove_diacritics 0';

/** A term or prefix to search, and its weight. */
export interface AskedTerm {
  readonly term: string;
  readonly isBeginning: boolean;
  readonly weight: number;
}

/** The first `most` distinct terms of the words. Each weighs the square root of its count. */
export function termsOf(words: readonly string[], most: number): AskedTerm[] {
  const mentions = new Map<string, { isBeginning: boolean; count: number }>();
  for (const segment of words.flatMap(segmentsOf)) {
    const term = termOf(segment);
    const known = term === undefined ? undefined : mentions.get(term);
    if (known) known.count += 1;
    else if (term !== undefined && mentions.size < most)
      mentions.set(term, { isBeginning: isOneCharacter(segment), count: 1 });
  }
  return Array.from(mentions, ([term, { isBeginning, count }]) => ({ term, isBeginning, weight: Math.sqrt(count) }));
}

/** The terms of consecutive words. */
export const phraseOf = (words: readonly string[]): string[] =>
  words.flatMap(segmentsOf).flatMap((segment) => termOf(segment) ?? []);

/** The homes and single texts to search. */
export interface LookedThrough {
  /** Prefixes of homes. */
  readonly prefixes: readonly string[];
  readonly strays: readonly Stray[];
}

/** A text of another home, with the first and last possible ID of its passages. */
export type Stray = readonly [prefix: string, resourceId: string, versionId: string, first: number, last: number];

/** A search item with its place among a ranking's sources. */
export type Sourced<Asked> = readonly (readonly [source: number, asked: Asked])[];

const given = (asked: readonly (readonly unknown[])[]) => sql`json_each(${JSON.stringify(asked)}) as asked`;

/** A row for each home and item: source, first term and last term. */
const ranges = ({ prefixes }: LookedThrough, asked: Sourced<AskedTerm>) =>
  asked.flatMap(([place, { term, isBeginning }]) =>
    prefixes.map((prefix) => [place, prefix + term, prefix + term + (isBeginning ? lastCharacter : '')] as const),
  );

const lastCharacter = '\u{10ffff}';
const isInRange = sql`term between asked.value ->> 1 and asked.value ->> 2`;

/**
 * Counts terms per passage of the homes: rows of passage, source, titles (count in the title), total. One select for
 * all, because SQLite refuses a CTE of many selects that is used often.
 */
export const occurrences = (where: LookedThrough, asked: Sourced<AskedTerm>): RawBuilder<unknown> => sql`
    select doc as passage, asked.value ->> 0 as source, sum(col = 'title') as titles, count(*) as total
    from ${given(ranges(where, asked))} cross join passage_terms on ${isInRange} group by source, doc`;

/** The same for phrases; each column counts once. */
export function phraseOccurrences(
  { prefixes }: LookedThrough,
  asked: Sourced<readonly string[]>,
): RawBuilder<unknown>[] {
  if (asked.length === 0) return [];
  const phrases = asked.flatMap(([place, phrase]) =>
    prefixes
      .map((prefix) => behindPrefix(asPhrase(phrase), prefix))
      .flatMap((said) => [
        [place, 1, `title : ${said}`],
        [place, 0, `body : ${said}`],
      ]),
  );
  return [
    sql`
    select passage_words.rowid as passage, asked.value ->> 0 as source, asked.value ->> 1 as titles, 1 as total
    from ${given(phrases)} cross join passage_words(asked.value ->> 2)`,
  ];
}

/** The same for texts of other homes. The index finds their passages, whose own words are then counted. */
export function strayOccurrences(
  { strays }: LookedThrough,
  terms: Sourced<AskedTerm>,
  phrases: Sourced<readonly string[]>,
): RawBuilder<unknown>[] {
  if (strays.length === 0) return [];
  const counted: CountedFor = {
    terms: terms.map(([place, { term, isBeginning }]) => [place, term, isBeginning]),
    phrases,
  };
  const held = anyOf(terms.map(([, term]) => term));
  return [
    sql`
    select passages.id as passage, counted.value ->> 0 as source, counted.value ->> 1 as titles, counted.value ->> 2 as total
    from ${strayPassages(strays, held)}
    cross join json_each(counted_terms(passages.title, passages.body, ${JSON.stringify(counted)})) as counted`,
  ];
}

/** The passages of strays that match an expression. */
const strayPassages = (strays: LookedThrough['strays'], expression: string) => sql`
    ${given(strays)}
    cross join passage_words(${behindGivenPrefix(expression)}) cross join passages on passages.id = passage_words.rowid
      and passage_words.rowid between asked.value ->> 3 and asked.value ->> 4
      and passages.resource_id = asked.value ->> 1 and passages.version_id = asked.value ->> 2`;

/** A row for each occurrence of any of the terms in the homes. */
export const someOccurrences = (where: LookedThrough, terms: readonly AskedTerm[]): RawBuilder<unknown> => {
  const asked = ranges(
    where,
    terms.map((term) => [0, term]),
  );
  return sql`select doc as passage from ${given(asked)} cross join passage_terms on ${isInRange}`;
};

/** A passage, and its terms to cut the snippet around. */
interface Cut {
  readonly id: number;
  readonly home: number;
  readonly terms: readonly string[];
}

/**
 * The best excerpt of each passage, about 40 words. IDs are passed as JSON, because FTS5 ignores numbers bound one by
 * one.
 */
export function snippets(cuts: readonly Cut[]) {
  const asked = cuts.map(({ id, home, terms }) => {
    const held = anyOf(terms.map((term) => ({ term, isBeginning: false })));
    return [id, behindPrefix(held, prefixOfHome(home))];
  });
  return sql<{ passage: number; snippet: string }>`
    select passage_words.rowid as passage, snippet(passage_words, 1, '', '', '…', 40) as snippet
    from json_each(${JSON.stringify(asked)}) as asked cross join passage_words(asked.value ->> 1)
    where passage_words.rowid = asked.value ->> 0`;
}

/** The asked terms that a passage has. A prefix is replaced by the passage's terms that begin with it. */
export function termsHeld(
  asked: readonly AskedTerm[],
  passage: { readonly title: string; readonly body: string },
): string[] {
  const whole = asked.flatMap(({ term, isBeginning }) => (isBeginning ? [] : [term]));
  const beginnings = asked.flatMap(({ term, isBeginning }) => (isBeginning ? [term] : []));
  if (beginnings.length === 0) return whole;
  const there = new Set([...termsIn(passage.title), ...termsIn(passage.body)]);
  return [...whole, ...[...there].filter((term) => beginnings.some((beginning) => term.startsWith(beginning)))];
}

/**
 * Pairs of resource and version whose title has every word, each possibly unfinished. A pair occurs once per passage. A
 * text without words yields an empty set.
 */
export function titleHolds({ prefixes, strays }: LookedThrough, text: string): RawBuilder<unknown> {
  const phrases = titlePhrases(text);
  const every = phrases.map((phrase) => `${asPhrase(phrase).replaceAll(prefixPlace, titleMark + prefixPlace)}*`);
  if (every.length === 0) return sql`select null as resource_id, null as version_id where false`;
  const expression = `title : (${every.join(' AND ')})`;
  return sql`
    select passages.resource_id, passages.version_id
    from ${given(prefixes.map((prefix) => [prefix]))}
    cross join passage_words(${behindGivenPrefix(expression)}) cross join passages on passages.id = passage_words.rowid
    union all
    select passages.resource_id, passages.version_id from ${given(strays)}
    cross join passages on passages.id = asked.value ->> 3
    where holds_phrases(passages.title, ${JSON.stringify(phrases)})`;
}

/** A row for each title word that the index visits for this text. */
export function someTitles({ prefixes }: LookedThrough, text: string): RawBuilder<unknown> {
  const asked = titlePhrases(text)
    .flat()
    .flatMap((term) => prefixes.map((prefix) => titleMark + prefix + term))
    .map((term) => [0, term, term + lastCharacter]);
  return sql`select doc from ${given(asked)} cross join passage_terms on ${isInRange}`;
}

/** The cost of a title search: one lookup per word and home, and one per stray. */
export const looksForTitle = ({ prefixes, strays }: LookedThrough, text: string): number =>
  titlePhrases(text).flat().length * prefixes.length + strays.length;

/** The terms of each distinct word of a text. */
const titlePhrases = (text: string): string[][] =>
  [...new Set(words(text))].map((word) => phraseOf([word])).filter(({ length }) => length > 0);

/** The words of a question or query; empty if it holds only punctuation. */
export const words = (text: string): string[] => composed(text).match(/[\p{L}\p{N}\p{M}\p{Co}]+/gu) ?? [];

/** Marks where the prefix of a home belongs in an FTS5 expression. */
const prefixPlace = '\u0001';

const behindPrefix = (expression: string, prefix: string): string => expression.replaceAll(prefixPlace, prefix);

/** The same in SQL, with the prefix from column 0 of `asked`. */
const behindGivenPrefix = (expression: string): RawBuilder<string> =>
  sql`replace(${expression}, ${prefixPlace}, asked.value ->> 0)`;

/** An FTS5 expression that matches any of the terms. */
const anyOf = (terms: readonly Pick<AskedTerm, 'term' | 'isBeginning'>[]): string =>
  terms.map(({ term, isBeginning }) => `${asPhrase([term])}${isBeginning ? '*' : ''}`).join(' OR ');

const asPhrase = (terms: readonly string[]) => `"${terms.map((term) => prefixPlace + term).join(' ')}"`;
