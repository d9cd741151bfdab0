import { type Kysely, type RawBuilder, sql } from 'kysely';
import { composed } from '../../../text/composing.ts';
import type { CountedFor } from './counted-terms.ts';
import { prefixOfHome, titleMark } from './indexed-terms.ts';
import { isOneCharacter, segmentsOf } from '../../../text/segmenting.ts';
import { termOf, termsIn } from '../../../text/terms.ts';

/**
 * The full-text index over `passages`, kept by triggers in the transaction that changes a passage. Its words are terms behind
 * the prefix of their home (`indexed-terms.ts`); `passage_terms` has a row for each occurrence of one. Snippets are cut from
 * `passage_texts`, whose words stand at the same places.
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

/** Parts texts as the one does that makes terms of them, and changes no term. */
export const tokenizer = 'unicode61 remove_diacritics 0';

/** A term of the index, or the beginning of terms, and how much it counts. */
export interface AskedTerm {
  readonly term: string;
  readonly isBeginning: boolean;
  readonly weight: number;
}

/** The first `most` different terms of the words; each counts by the root of how often it is there. */
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

/** The terms of words that stand one after the other. */
export const phraseOf = (words: readonly string[]): string[] =>
  words.flatMap(segmentsOf).flatMap((segment) => termOf(segment) ?? []);

/** Where words are looked for. */
export interface LookedThrough {
  /** Of homes. */
  readonly prefixes: readonly string[];
  readonly strays: readonly Stray[];
}

/** A text of another home: the first and the last ID that its passages may have. */
export type Stray = readonly [prefix: string, resourceId: string, versionId: string, first: number, last: number];

/** What is looked for, and its place among the sources of a ranking. */
export type Sourced<Asked> = readonly (readonly [source: number, asked: Asked])[];

const given = (asked: readonly (readonly unknown[])[]) => sql`json_each(${JSON.stringify(asked)}) as asked`;

/** For each home a place, and the first and the last term that are looked for. */
const ranges = ({ prefixes }: LookedThrough, asked: Sourced<AskedTerm>) =>
  asked.flatMap(([place, { term, isBeginning }]) =>
    prefixes.map((prefix) => [place, prefix + term, prefix + term + (isBeginning ? lastCharacter : '')] as const),
  );

const lastCharacter = '\u{10ffff}';
const isInRange = sql`term between asked.value ->> 1 and asked.value ->> 2`;

/**
 * How often each passage of homes that holds a term has it: rows of passage, source, titles (how often in its title), total.
 * One select for all, since SQLite refuses a statement in which a CTE of many selects is used many times.
 */
export const occurrences = (where: LookedThrough, asked: Sourced<AskedTerm>): RawBuilder<unknown> => sql`
    select doc as passage, asked.value ->> 0 as source, sum(col = 'title') as titles, count(*) as total
    from ${given(ranges(where, asked))} cross join passage_terms on ${isInRange} group by source, doc`;

/** The same of terms that stand one after the other, each column counted once. */
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

/** The same of texts of other homes: the index finds their passages, whose own words are then counted. */
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

/** The passages of strays that an expression holds for. */
const strayPassages = (strays: LookedThrough['strays'], expression: string) => sql`
    ${given(strays)}
    cross join passage_words(${behindGivenPrefix(expression)}) cross join passages on passages.id = passage_words.rowid
      and passage_words.rowid between asked.value ->> 3 and asked.value ->> 4
      and passages.resource_id = asked.value ->> 1 and passages.version_id = asked.value ->> 2`;

/** A row of passage for each occurrence of any of the terms in homes. */
export const someOccurrences = (where: LookedThrough, terms: readonly AskedTerm[]): RawBuilder<unknown> => {
  const asked = ranges(
    where,
    terms.map((term) => [0, term]),
  );
  return sql`select doc as passage from ${given(asked)} cross join passage_terms on ${isInRange}`;
};

/** A passage, and those of its terms around which its snippet is cut. */
interface Cut {
  readonly id: number;
  readonly home: number;
  readonly terms: readonly string[];
}

/**
 * The best stretch of each of these passages, about forty words. Numbers that are bound one by one are no integers to FTS5,
 * which then ignores them.
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

/** Of terms that were asked for those that a passage has, each beginning as the terms that begin so. */
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

/** Pairs of resource and version whose title holds every word, each perhaps unfinished, for each of their passages; of no words, none. */
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

/** A row for each word of a title that the index has to look at for it. */
export function someTitles({ prefixes }: LookedThrough, text: string): RawBuilder<unknown> {
  const asked = titlePhrases(text)
    .flat()
    .flatMap((term) => prefixes.map((prefix) => titleMark + prefix + term))
    .map((term) => [0, term, term + lastCharacter]);
  return sql`select doc from ${given(asked)} cross join passage_terms on ${isInRange}`;
}

/** How often the index is asked for a title: for each word in each home; each stray is looked at by itself. */
export const looksForTitle = ({ prefixes, strays }: LookedThrough, text: string): number =>
  titlePhrases(text).flat().length * prefixes.length + strays.length;

/** The terms of each word of a text. */
const titlePhrases = (text: string): string[][] =>
  [...new Set(words(text))].map((word) => phraseOf([word])).filter(({ length }) => length > 0);

/** The words of a question or query; none when it holds only punctuation. */
export const words = (text: string): string[] => composed(text).match(/[\p{L}\p{N}\p{M}\p{Co}]+/gu) ?? [];

/** Where the prefix of a home goes in an expression of FTS5. */
const prefixPlace = '\u0001';

const behindPrefix = (expression: string, prefix: string): string => expression.replaceAll(prefixPlace, prefix);

/** The same in SQL, behind the prefix that comes first in what is given. */
const behindGivenPrefix = (expression: string): RawBuilder<string> =>
  sql`replace(${expression}, ${prefixPlace}, asked.value ->> 0)`;

/** Holds any of the terms. */
const anyOf = (terms: readonly Pick<AskedTerm, 'term' | 'isBeginning'>[]): string =>
  terms.map(({ term, isBeginning }) => `${asPhrase([term])}${isBeginning ? '*' : ''}`).join(' OR ');

const asPhrase = (terms: readonly string[]) => `"${terms.map((term) => prefixPlace + term).join(' ')}"`;
