import { sql } from 'kysely';
import { limits } from '../../schemas/limits.ts';
import type { CatalogueDataSet } from '../query/catalogue.ts';
import type { Database, DatabaseFile } from '../store/database.ts';
import { newestSchema } from '../store/sqlite/migrations.ts';
import { DamagedDatabaseError } from '../store/sqlite/refusals.ts';
import { schemaProblems } from '../store/sqlite/schema.ts';
import { damagedVersions, missingBlobs } from './check-files.ts';
import { organizationChecks } from './check-organizations.ts';
import { dataSetChecks, viewProblems } from './check-records.ts';
import { hasTable, rowChecks } from './check-rows.ts';
import type { RowCheck } from './check-trash.ts';
import { columnChecks, textProblems } from './check-values.ts';
import { dataSetNumbered } from '../workspace/operation/data-set-catalogue.ts';
import { type OpenOptions, type OpenWorkspace, openWorkspace } from './open.ts';
import { isReferenced } from './referenced-blobs.ts';

/** A problem and its place. The advice is the same for all of a kind. */
export interface Problem {
  readonly problem: string;
  readonly kind: keyof typeof advice;
}

export const advice = {
  database:
    'The database is damaged. Stop every process on this folder. Restore the last backup ("workspace admin restore") into another folder. Keep this one until that is checked.',
  rows: 'Some rows contradict others, which this product does not write by itself. Restore the last backup that "workspace admin check" finds sound, or correct the named rows and check again.',
  bytes:
    'Bytes of files are damaged or missing. Put each blob back from a backup, a tar file in which it is blobs/ab/ab…, or upload its file anew.',
  search:
    'The search index differs from the stored texts. Only search is affected. An earlier backup has it whole, and each changed text is indexed anew.',
  leftovers: 'Nothing needs these files. Remove them, once no process works on this folder.',
  keys: 'Without sound signing keys nobody is let in. Put back the file of a backup. Or remove it, which makes a new key and ends every earlier token.',
} as const;

export interface CheckOptions extends Pick<OpenOptions, 'dataFolder' | 'userName' | 'blobs' | 's3'> {
  /** Yields the problems of the data folder's signing keys. */
  readonly keyProblems: (dataFolder: string) => AsyncIterable<string>;
  /** Yields the problems of keys in the database. */
  readonly sharedKeyProblems: (workspace: OpenWorkspace) => AsyncIterable<string>;
}

/** The problems of a workspace, up to a limit per sort; empty if it is sound. */
export async function* problemsOf({
  keyProblems,
  sharedKeyProblems,
  ...options
}: CheckOptions): AsyncGenerator<Problem, void> {
  yield* all('keys', keyProblems(options.dataFolder));
  try {
    const workspace = await openWorkspace({ ...options, readOnly: true, onError: () => {} });
    try {
      if (workspace.database.sharedKeys) yield* all('keys', sharedKeyProblems(workspace));
      yield* findings(workspace);
    } finally {
      await workspace.close();
    }
  } catch (error) {
    if (!(error instanceof DamagedDatabaseError)) throw error;
    yield { kind: 'database', problem: `database: ${error.message}` };
  }
}

async function* findings({ database, blobs }: OpenWorkspace): AsyncGenerator<Problem, void> {
  if (database.file) yield* databaseFindings(database, database.file);
  yield* all('bytes', damagedVersions(database));
  yield* all('bytes', missingBlobs(database, blobs));
  yield* all('bytes', blobs.damaged());
  yield* all(
    'leftovers',
    blobs.leftovers((sha256) => database.read((db) => isReferenced(db, sha256))),
  );
}

/** Only of a database in a file. A server has tools of its own. */
async function* databaseFindings(database: Database, file: DatabaseFile): AsyncGenerator<Problem, void> {
  const ofDatabase = (problem: string) => `database: ${problem}`;
  yield* all('database', file.integrityProblems().map(ofDatabase));
  yield* all('database', (await database.read((db) => schemaProblems(db, newestSchema))).map(ofDatabase));
  yield* wrongRows(database);
  yield* all('search', file.textIndexProblems());
}

/** Yields problems up to the limit, then a note that more exist. */
async function* all(
  kind: Problem['kind'],
  problems: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<Problem, void> {
  let count = 0;
  for await (const problem of problems) {
    count += 1;
    const isPast = count > limits.problemsOfASort;
    yield { kind, problem: isPast ? 'and more like the one before' : problem };
    if (isPast) return;
  }
}

async function* wrongRows(database: Database): AsyncGenerator<Problem, void> {
  const ofColumns = await database.read(columnChecks);
  for (const check of [...ofColumns, ...rowChecks, ...organizationChecks]) yield* wrongIn(database, check);
  for await (const problems of textProblems(database)) yield* all('rows', problems);
  const { rows } = await database.read((db) => numbers.execute(db));
  for (const { number } of rows) {
    try {
      yield* wrongRecords(database, number);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      yield { kind: 'rows', problem: `the fields of data_${number} cannot be read` };
    }
  }
}

/** Repeats the check if fields were added meanwhile, because those are not problems. */
async function* wrongRecords(database: Database, number: number): AsyncGenerator<Problem, void> {
  for (;;) {
    const dataSet = await database.read((db) => dataSetNumbered(db, number));
    const problems = await Array.fromAsync(recordProblems(database, dataSet));
    const now = problems.length === 0 ? dataSet : await database.read((db) => dataSetNumbered(db, number));
    if (now.revision === dataSet.revision) return yield* problems;
  }
}

async function* recordProblems(database: Database, dataSet: CatalogueDataSet): AsyncGenerator<Problem, void> {
  const checks = await database.read((db) => dataSetChecks(db, dataSet));
  for (const check of checks) yield* wrongIn(database, check);
  yield* all('rows', await database.read((db) => Array.fromAsync(viewProblems(db, dataSet))));
}

const numbers = sql<{ number: number }>`select number from data_sets where ${hasTable} order by number`;

async function* wrongIn(database: Database, { problem, kind, ids }: RowCheck): AsyncGenerator<Problem, void> {
  const some = sql<{ id: string }>`select id from (${ids}) limit ${limits.problemsOfASort + 1}`;
  const { rows } = await database.read((db) => some.execute(db));
  yield* all(
    kind ?? 'rows',
    rows.map(({ id }) => `${id} ${problem}`),
  );
}
