import { type Kysely, sql } from 'kysely';

/**
 * The full-text index stores positions of terms and segments unspaced scripts. Channel lists and ranking get indexes of
 * their own.
 */
export async function version6(tx: Kysely<unknown>): Promise<void> {
  await sql`DROP TRIGGER passages_inserted`.execute(tx);
  await sql`DROP TRIGGER passages_deleted`.execute(tx);
  await sql`DROP TABLE passage_words`.execute(tx);
  await createFullTextIndex(tx);
  await sql`CREATE INDEX passages_by_id
    ON passages (id, resource_type, resource_id, version_id, octet_length(title), octet_length(body))`.execute(tx);
  await sql`CREATE INDEX artifacts_by_channel_change ON artifacts (channel_id, updated_at, id)`.execute(tx);
}

/** Version 10 replaces this index, and fills it. */
async function createFullTextIndex(tx: Kysely<unknown>): Promise<void> {
  await sql`CREATE VIEW passage_texts AS
    SELECT id, segmented(title) AS title, segmented(body) AS body FROM passages`.execute(tx);
  await sql`CREATE VIRTUAL TABLE passage_words USING fts5(
    title, body, content='passage_texts', content_rowid='id', tokenize='porter unicode61 remove_diacritics 2')`.execute(
    tx,
  );
  await sql`CREATE VIRTUAL TABLE passage_terms USING fts5vocab(passage_words, instance)`.execute(tx);
  await sql`CREATE TRIGGER passages_inserted AFTER INSERT ON passages BEGIN
    INSERT INTO passage_words(rowid, title, body) VALUES (new.id, segmented(new.title), segmented(new.body));
  END`.execute(tx);
  await sql`CREATE TRIGGER passages_deleted AFTER DELETE ON passages BEGIN
    INSERT INTO passage_words(passage_words, rowid, title, body)
    VALUES ('delete', old.id, segmented(old.title), segmented(old.body));
  END`.execute(tx);
}
