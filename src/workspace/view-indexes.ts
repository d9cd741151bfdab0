import { WorkspaceError } from '../../schemas/errors.ts';
import type { ViewDefinition } from '../../schemas/views.ts';
import type { CatalogueDataSet } from '../query/catalogue.ts';
import { indexesOf } from '../query/indexes.ts';
import { changeIndex, type IndexChange, type IndexTerms, nextIndexChange } from '../store/data-indexes.ts';
import type { Database, Db } from '../store/database.ts';
import { dataSetNumbered } from './data-set-catalogue.ts';
import { definitionsOn } from './saved-views.ts';

/**
 * Keeps on every Data Set the indexes that its saved Views use and no others. They are made and dropped in the background, one
 * in a transaction, so that whoever saves a View does not wait for them and other writers wait for one at most.
 */
export class ViewIndexes {
  readonly #database: Database;
  readonly #onError: (error: unknown) => void;
  /** Data Sets to look at; undefined stands for all that have Views. */
  readonly #waiting = new Set<string | undefined>();
  #running: Promise<void> | undefined;
  #closed = false;

  constructor(database: Database, onError: (error: unknown) => void) {
    this.#database = database;
    this.#onError = onError;
  }

  /** Looks at a Data Set whose Views have changed, or at all of them: a process may have ended before its indexes were made. */
  refresh(objectTypeId?: string): void {
    if (this.#closed) return;
    this.#waiting.add(objectTypeId);
    this.#start();
  }

  /** Ends after the index under way. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
  }

  #start(): void {
    this.#running ??= this.#work()
      .catch(this.#onError)
      .finally(() => {
        this.#running = undefined;
        if (this.#waiting.size > 0 && !this.#closed) this.#start();
      });
  }

  async #work(): Promise<void> {
    for (const objectTypeId of this.#waiting) {
      this.#waiting.delete(objectTypeId);
      for (const number of await this.#database.read((db) => numbersOf(db, objectTypeId))) await this.#complete(number);
    }
  }

  async #complete(dataSet: number): Promise<void> {
    while (!this.#closed && (await this.#database.read((db) => nextChange(db, dataSet)))) {
      await this.#database.write((tx) => makeNextChange(tx, dataSet));
    }
  }
}

async function numbersOf(db: Db, objectTypeId: string | undefined): Promise<number[]> {
  const query = db.selectFrom('data_sets').select('number');
  const rows =
    objectTypeId === undefined
      ? await query.where('number', 'in', db.selectFrom('views').select('data_set')).execute()
      : await query.where('id', '=', objectTypeId).execute();
  return rows.map(({ number }) => number);
}

async function nextChange(db: Db, number: number): Promise<IndexChange | undefined> {
  const dataSet = await dataSetNumbered(db, number);
  const definitions = await definitionsOn(db, number);
  return nextIndexChange(
    db,
    number,
    definitions.flatMap((definition) => wantedBy(dataSet, definition)),
  );
}

/** Another process may have been faster. */
async function makeNextChange(tx: Db, number: number): Promise<void> {
  const change = await nextChange(tx, number);
  if (change) await changeIndex(tx, number, change);
}

/** A View that its Data Set no longer fulfils needs no index. */
function wantedBy(dataSet: CatalogueDataSet, definition: ViewDefinition): IndexTerms[] {
  try {
    return indexesOf(dataSet, definition, { now: Date.now(), timeZone: 'UTC' });
  } catch (error) {
    if (error instanceof WorkspaceError) return [];
    throw error;
  }
}
