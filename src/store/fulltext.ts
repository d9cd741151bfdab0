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

/** How often each passage that holds a term has it: rows of passage, source, titles (how often in its title), total. */
export function occurrences({ term, isBeginning }: AskedTerm, source: number): RawBuilder<unknown> {
  const condition = isBeginning ? sql`term >= ${term} and term < ${`${term}\u{10ffff}`}` : sql`term = ${term}`;
  return sql`select doc as passage, ${source} as source, sum(col = 'title') as titles, count(*) as total
    from passage_terms where ${condition} group by doc`;
}

/** The same of words that stand one after the other, each column counted once. */
export const phraseOccurrences = (phrase: readonly string[], source: number): RawBuilder<unknown> => sql`
  select rowid as passage, ${source} as source, 1 as titles, 1 as total
  from passage_words where ${matching(`title : ${asPhrase(phrase)}`)}
  union all
  select rowid as passage, ${source} as source, 0 as titles, 1 as total
  from passage_words where ${matching(`body : ${asPhrase(phrase)}`)}`;

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
