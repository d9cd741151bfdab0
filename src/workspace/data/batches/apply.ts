import { limits, mistakeLimits } from '../../../../schemas/limits.ts';
import { mistaken } from '../../../../schemas/mistakes.ts';
import type { FieldError } from '../../../../schemas/problem-extras.ts';
import type { BatchedRecord } from '../../../../schemas/records.ts';
import type { CatalogueDataSet } from '../../../query/catalogue.ts';
import { isUnbounded } from '../../../query/room.ts';
import { forgetTexts, indexRecordsLater } from '../../../search/indexing.ts';
import { recordText } from '../../../search/records.ts';
import {
  type DataRow,
  dataColumn,
  insertManyRows,
  longestTextOf,
  readRows,
  textBytesOf,
  updateRow,
} from '../../../store/data-tables/data-tables.ts';
import { newIdBlock } from '../../../store/ids.ts';
import type { Db } from '../../../store/tables.ts';
import { type ViaColumns, viaColumns } from '../../../store/via.ts';
import { Turn, type Work } from '../../../turns/turn.ts';
import { auditRecords } from '../../operation/audit.ts';
import type { Context } from '../../operation/context.ts';
import { keepSuperseded } from '../record-history.ts';
import {
  count,
  deletedIn,
  differences,
  index,
  insertRecords,
  noteVia,
  readOnlySource,
  reindex,
  trashRecords,
} from '../record-rows.ts';
import { raiseLongestText } from '../../operation/data-set-catalogue.ts';
import { refuseManyDetached } from '../../placing/links.ts';
import { addedReferences, hasGrownTooLong, isRequired, tooMuchText, unreadable } from '../record-values.ts';
import { conflictWith, type Stale, staleMistake } from './conflicts.ts';
import { matchPath, matchValueOf, refreshMatches } from './matches.ts';
import { type PreparedBatch, tooMuch } from './prepared.ts';
import type { Wanted } from './wanted.ts';

/** A batch of more new texts than this is indexed in the background. */
const indexedAtOnce = 20;

type Change = Wanted & { readonly row: DataRow | undefined };

/** Stores a prepared batch, or throws all of its mistakes. */
export async function applyBatch(
  tx: Db,
  context: Context,
  dataSet: CatalogueDataSet,
  batch: PreparedBatch,
): Promise<BatchedRecord[]> {
  const judged = new Judged(tx, dataSet, batch);
  await judged.judge();
  const writing = new Writing(tx, context, dataSet, await viaColumns(tx, context.caller));
  const records: BatchedRecord[] = [];
  for (const change of judged.changes) {
    records.push(change.row ? await writing.update(change, change.row) : writing.create(change));
    await writing.turn.yield();
  }
  records.push(...(await writing.remove(batch.remove, judged.rows)));
  await writing.end();
  return records;
}

/** Compares a batch with the records as they stand in the transaction. */
class Judged {
  /** Creations, updates and upserts, in this order. */
  readonly changes: Change[] = [];
  rows: ReadonlyMap<string, DataRow> = new Map();
  readonly #tx: Db;
  readonly #dataSet: CatalogueDataSet;
  readonly #batch: PreparedBatch;
  readonly #mistakes: FieldError[];
  readonly #stale: Stale[] = [];
  readonly #named = new Set<string>();

  constructor(tx: Db, dataSet: CatalogueDataSet, batch: PreparedBatch) {
    this.#tx = tx;
    this.#dataSet = dataSet;
    this.#batch = batch;
    this.#mistakes = [...batch.mistakes];
  }

