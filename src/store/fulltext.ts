import { type Kysely, type RawBuilder, sql } from 'kysely';
import { eachOf } from './prepared.ts';
import { isOneCharacter, segmentsOf } from './segmenting.ts';
import { termsIn, tokenizer } from './terms.ts';

/**
 * The full-text index over `passages`, kept by triggers in the transaction that changes a passage. Words are stemmed, case and
 * diacritics folded; unspaced scripts are segmented. `passage_terms` has a row for each occurrence of a term.
 */
export async function createFullTextIndex(tx: Kysely<unknown>): Promise<void> {
  await sql`CREATE VIEW passage_texts AS
    SELECT id, segmented(title) AS title, segmented(body) AS body FROM passages`.execute(tx);
  await sql`CREATE VIRTUAL TABLE passage_words USING fts5(
    title, body, content='passage_texts', content_rowid='id', tokenize='${sql.raw(tokenizer)}')`.execute(tx);
  await sql`CREATE VIRTUAL TABLE passage_terms USING fts5vocab(passage_words, instance)`.execute(tx);
  await sql`CREATE TRIGGER passages_inserted AFTER INSERT ON passages BEGIN
    INSERT INTO passage_words(rowid, title, body) VALUES (new.id, segmented(new.title), segmented(new.body));
  END`.execute(tx);
  await sql`CREATE TRIGGER passages_deleted AFTER DELETE ON passages BEGIN
    INSERT INTO passage_words(passage_words, rowid, title, body)
    VALUES ('delete', old.id, segmented(old.title), segmented(old.body));
  END`.execute(tx);
}

/** A term of the index, or the beginning of terms, and how much it counts. */
export interface AskedTerm {
  readonly term: string;
  /** One of those asked for that the index knows by this term. */
  readonly word: string;
  readonly isBeginning: boolean;
  readonly weight: number;
}

/** The first `most` different terms of the words; each counts by the root of how often it is there. */
export function termsOf(words: readonly string[], most: number): AskedTerm[] {
  const segments = words.flatMap(segmentsOf);
  const mentions = new Map<string, { word: string; count: number }>();
  termsIn(segments).forEach((term, place) => {
    const known = term === undefined ? undefined : mentions.get(term);
    if (known) known.count += 1;
    else if (term !== undefined && mentions.size < most) mentions.set(term, { word: segments[place]!, count: 1 });
  });
  return Array.from(mentions, ([term, { word, count }]) => ({
    term,
    word,
    isBeginning: isOneCharacter(word),
    weight: Math.sqrt(count),
  }));
}

/** What is looked for, and its place among the sources of a ranking. */
type Sourced<Asked> = readonly (readonly [source: number, asked: Asked])[];

const source = sql`(asked.value ->> 0)`;
const said = sql`(asked.value ->> 1)`;
const given = (asked: Sourced<string>) => sql`json_each(${JSON.stringify(asked)}) as asked`;

/**
 * How often each passage that holds a term has it: rows of passage, source, titles (how often in its title), total. One select
 * for all, since SQLite refuses a statement in which a CTE of many selects is used many times.
 */
export function occurrences(asked: Sourced<AskedTerm>): RawBuilder<unknown> {
  const ofKind = (isBeginning: boolean) =>
    asked.filter(([, term]) => term.isBeginning === isBeginning).map(([place, { term }]) => [place, term] as const);
  const counted = (terms: Sourced<string>, condition: RawBuilder<boolean>) => sql`
    select doc as passage, ${source} as source, sum(col = 'title') as titles, count(*) as total
    from ${given(terms)} cross join passage_terms on ${condition} group by ${source}, doc`;
  return unionOf([
    [ofKind(false), (terms) => counted(terms, sql`term = ${said}`)],
    [ofKind(true), (terms) => counted(terms, sql`term >= ${said} and term < ${said} || char(0x10ffff)`)],
  ]);
}

/** The same of words that stand one after the other, each column counted once. */
export function phraseOccurrences(asked: Sourced<readonly string[]>): RawBuilder<unknown> {
  const phrases = asked.map(([place, phrase]) => [place, asPhrase(phrase)] as const);
  const held = (column: 'title' | 'body') => (some: Sourced<string>) =>
    sql`
    select passage_words.rowid as passage, ${source} as source, ${sql.lit(column === 'title' ? 1 : 0)} as titles, 1 as total
    from ${given(some)} cross join passage_words(${sql.lit(`${column} : `)} || ${said})`;
  return unionOf([
    [phrases, held('title')],
    [phrases, held('body')],
  ]);
}

type Select = (asked: Sourced<string>) => RawBuilder<unknown>;

const unionOf = (selects: readonly (readonly [Sourced<string>, Select])[]): RawBuilder<unknown> =>
  sql.join(
    selects.filter(([asked]) => asked.length > 0).map(([asked, select]) => select(asked)),
    sql` union all `,
  );

/** How many passages hold any of the terms, counted up to `most`. */
export const hitCount = (terms: readonly AskedTerm[], most: number) =>
  sql<{ hits: number }>`select count(*) as hits from (
    select 1 from passage_words where ${anyOf(terms)} limit ${most})`;

/** The best stretch of each of these passages, about forty words. Numbers that are bound one by one are no integers to FTS5, which then ignores them. */
export const snippets = (terms: readonly AskedTerm[], passages: readonly number[]) =>
  sql<{
    passage: number;
    snippet: string;
  }>`select rowid as passage, snippet(passage_words, 1, '', '', '…', 40) as snippet
    from passage_words where ${anyOf(terms)} and rowid in ${eachOf(JSON.stringify(passages))}`;

/** Pairs of resource and version whose title holds every word, each perhaps unfinished; of no words, none. */
export function titleHolds(text: string) {
  const every = [...new Set(words(text))].map((word) => `${asPhrase([word])}*`);
  const condition = every.length === 0 ? sql<boolean>`1 = 0` : matching(`title : (${every.join(' AND ')})`);
  return sql`(select passages.resource_id, passages.version_id
    from passage_words join passages on passages.id = passage_words.rowid where ${condition})`;
}

/** The words of a question or query; none when it holds only punctuation. */
export const words = (text: string): string[] => text.normalize('NFC').match(/[\p{L}\p{N}\p{M}\p{Co}]+/gu) ?? [];

const anyOf = (terms: readonly AskedTerm[]) =>
  matching(terms.map(({ word, isBeginning }) => `"${word}"${isBeginning ? '*' : ''}`).join(' OR '));

const asPhrase = (phrase: readonly string[]) => `"${phrase.flatMap(segmentsOf).join(' ')}"`;

const matching = (expression: string) => sql<boolean>`passage_words match ${expression}`;
