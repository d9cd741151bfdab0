import { textTypes } from '../../../schemas/fields.ts';
import { limits } from '../../../schemas/limits.ts';
import type { CatalogueDataSet } from '../../query/catalogue.ts';
import { areTooLong, InvalidValue, type Stored } from '../../query/values.ts';
import { forgetText, forgettingTexts, indexRecordsLater } from '../../search/indexing.ts';
import type { Db } from '../../store/tables.ts';
import type { PendingRows } from '../../store/data-tables/pending-rows.ts';
import {
  type KnownRow,
  SourceComparison,
  type SourceKey,
  type SourceRow,
  SourceRows,
} from '../../store/data-tables/source-rows.ts';
import type { Steps } from '../../store/database.ts';
import { titleOf } from '../../tables/csv-columns.ts';
import { Turn } from '../../turns/turn.ts';
import { raiseLongestText } from '../operation/data-set-catalogue.ts';
import { removeSomeLinksToRecords } from '../placing/links.ts';
import { removeSaidOfRecords } from '../placing/said.ts';
import { removeRecords } from '../data/record-rows.ts';
import { type SourceField, sourceCellReader } from './columns.ts';
import { type SourceCell, SourceProblem, type SourceTable } from './tables.ts';

/** How many records a synchronisation added, changed and removed. */
export interface RecordChanges {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

/**
 * Compares the rows of a source with the records of its Data Set, which may not exist yet. Refuses rows that cannot be
 * records, with their numbers.
 */
export async function compareRows(
  db: Db,
  dataSet: CatalogueDataSet | undefined,
  table: SourceTable,
  keyColumn: string,
  fields: readonly SourceField[],
): Promise<SourceComparison> {
  const keyPlace = placeOfKey(table, keyColumn);
  const read = rowReader(fields);
  const mistakes = new Mistakes(keyColumn);
  const numbers = fields.map(({ field }) => field.number);
  const comparison = await SourceComparison.begin(db, dataSet?.number, numbers);
  let number = 0;
  for (const cells of table.rows()) {
    number += 1;
    const key = String(cells[keyPlace] ?? '');
    const row = read(cells, key, number, mistakes);
    mistakes.ofKey(key, number, key.trim() === '' ? undefined : await comparison.meet(key, number));
    if (mistakes.found) continue;
    const known = await comparison.find(key);
    if (!known || differ(known, row)) comparison.note({ key, known, ...row });
  }
  mistakes.refuse();
  return comparison;
}

/** The changes of a synchronisation, and their target. */
export interface SourceChanges {
  readonly comparison: SourceComparison;
  readonly fields: readonly SourceField[];
  /** The numbers of the fields in the Data Set. */
  readonly numbers: readonly number[];
  readonly by: string;
  readonly pending: PendingRows;
  /** The Data Set; none while it is not in the catalogue. */
  readonly id?: string;
}

/** Others may go on after this many records, or earlier if these take long. */
const storedAtOnce = 20;

/**
 * Makes the records of a Data Set match the rows of its source. The record of a changed row keeps its ID and the values
 * set here. The record of a missing row is deleted. New records are pending at the end.
 */
export async function* storeChanges(tx: Db, changes: SourceChanges): Steps<RecordChanges> {
  const { comparison, fields, numbers, by, pending, id } = changes;
  const records = new SourceRows(tx, { pending, fields: numbers, by });
  const changed = new ChangedTexts(tx, id, fields);
  const counts = { added: 0, changed: 0, removed: 0 };
  let turn = new Turn();
  for await (const { key, known, ...row } of comparison.noted()) {
    if ((counts.added + counts.changed) % storedAtOnce === 0 || turn.isOver()) {
      await changed.indexLater();
      await raiseLongestText(tx, { number: pending.dataSet, characters: pending.longestText });
      yield;
      await pending.renew(tx);
      turn = new Turn();
    }
    if (known) {
      records.change(known, row);
      await changed.look(known, row);
      counts.changed += 1;
    } else {
      records.add(key, row);
      counts.added += 1;
    }
  }
  await changed.indexLater();
  await raiseLongestText(tx, { number: pending.dataSet, characters: pending.longestText });
  for await (const gone of comparison.unmet()) {
    yield;
    await pending.renew(tx);
    if (gone.length > 0) yield* remove(tx, { gone, records, pending });
    counts.removed += gone.length;
  }
  return counts;
}

interface Removal {
  readonly gone: readonly SourceKey[];
  readonly records: SourceRows;
  readonly pending: PendingRows;
}

async function* remove(tx: Db, { gone, records, pending }: Removal): Steps<void> {
  const ids = gone.map(({ id }) => id);
  const json = JSON.stringify(ids);
  while (await removeSomeLinksToRecords(tx, json)) {
    yield;
    await pending.renew(tx);
  }
  for await (const step of removeSaidOfRecords(tx, pending.dataSet, json)) {
    yield step;
    await pending.renew(tx);
  }
  for await (const step of forgettingTexts(tx, ids)) {
    yield step;
    await pending.renew(tx);
  }
  records.forget(gone.map(({ key }) => key));
  await removeRecords(tx, pending.dataSet, ids);
}

/**
 * Tracks records whose text changes. Their old text is removed, and they are queued for indexing in the same
 * transaction.
 */
class ChangedTexts {
  readonly #tx: Db;
  readonly #dataSetId: string | undefined;
  readonly #texts: readonly number[];
  #firstId: string | undefined;

