import { type Kysely, sql } from 'kysely';
import { content } from './version1/content.ts';
import { data } from './version1/data.ts';
import { createFolding } from './version1/folding.ts';
import { functions } from './version1/functions.ts';
import { people } from './version1/people.ts';
import { texts } from './version1/texts.ts';
import { talk } from './version1/talk.ts';

export async function version1(tx: Kysely<unknown>): Promise<void> {
  await runEach(tx, functions);
  await createFolding(tx);
  for (const statements of [people, content, texts, data, talk]) await runEach(tx, statements);
}

async function runEach(tx: Kysely<unknown>, statements: string): Promise<void> {
  for (const statement of each(statements)) await sql.raw(collated(statement)).execute(tx);
}

const each = (statements: string): string[] => statements.trim().split(/;\n+(?=create )/);

/** Texts are compared by their bytes, as SQLite compares them, whatever the locale of the database is. */
const collated = (statements: string): string => statements.replaceAll(/^ {2}(\w+) text\b/gm, '  $1 text collate "C"');
