import { LRUCache } from 'lru-cache';
import { WorkspaceError } from '../../../../schemas/errors.ts';
import { limits } from '../../../../schemas/limits.ts';
import type { ViewDefinition } from '../../../../schemas/views.ts';
import { type CatalogueDataSet, rowsToRead } from '../../../query/catalogue.ts';
import { indexesOf } from '../../../query/indexes.ts';
import { learnedIndex } from '../../../query/learned-indexes.ts';
import { type DataIndex, type IndexTerms, nextIndexChange } from '../../../store/data-tables/data-indexes.ts';
import type { Database } from '../../../store/database.ts';
import type { NoteUse } from '../../../store/scan.ts';
import type { Db } from '../../../store/tables.ts';
import { Background } from '../../../turns/background.ts';
import { inTurnsIfLong, Turn } from '../../../turns/turn.ts';
import { dataSetNumbered } from '../../operation/data-set-catalogue.ts';
import { indexedTexts } from './indexed-texts.ts';
import { forget, type LearnedIndex, learnedOn, wantedLearned } from './learned-sql.ts';
import { IndexLearning } from './learning.ts';
import { definitionOfVersion, versionsOn } from '../saved-views.ts';

/** The first and the longest delay before an index is tried again that would have kept writers waiting. */
const firstDelayMs = 500;
const longestDelayMs = 60_000;

const mostKnown = 10_000;

/** The subject of the work that finds the wanted indexes. */
const subject = 'indexes';

interface Learned extends DataIndex {
  readonly by: string;
}

interface Options {
  /** Whether the database refuses writes; nothing is learned then. */
  readonly readOnly: boolean;
  readonly onError: (error: unknown) => void;
}

/**
 * Keeps on every Data Set the indexes that its saved Views use, those learned from queries, and no others. It makes and
 * drops them in the background, so saving a View does not wait. SQLite blocks all writers while it makes an index. When
 * others want to write, the index is abandoned and tried again later, after a doubling delay. Pages of the View are
 * sorted until the index exists.
 */
