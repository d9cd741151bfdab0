import { type Kysely, sql } from 'kysely';
import { limits } from '../../schemas/limits.ts';

/**
 * The full-text index over `passages`, kept by triggers in the transaction that changes a passage.
 * Words are stemmed, case and diacritics folded.
 */
export async function createFullTextIndex(tx: Kysely<unknown>): Promise<void> {
  await sql`CREATE VIRTUAL TABLE passage_words USING fts5(
    title, body, content='passages', content_rowid='id', tokenize='porter unicode61 remove_diacritics 2')`.execute(tx);
  await sql`CREATE TRIGGER passages_inserted AFTER INSERT ON passages BEGIN
    INSERT INTO passage_words(rowid, title, body) VALUES (new.id, new.title, new.body);
  END`.execute(tx);
  await sql`CREATE TRIGGER passages_deleted AFTER DELETE ON passages BEGIN
    INSERT INTO passage_words(passage_words, rowid, title, body) VALUES ('delete', old.id, old.title, old.body);
  END`.execute(tx);
}

/** The passages that hold any of the words, with their relevance: higher is better, and a word of the title counts twice. */
export const matches = (text: string) =>
  sql<{ passage: number; score: number }>`select rowid as passage, round(-bm25(passage_words, 2.0, 1.0), 9) as score
    from passage_words where ${anyWord(text)}`;

/** How many passages hold any of the words, counted up to `most`. */
export const hitCount = (text: string, most: number) =>
  sql<{ hits: number }>`select count(*) as hits from (
    select 1 from passage_words where ${anyWord(text)} limit ${most})`;

/** The best stretch of each of these passages, about forty words. */
export const snippets = (text: string, passages: readonly number[]) =>
  sql<{
    passage: number;
    snippet: string;
  }>`select rowid as passage, snippet(passage_words, 1, '', '', '…', 40) as snippet
    from passage_words where ${anyWord(text)} and rowid in (${sql.join(passages)})`;

/** Pairs of resource and version whose title holds every word, each perhaps unfinished; of no words, none. */
export function titleHolds(text: string) {
  const every = words(text).map((word) => `${quoted(word)}*`);
  const condition = every.length === 0 ? sql<boolean>`1 = 0` : matching(`title : (${every.join(' AND ')})`);
  return sql`(select passages.resource_id, passages.version_id
    from passage_words join passages on passages.id = passage_words.rowid where ${condition})`;
}

/**
 * The words of a question or query, as the index splits them, each once: every mention would be looked up and ranked anew.
 * None when it holds only punctuation.
 */
export const words = (text: string): string[] => [
  ...new Set(text.normalize('NFC').match(/[\p{L}\p{N}\p{M}\p{Co}]+/gu)),
];

const anyWord = (text: string) => matching(words(text).slice(0, limits.searchWords).map(quoted).join(' OR '));

const matching = (expression: string) => sql<boolean>`passage_words match ${expression}`;

const quoted = (word: string) => `"${word}"`;
