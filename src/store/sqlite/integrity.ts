import type { Database as Connection } from 'better-sqlite3';
import { meetWords } from '../../text/terms.ts';
import { DamagedDatabaseError, storageError } from './refusals.ts';
import { tokenizer } from './text-index/fulltext.ts';

/** Every problem that the engine finds in a database; empty if it is sound. */
export function integrityProblems(connection: Connection): string[] {
  return told(() => {
    const integrity = connection.pragma('integrity_check') as { integrity_check: string }[];
    const foreignKeys = connection
      .prepare<[], { table: string; parent: string; count: number }>(
        `select "table", parent, count(*) as count from pragma_foreign_key_check group by "table", parent`,
      )
      .all();
    return [
      ...integrity.map((row) => row.integrity_check).filter((message) => message !== 'ok'),
      ...foreignKeys.map(({ table, parent, count }) => `${count} rows of ${table} point at missing rows of ${parent}`),
    ];
  });
}

/**
 * Rebuilds the full-text index in a temporary database. Compares the frequency of each term with that of the existing
 * index.
 */
export function textIndexProblems(connection: Connection): string[] {
  connection.exec('BEGIN');
  try {
    return told(() => {
      connection.exec(`
        create virtual table temp.words_anew using fts5(title, body, content = '', tokenize = '${tokenizer}');
        create virtual table temp.terms_anew using fts5vocab(temp, words_anew, col);
        create virtual table temp.terms_there using fts5vocab(main, passage_words, col);`);
      indexAnew(connection);
      const differing = connection
        .prepare<[], number>(
          `select count(distinct term) from (
            select * from (select * from temp.terms_anew except select * from temp.terms_there)
            union all select * from (select * from temp.terms_there except select * from temp.terms_anew))`,
        )
        .pluck()
        .get()!;
      return differing === 0 ? [] : [`search index: it has ${differing} terms otherwise than the texts have them`];
    });
  } finally {
    if (connection.inTransaction) connection.exec('ROLLBACK');
  }
}

const passagesAtOnce = 500;

/** In parts, whose words are learnt together: that takes a sixth of the time. */
function indexAnew(connection: Connection): void {
  const texts = connection.prepare<[number], { id: number; words: string }>(
    `select id, title || ' ' || body as words from passages where id > ? order by id limit ${passagesAtOnce}`,
  );
  const index = connection.prepare(`
    insert into temp.words_anew (rowid, title, body)
      select id, indexed_title(home, resource_type, title), indexed_body(home, body) from passages
      where id > ? and id <= ?`);
  let indexed = Number.MIN_SAFE_INTEGER;
  for (let part = texts.all(indexed); part.length > 0; part = texts.all(indexed)) {
    const last = part.at(-1)!.id;
    meetWords(part.map(({ words }) => words).join(' '));
    index.run(indexed, last);
    indexed = last;
  }
}

function told(find: () => string[]): string[] {
  try {
    return find();
  } catch (error) {
    const problem = storageError(error);
    if (problem instanceof DamagedDatabaseError) return [problem.message];
    throw problem;
  }
}
