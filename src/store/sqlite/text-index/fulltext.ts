import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { CountedFor } from './counted-terms.ts';
import { prefixOfHome, titleMark } from './indexed-terms.ts';
import type { Scan } from '../../scan.ts';
import type { Db } from '../../tables.ts';
import type { Asked, Cut, LookedThrough, Snippets, TextIndex } from '../../text-index.ts';
import { type AskedTerm, phraseOf, words } from '../../../text/asked-terms.ts';

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

export const sqliteTextIndex: TextIndex = {
  prefixOfHome,
  occurrences,
  someOccurrences,
  snippets,
  titleHolds,
  someTitles,
  looksForTitle,
};

/** A search item with its place among a ranking's sources. */
type Sourced<Item> = readonly (readonly [source: number, item: Item])[];

const given = (asked: readonly (readonly unknown[])[]) => sql`json_each(${JSON.stringify(asked)}) as asked`;

/** A row for each home and item: source, first term and last term. */
const ranges = ({ prefixes }: LookedThrough, asked: Sourced<AskedTerm>) =>
  asked.flatMap(([place, { term, isBeginning }]) =>
    prefixes.map((prefix) => [place, prefix + term, prefix + term + (isBeginning ? lastCharacter : '')] as const),
  );

const lastCharacter = '\u{10ffff}';
const isInRange = sql`term between asked.value ->> 1 and asked.value ->> 2`;

function occurrences(where: LookedThrough, { terms, phrases }: Asked): RawBuilder<unknown> {
  const sourcedTerms = terms.map((term, index) => [index, term] as const);
  const sourcedPhrases = phrases.map((phrase, index) => [terms.length + index, phrase] as const);
  const rows = [
    termOccurrences(where, sourcedTerms),
    ...phraseOccurrences(where, sourcedPhrases),
    ...strayOccurrences(where, sourcedTerms, sourcedPhrases),
  ];
  return sql.join(rows, sql` union all `);
}

/** One select for all terms, because SQLite refuses a CTE of many selects that is used often. */
const termOccurrences = (where: LookedThrough, asked: Sourced<AskedTerm>): RawBuilder<unknown> => sql`
    select doc as passage, asked.value ->> 0 as source, sum(col = 'title') as titles, count(*) as total
    from ${given(ranges(where, asked))} cross join passage_terms on ${isInRange} group by source, doc`;

/** The same for phrases; each column counts once. */
function phraseOccurrences({ prefixes }: LookedThrough, asked: Sourced<readonly string[]>): RawBuilder<unknown>[] {
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
function strayOccurrences(
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

function someOccurrences(where: LookedThrough, terms: readonly AskedTerm[]): RawBuilder<unknown> {
  const asked = ranges(
    where,
    terms.map((term) => [0, term]),
  );
  return sql`select doc as passage from ${given(asked)} cross join passage_terms on ${isInRange}`;
}

/** The cost of a snippet for each word asked for, in rows read. */
const rowsPerSnippet = 50;

async function snippets(db: Db, scan: Scan, cuts: readonly Cut[]): Promise<Snippets> {
  const rows = rowsPerSnippet * cuts.reduce((sum, { terms }) => sum + terms.length, 0);
  const found = (await scan(snippetsSql(cuts).compile(db), { rows })) as unknown as [number, string][];
  return new Map(found);
}

/** Escaped, because a process keeps a text that is not ASCII at two bytes a character. */
const ellipsis = '\u2026';

/** IDs are passed as JSON, because FTS5 ignores numbers bound one by one. */
export function snippetsSql(cuts: readonly Cut[]) {
  const asked = cuts.map(({ id, home, terms }) => {
    const held = anyOf(terms.map((term) => ({ term, isBeginning: false })));
    return [id, behindPrefix(held, prefixOfHome(home))];
  });
  return sql<{ passage: number; snippet: string }>`
    select passage_words.rowid as passage, snippet(passage_words, 1, '', '', ${sql.lit(ellipsis)}, 40) as snippet
    from json_each(${JSON.stringify(asked)}) as asked cross join passage_words(asked.value ->> 1)
    where passage_words.rowid = asked.value ->> 0`;
}

function titleHolds({ prefixes, strays }: LookedThrough, text: string): RawBuilder<unknown> {
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

function someTitles({ prefixes }: LookedThrough, text: string): RawBuilder<unknown> {
  const asked = titlePhrases(text)
    .flat()
    .flatMap((term) => prefixes.map((prefix) => titleMark + prefix + term))
    .map((term) => [0, term, term + lastCharacter]);
  return sql`select doc from ${given(asked)} cross join passage_terms on ${isInRange}`;
}

function looksForTitle({ prefixes, strays }: LookedThrough, text: string): number {
  return titlePhrases(text).flat().length * prefixes.length + strays.length;
}

/** The terms of each distinct word of a text. */
const titlePhrases = (text: string): string[][] =>
  [...new Set(words(text))].map((word) => phraseOf([word])).filter(({ length }) => length > 0);

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
