import { LRUCache } from 'lru-cache';
import { dayMs } from '../../../../schemas/durations.ts';
import { limits } from '../../../../schemas/limits.ts';
import { learnedIndex } from '../../../query/learned-indexes.ts';
import { frequencies } from '../../../store/data-tables/data-indexes.ts';
import type { Database } from '../../../store/database.ts';
import type { IndexUse } from '../../../store/scan.ts';
import { Background } from '../../../turns/background.ts';
import { dataSetNumbered } from '../../operation/data-set-catalogue.ts';
import { indexedTexts } from './indexed-texts.ts';
import { countUses, learnedOn, withRoom } from './learned-sql.ts';

const minuteMs = 60_000;

/** How often notes are looked at, and how often the use of an index is stored at most. */
const lookEveryMs = minuteMs;
const countEveryMs = 60 * minuteMs;

/** Kinds of queries that a process remembers. */
const mostNoted = 1_000;

/** A field has rare values if the most frequent one is in at most this share of the records. */
const mostFrequent = 1 / 100;

interface Noted {
  readonly dataSet: number;
  readonly by: string;
  uses: number;
  heavy: number;
}

interface LearningOptions {
  readonly database: Database;
  readonly closing: AbortSignal;
  readonly onLearned: (objectTypeId: string) => void;
  readonly onError: (error: unknown) => void;
}

/**
 * Learns which indexes large Data Sets need. Queries are only counted in memory. An index is learned after many heavy
 * queries within a day. The limits bound how many a Data Set and an organization have.
 */
export class IndexLearning {
  readonly #options: LearningOptions;
  readonly #noted = new LRUCache<string, Noted>({ max: mostNoted, ttl: dayMs });
  /** Fields whose values are not rare, and fields and orders with a text too long for an index. */
  readonly #useless = new LRUCache<string, true>({ max: mostNoted, ttl: dayMs });
  readonly #background: Background;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: LearningOptions) {
    this.#options = options;
    this.#background = new Background(() => this.#look(), options.onError);
  }

  /** An order counts only where no compared field has rare values: their records are few to sort. */
  note(dataSet: number, { values, order }: IndexUse): () => void {
    const rare = values.filter((by) => !this.#useless.has(keyOf(dataSet, by)));
    const orders = order === undefined || this.#useless.has(keyOf(dataSet, order)) ? [] : [order];
    let noted = (rare.length > 0 ? rare : orders).map((by) => this.#counted(dataSet, by));
    return () => {
      if (noted.some((one) => (one.heavy += 1) === limits.learnedAfterQueries)) this.#background.wake();
      noted = [];
    };
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#background.close();
  }

  #counted(dataSet: number, by: string): Noted {
    const key = keyOf(dataSet, by);
    let noted = this.#noted.get(key);
    if (!noted) this.#noted.set(key, (noted = { dataSet, by, uses: 0, heavy: 0 }));
    noted.uses += 1;
    this.#timer ??= setTimeout(() => this.#background.wake(), lookEveryMs).unref();
    return noted;
  }

  async #look(): Promise<boolean> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const byDataSet = Map.groupBy([...this.#noted.values()], ({ dataSet }) => dataSet);
    for (const [dataSet, noted] of byDataSet) await this.#lookAt(dataSet, noted);
    return false;
  }

  async #lookAt(dataSet: number, noted: readonly Noted[]): Promise<void> {
    const { database, closing } = this.#options;
    const learned = await database.read((db) => learnedOn(db, { dataSet }));
    for (const one of noted) {
      if (closing.aborted) return;
      const index = learned.find(({ learned_by }) => learned_by === one.by);
      if (index) await this.#count(index, one);
      else if (one.heavy >= limits.learnedAfterQueries) await this.#learn(one);
    }
  }

  async #count(index: Awaited<ReturnType<typeof learnedOn>>[number], noted: Noted): Promise<void> {
    const { uses } = noted;
    if (uses === 0 || Date.now() - Date.parse(index.last_used_at) < countEveryMs) return;
    noted.uses = 0;
    await this.#options.database.write('background', (tx) => countUses(tx, index, uses));
  }

  async #learn({ dataSet, by }: Noted): Promise<void> {
    const { database, onLearned } = this.#options;
    this.#noted.delete(keyOf(dataSet, by));
    if (!(await database.read((db) => withRoom(db, dataSet)))) return;
    if (!(await this.#isUseful(dataSet, by))) return void this.#useless.set(keyOf(dataSet, by), true);
    const now = new Date().toISOString();
    const id = await database.write('background', async (tx) => {
      const found = await withRoom(tx, dataSet);
      if (!found) return undefined;
      const row = { data_set: dataSet, learned_by: by, learned_at: now, last_used_at: now, uses: 0 };
      await tx
        .insertInto('learned_indexes')
        .values(row)
        .onConflict((on) => on.doNothing())
        .execute();
      return found.id;
    });
    if (id !== undefined) onLearned(id);
  }

  async #isUseful(number: number, by: string): Promise<boolean> {
    const { database, closing } = this.#options;
    const dataSet = await database.read((db) => dataSetNumbered(db, number));
    const index = learnedIndex(database.dialect, dataSet, by);
    if (!index) return false;
    if (index.filled === undefined)
      return (await indexedTexts(database, dataSet, [index.terms], closing)).isShort(index.terms);
    const nobody = { userId: '', organizationId: '', gone: () => closing, spentMs: 0 };
    const rows = dataSet.recordCount;
    const statement = { sql: frequencies(number, index.filled), parameters: [] };
    const [found] = await database.scan(statement, { rows: Number.POSITIVE_INFINITY }, nobody);
    const [records, longest] = found!.map(Number) as [number, number];
    return records <= rows * mostFrequent && longest <= limits.indexedText;
  }
}

const keyOf = (dataSet: number, by: string): string => `${dataSet} ${by}`;