export class DataIndexes {
  readonly #database: Database;
  readonly #onError: (error: unknown) => void;
  /** The Data Sets to check. Undefined stands for all with Views or learned indexes. */
  readonly #waiting = new Set<string | number | undefined>();
  readonly #background = new Background(
    () => this.#step(),
    (error) => this.#fail(error),
  );
  readonly #closing = new AbortController();
  readonly #learning: IndexLearning;
  /** The last delay of the next index, by the number of its Data Set. */
  readonly #delays = new Map<number, number>();
  /** By the version of a View and the revision of its Data Set. */
  readonly #wanted = new LRUCache<string, readonly IndexTerms[]>({ max: mostKnown });

  /** Undefined where nothing is learned. */
  readonly noteUse: NoteUse | undefined;

  constructor(database: Database, { readOnly, onError }: Options) {
    this.#database = database;
    this.#onError = onError;
    this.#learning = new IndexLearning({
      database,
      closing: this.#closing.signal,
      onLearned: (objectTypeId) => this.refresh(objectTypeId),
      onError,
    });
    if (!readOnly) this.noteUse = (dataSet, use) => this.#learning.note(dataSet, use);
  }

  /**
   * Checks a Data Set whose Views have changed, by its ID or number, or all of them. A process may have ended before it
   * made its indexes.
   */
  refresh(dataSet?: string | number): void {
    if (this.#isClosed) return;
    this.#waiting.add(dataSet);
    this.#background.wake();
  }

  /** Abandons an index that is being made. The next saved View or the next maintenance makes it. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all([this.#learning.close(), this.#background.close()]);
  }

  get #isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  async #step(): Promise<boolean> {
    for (const dataSet of this.#waiting) {
      this.#waiting.delete(dataSet);
      for (const number of await this.#database.read((db) => numbersOf(db, dataSet))) await this.#complete(number);
    }
    return false;
  }

  /** Reports the error and goes on with the other Data Sets. */
  #fail(error: unknown): void {
    if (this.#isClosed) return;
    this.#onError(error);
    this.#background.wake();
  }

  /** One index at a time, because Views may change meanwhile and other processes do the same work. */
  async #complete(number: number): Promise<void> {
    while (!this.#isClosed) {
      const dataSet = await this.#database.read((db) => dataSetNumbered(db, number));
      const wanted = await this.#database.read((db) => this.#wantedOn(db, dataSet));
      const rowsBefore = await this.#database.read((db) => learnedOn(db, { dataSet: number }));
      const learned = await this.#database.read((db) => this.#learnedOn(db, dataSet));
      const all = [...wanted, ...learned.map(({ terms }) => terms)];
      const { bytes, isShort } = await indexedTexts(this.#database, dataSet, all, this.#closing.signal);
      const ofViews = mostShared(wanted.filter(isShort)).map((terms) => ({ terms }));
      const kept = learned.filter(({ terms }) => isShort(terms));
      const change = await this.#database.read((db) => nextIndexChange(db, number, [...ofViews, ...kept]));
      const rows = rowsToRead(dataSet) + bytes / bytesOfRow;
      const { organizationId } = dataSet;
      if (
        change !== undefined &&
        !(await this.#database.alter({ statement: change, rows, organizationId }, this.#closing.signal))
      )
        return this.#tryLater(number, dataSet.id);
      this.#delays.delete(number);
      if (change === undefined) return this.#forget(rowsBefore, kept);
    }
  }

  async #forget(rows: readonly LearnedIndex[], kept: readonly Learned[]): Promise<void> {
    const keptBy = new Set(kept.map(({ by }) => by));
    const unwanted = rows.filter(({ learned_by }) => !keptBy.has(learned_by));
    if (unwanted.length > 0) await this.#database.write('background', (tx) => forget(tx, unwanted));
  }

  async #learnedOn(db: Db, dataSet: CatalogueDataSet): Promise<Learned[]> {
    const wanted = await wantedLearned(db, dataSet.number);
    return wanted.flatMap(({ learned_by: by }) => {
      const index = learnedIndex(this.#database.dialect, dataSet, by);
      return index ? [{ ...index, by }] : [];
    });
  }

  /** Caches each version as long as the fields stay, because all definitions together may be long. */
  async #wantedOn(db: Db, dataSet: CatalogueDataSet): Promise<IndexTerms[]> {
    const wanted: IndexTerms[] = [];
    const turn = new Turn({ subject });
    for (const version of await versionsOn(db, dataSet.number)) {
      const key = `${version} ${dataSet.revision}`;
      let terms = this.#wanted.get(key);
      if (!terms)
        this.#wanted.set(key, (terms = await this.#wantedBy(dataSet, await definitionOfVersion(db, version))));
      wanted.push(...terms);
      await turn.yield();
    }
    return wanted;
  }

  /** A View that its Data Set no longer fulfils needs no index. */
  async #wantedBy(dataSet: CatalogueDataSet, definition: ViewDefinition): Promise<IndexTerms[]> {
    const { dialect } = this.#database;
    const calendar = { now: Date.now(), timeZone: 'UTC' };
    try {
      return await inTurnsIfLong(indexesOf(dialect, dataSet, definition, calendar), subject);
    } catch (error) {
      if (error instanceof WorkspaceError) return [];
      throw error;
    }
  }

  #tryLater(number: number, id: string): void {
    const delay = this.#delays.get(number) ?? firstDelayMs;
    this.#delays.set(number, Math.min(2 * delay, longestDelayMs));
    setTimeout(() => this.refresh(id), delay).unref();
  }
}

/** Folding this many bytes takes as long as reading a row. */
const bytesOfRow = 20;

async function numbersOf(db: Db, dataSet: string | number | undefined): Promise<number[]> {
  const query = db.selectFrom('data_sets').select('number');
  const rows =
    dataSet === undefined
      ? await query
          .where((eb) =>
            eb.or([
              eb('number', 'in', db.selectFrom('views').select('data_set')),
              eb('number', 'in', db.selectFrom('learned_indexes').select('data_set')),
            ]),
          )
          .execute()
      : await query.where(typeof dataSet === 'number' ? 'number' : 'id', '=', dataSet).execute();
  return rows.map(({ number }) => number);
}

/** The most shared indexes, up to the limit. On a tie the oldest View's index wins. */
function mostShared(wanted: readonly IndexTerms[]): IndexTerms[] {
  const alike = Map.groupBy(wanted, (terms) => terms.join());
  return [...alike.values()]
    .toSorted((one, other) => other.length - one.length)
    .slice(0, limits.viewIndexes)
    .map(([terms]) => terms!);
}
