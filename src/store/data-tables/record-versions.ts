import { limits } from '../../../schemas/limits.ts';
import type { Db } from '../tables.ts';
import { engineOf, type Run, runDirectly } from '../engine.ts';
import { type DataRow, dataTable, type StoredValue } from './data-tables.ts';

/** A field that a change replaced. Its number is 0 for the title. */
export interface Replaced {
  readonly field: number;
  /** Whether the values are stored lists, which have no readable beginning. */
  readonly isList: boolean;
  readonly before: StoredValue;
  readonly after: StoredValue;
}

/** The same as it is kept: 1 if a value is cut, 2 if both are left out. */
export type KeptChange = readonly [field: number, before: StoredValue, after: StoredValue, isCut?: 1 | 2];

/** Keeps what a version was, and what the next one replaces. Call it before the change. */
export async function keepVersion(tx: Db, before: DataRow, replaced: readonly Replaced[]): Promise<void> {
  const at = before.updated_at ?? before.created_at;
  const by = before.updated_by ?? before.created_by;
  const keep = engineOf(tx).statement(insertOf('?, ?, ?, interface, agent, ?, id from records where id = +?'));
  keep([before.version, at, by, changesOf(replaced), before.id]);
}

/** The same for records of one Data Set whose rows are not at hand. */
export function versionKeeper(tx: Db, dataSet: number): (id: string, replaced: readonly Replaced[]) => void {
  const keep: Run = engineOf(tx).statement(
    insertOf(`record.version, coalesce(record.updated_at, record.created_at),
      coalesce(record.updated_by, record.created_by), records.interface, records.agent, ?, record.id
      from ${dataTable(dataSet)} as record join records on records.id = record.id where record.id = +?`),
  );
  return (id, replaced) => keep([changesOf(replaced), id]);
}

const insertOf = (select: string): string =>
  `insert into record_versions (number, at, user_id, interface, agent, changes, record_id) select ${select}`;

function changesOf(replaced: readonly Replaced[]): string {
  let room: number = limits.versionCharacters;
  const kept = replaced.map(({ field, isList, before, after }): KeptChange => {
    const [from, to] = [beginningOf(before), beginningOf(after)];
    const isCut = from !== before || to !== after;
    room -= lengthOf(from) + lengthOf(to);
    if (room < 0 || (isCut && isList)) return [field, null, null, 2];
    return isCut ? [field, from, to, 1] : [field, from, to];
  });
  return JSON.stringify(kept);
}

const lengthOf = (value: StoredValue): number => (typeof value === 'string' ? value.length : 0);

const beginningOf = (value: StoredValue): StoredValue =>
  typeof value === 'string' && value.length > limits.versionText
    ? value.slice(0, limits.versionText).toWellFormed()
    : value;

/** Marks the versions of deleted records as no longer needed; `ids` is a JSON array. Background work deletes them. */
export async function endHistories(tx: Db, ids: string): Promise<void> {
  await runDirectly(
    tx,
    `insert into ended_histories (record_id) select value from json_each(+?)
      where exists (select 1 from record_versions where record_id = value) on conflict do nothing`,
    [ids],
  );
}