  async judge(): Promise<void> {
    const { create, update, upsert, remove, matches } = this.#batch;
    if (matches) await refreshMatches(this.#tx, this.#dataSet, matches);
    const matched = upsert.map((one) => this.#matched(one));
    await this.#readRows([...update.map(({ id }) => id!), ...matched.flatMap(({ id }) => id ?? []), ...remove]);
    const turn = new Turn();
    for (const one of [...create, ...update, ...matched]) {
      if (this.#isFull()) break;
      await turn.finish(this.#judgeOne(one));
    }
    await this.#judgeRemoved(remove);
    await this.#refuse();
  }

  /** An upserted record with the ID of the stored one, if there is one. */
  #matched(one: Wanted): Wanted {
    const { field, ids } = this.#batch.matches!;
    const [id, other] = ids.get(matchValueOf(field, one)) ?? [];
    const upserted = { ...one, isUpsert: true } as const;
    if (id === undefined) return upserted;
    if (other !== undefined)
      this.#add(
        matchPath(field, one),
        `is the value of several records, among them ${id} and ${other}; change them by ID`,
      );
    return { ...upserted, id };
  }

  async #readRows(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const json = JSON.stringify(ids);
    const texts = this.#dataSet.fields.filter(isUnbounded).map(({ number }) => dataColumn(number));
    const bytes = await textBytesOf(this.#tx, this.#dataSet.number, texts, json);
    if (bytes + this.#batch.bytes > limits.batchBytes) throw tooMuch();
    const rows = await readRows(this.#tx, this.#dataSet.number, json);
    this.rows = new Map(rows.map((row) => [row.id, row]));
  }

  *#judgeOne(one: Wanted): Work<void> {
    yield;
    const row = one.id === undefined ? undefined : this.rows.get(one.id);
    if (one.id !== undefined) {
      const path = one.isUpsert ? matchPath(this.#batch.matches!.field, one) : `${one.path}/id`;
      if (!row) return this.#add(path, unknownRecord);
      if (!this.#nameOnce(one.id, path)) return;
    }
    if (!row && one.isUpsert) this.#judgeNew(one);
    if (row && this.#dataSet.readOnly && one.title !== undefined && one.title !== row.title) throw readOnlySource();
    const { expectedVersionNumber: expected } = one;
    if (row && expected !== undefined && expected !== row.version)
      this.#stale.push({ path: `${one.path}/expectedVersionNumber`, row });
    yield* this.#judgeReferences(one, row);
    const isTooLong = hasGrownTooLong(this.#dataSet, row, { ...row, ...one.columns });
    if (isTooLong && !this.#isNamed(`${one.path}/values`)) this.#tell(tooMuchText(`${one.path}/values`));
    this.changes.push({ ...one, row });
  }

  /** A record that no value found needs all that a new one needs. */
  #judgeNew({ path, title, columns }: Wanted): void {
    if (title === undefined)
      this.#add(`${path}/title`, 'is missing; no record has this value, and a new one needs a title');
    for (const { key, number, required } of this.#dataSet.fields)
      if (required && columns[dataColumn(number)] === undefined && !this.#isNamed(`${path}/values/${key}`))
        this.#add(`${path}/values/${key}`, isRequired);
  }

  *#judgeReferences({ path, columns }: Wanted, row: DataRow | undefined): Work<void> {
    for (const field of this.#dataSet.fields) {
      const ids = this.#batch.unreadable.get(field.number);
      if (!ids) continue;
      yield;
      const missing = addedReferences(field, columns[dataColumn(field.number)], row).find((id) => ids.has(id));
      const at = `${path}/values/${field.key}`;
      if (missing !== undefined && !this.#isNamed(at)) this.#tell(unreadable(at, missing));
    }
  }

  async #judgeRemoved(remove: readonly string[]): Promise<void> {
    const missing = remove.filter((id) => !this.rows.has(id));
    const deleted = new Set(missing.length === 0 ? [] : await deletedIn(this.#tx, this.#dataSet.number, missing));
    for (const [place, id] of remove.entries()) {
      if (!this.rows.has(id) && !deleted.has(id)) this.#add(`/delete/${place}`, unknownRecord);
      else this.#nameOnce(id, `/delete/${place}`);
    }
  }

  #nameOnce(id: string, path: string): boolean {
    if (this.#named.has(id)) this.#add(path, `names ${id}, which is in this call already`);
    else this.#named.add(id);
    return this.#mistakes.at(-1)?.path !== path;
  }

  #isNamed(path: string): boolean {
    return this.#mistakes.some((mistake) => mistake.path === path);
  }

  /** No further mistake is told, so none is looked for. */
  #isFull(): boolean {
    return this.#mistakes.length >= mistakeLimits.mistakes;
  }

  #add(path: string, message: string): void {
    this.#tell({ path, message });
  }

  #tell(mistake: FieldError): void {
    if (!this.#isFull()) this.#mistakes.push(mistake);
  }

  async #refuse(): Promise<void> {
    const { hasUnknownField } = this.#batch;
    const stale = this.#stale.slice(0, mistakeLimits.mistakes);
    if (this.#mistakes.length > 0)
      throw mistaken(hasUnknownField ? 'invalid_request' : 'invalid_values', [
        ...this.#mistakes,
        ...stale.map(staleMistake),
      ]);
    if (stale.length > 0) throw await conflictWith(this.#tx, this.#dataSet.number, stale);
  }
}

const unknownRecord = 'is not a record of this Data Set, or not shared with this account';

/** Writes changes that were judged. */
class Writing {
  readonly turn = new Turn();
  readonly #tx: Db;
  readonly #context: Context;
  readonly #dataSet: CatalogueDataSet;
  readonly #via: ViaColumns;
  readonly #at = Date.now();
  readonly #ids = newIdBlock('rec').ids;
  #longestText = 0;
  readonly #created: DataRow[] = [];
  readonly #updated: { readonly before: DataRow; readonly now: DataRow }[] = [];

  constructor(tx: Db, context: Context, dataSet: CatalogueDataSet, via: ViaColumns) {
    this.#tx = tx;
    this.#context = context;
    this.#dataSet = dataSet;
    this.#via = via;
  }

  create({ title, columns }: Wanted): BatchedRecord {
    const { caller } = this.#context;
    const row: DataRow = {
      id: this.#ids.next().value,
      ...columns,
      title: title!,
      created_at: this.#at,
      created_by: caller.userId,
      updated_at: null,
      updated_by: null,
      version: 1,
    };
    this.#noteLength(columns);
    this.#created.push(row);
    return { id: row.id, title: row.title, versionNumber: 1, change: 'created' };
  }

  async update({ title, columns }: Wanted, before: DataRow): Promise<BatchedRecord> {
    const { caller } = this.#context;
    const changes = Object.fromEntries(differences(before, { ...columns, ...(title !== undefined && { title }) }));
    const { id, version } = before;
    if (Object.keys(changes).length === 0)
      return { id, title: before.title, versionNumber: version, change: 'unchanged' };
    const now = { ...before, ...changes, updated_at: this.#at, updated_by: caller.userId, version: version + 1 };
    const { updated_at, updated_by } = now;
    await keepSuperseded(this.#tx, this.#dataSet, before, changes);
    await updateRow(this.#tx, this.#dataSet.number, id, { ...changes, updated_at, updated_by, version: now.version });
    this.#noteLength(columns);
    this.#updated.push({ before, now });
    return { id, title: now.title, versionNumber: now.version, change: 'updated' };
  }

  /** Records that are gone already stay so. */
  async remove(ids: readonly string[], rows: ReadonlyMap<string, DataRow>): Promise<BatchedRecord[]> {
    const there = ids.filter((id) => rows.has(id));
    await refuseManyDetached(this.#tx, there);
    if (there.length > 0) await trashRecords(this.#tx, this.#context, this.#dataSet, there);
    return ids.map((id) => ({ id, change: 'deleted' }));
  }

  async end(): Promise<void> {
    const { number } = this.#dataSet;
    const created = this.#created.map(({ id }) => id);
    const updated = this.#updated.map(({ now }) => now.id);
    for (const _inserted of insertManyRows(this.#tx, number, this.#created)) await this.turn.yield();
    if (created.length > 0) {
      await insertRecords(this.#tx, { ids: JSON.stringify(created), dataSet: number, ...this.#via });
      await count(this.#tx, { dataSet: number, more: created.length });
    }
    if (updated.length > 0) await noteVia(this.#tx, { ids: JSON.stringify(updated), ...this.#via });
    await this.#audit('record.created', created);
    await this.#audit('record.updated', updated);
    if (this.#longestText > 0) await raiseLongestText(this.#tx, { number, characters: this.#longestText });
    await this.#index();
  }

  #noteLength(columns: Wanted['columns']): void {
    this.#longestText = Math.max(this.#longestText, longestTextOf(Object.values(columns)));
  }

  #audit(action: `record.${string}`, ids: readonly string[]): Promise<void> {
    return auditRecords(this.#tx, this.#context.caller, action, ids, { dataSetId: this.#dataSet.id, via: this.#via });
  }

  /** A few texts are searchable with the commit, as those of single records are. Many are a while later. */
  async #index(): Promise<void> {
    const updated = this.#updated.filter(({ before, now }) => this.#isTextChanged(before, now));
    if (this.#created.length + updated.length > indexedAtOnce)
      return this.#indexLater(updated.map(({ now }) => now.id));
    for (const { before, now } of updated) await reindex(this.#tx, this.#dataSet, before, now);
    for (const row of this.#created) await index(this.#tx, row, recordText(this.#dataSet.fields, row));
  }

  #isTextChanged(before: DataRow, now: DataRow): boolean {
    const { fields } = this.#dataSet;
    return before.title !== now.title || recordText(fields, before) !== recordText(fields, now);
  }

  async #indexLater(updated: readonly string[]): Promise<void> {
    if (updated.length > 0) await forgetTexts(this.#tx, updated);
    const [first] = [...updated, ...this.#created.map(({ id }) => id)].sort();
    await indexRecordsLater(this.#tx, this.#dataSet.id, first);
  }
}