  constructor(tx: Db, dataSetId: string | undefined, fields: readonly SourceField[]) {
    this.#tx = tx;
    this.#dataSetId = dataSetId;
    this.#texts = [...fields.keys()].filter((index) => textTypes.has(fields[index]!.field.type));
  }

  async look(known: KnownRow, row: SourceRow): Promise<void> {
    const isSame = known.title === row.title && this.#texts.every((index) => known.values[index] === row.values[index]);
    if (isSame) return;
    await forgetText(this.#tx, known.id);
    if (this.#firstId === undefined || known.id < this.#firstId) this.#firstId = known.id;
  }

  async indexLater(): Promise<void> {
    if (this.#firstId === undefined || this.#dataSetId === undefined) return;
    await indexRecordsLater(this.#tx, this.#dataSetId, this.#firstId);
    this.#firstId = undefined;
  }
}

function placeOfKey({ columns }: SourceTable, keyColumn: string): number {
  const headers = columns.map(({ header }) => header);
  const place = headers.indexOf(keyColumn);
  if (place < 0)
    throw new SourceProblem(`There is no column "${keyColumn}", the key; there are ${headers.join(', ')}.`);
  if (headers.includes(keyColumn, place + 1))
    throw new SourceProblem(`There are two columns "${keyColumn}", the key; give one of them another name.`);
  return place;
}

type Reader = (cells: readonly SourceCell[], key: string, number: number, mistakes: Mistakes) => SourceRow;

/**
 * A row without a title is titled by its key. Its number is unsuitable, because it changes when an earlier row goes.
 */
function rowReader(fields: readonly SourceField[]): Reader {
  const readers = fields.map(({ field, place }) => ({ field, place, read: sourceCellReader(field) }));
  const present = readers.filter(({ place }) => place !== undefined);
  const titled = present.find(({ field }) => field.type === 'text' || field.type === 'long_text') ?? present[0];
  const titlePlace = titled!.place!;
  return (cells, key, number, mistakes) => {
    const values: Stored[] = [];
    for (const { field, place, read } of readers)
      values.push(place === undefined ? null : mistakes.ofCell(number, field.label, () => read(cells[place]!)));
    if (areTooLong(values)) mistakes.ofRow(number, `has more than ${limits.recordBytes} bytes of text`);
    return { title: titleOf(String(cells[titlePlace] ?? ''), titleOf(key, `Row ${number}`)), values };
  };
}

const differ = (known: KnownRow, { title, values }: SourceRow): boolean =>
  known.title !== title || known.values.some((value, index) => value !== values[index]);

const mostMistakes = 20;

/** Collects the mistakes of rows, which count from 1 behind the header. */
class Mistakes {
  readonly #keyColumn: string;
  readonly #found: string[] = [];
  #typesDiffer = false;

  constructor(keyColumn: string) {
    this.#keyColumn = keyColumn;
  }

  get found(): boolean {
    return this.#found.length > 0;
  }

  ofKey(key: string, row: number, earlier: number | undefined): void {
    if (key.trim() === '') this.#add(`row ${row} has no key in "${this.#keyColumn}"`);
    else if (earlier !== undefined) this.#add(`rows ${earlier} and ${row} have the same key "${key}"`);
  }

  ofRow(row: number, what: string): void {
    this.#add(`row ${row} ${what}`);
  }

  /** The value of a cell. When the cell does not fit its field, adds a mistake and returns null. */
  ofCell(row: number, label: string, read: () => Stored): Stored {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      this.#typesDiffer = true;
      this.#add(`row ${row}, "${label}": ${error.message}`);
      return null;
    }
  }

  refuse(): void {
    if (!this.found) return;
    const advice = this.#typesDiffer
      ? ' To change the kind of the values in a column, give the column a new name: it becomes a new field.'
      : '';
    const some = this.#found.length >= mostMistakes ? `The first ${mostMistakes} mistakes` : 'The mistakes';
    throw new SourceProblem(`${some}: ${this.#found.join('; ')}. Nothing was changed; correct the source.${advice}`);
  }

  #add(what: string): void {
    this.#found.push(what);
    if (this.#found.length >= mostMistakes) this.refuse();
  }
}
