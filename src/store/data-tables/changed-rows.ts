import { changedAt, dataColumn, dataTable, type StoredValue } from './data-tables.ts';
import type { Db } from '../tables.ts';
import { runDirectly } from '../engine.ts';
import { type PendingBlock, pendingBlock } from './published-rows.ts';

/** The position behind which a list by last change continues. */
export interface ChangePlace {
  readonly at: number;
  readonly id: string;
}

interface ChangedRow extends ChangePlace {
  readonly title: string;
}

/** The records changed last, newest first. */
export async function lastChangedRows(
  db: Db,
  dataSet: number,
  limit: number,
  behind?: ChangePlace,
): Promise<ChangedRow[]> {
  const rows: ChangedRow[] = [];
  for (const { condition, order, parameters } of stretches(await pendingBlock(db, dataSet), behind)) {
    const statement = `select id, title, ${changedAt} as at from ${dataTable(dataSet)}
      where ${condition} order by ${order} limit ?`;
    rows.push(...(await runDirectly<ChangedRow>(db, statement, [...parameters, limit - rows.length])));
  }
  return rows;
}

/** Whether a record changed after `at` has no value in a field. */
export async function hasEmptyValueSince(db: Db, dataSet: number, field: number, at: number): Promise<boolean> {
  for (const { condition, parameters } of stretches(await pendingBlock(db, dataSet), undefined, { at, id: '' })) {
    const statement = `select 1 from ${dataTable(dataSet)} where ${condition} and ${dataColumn(field)} is null limit 1`;
    if ((await runDirectly(db, statement, parameters)).length > 0) return true;
  }
  return false;
}

/** The records changed after `at`, with their values of a column. */
export async function valuesChangedSince(db: Db, dataSet: number, column: string, at: number): Promise<ChangedValue[]> {
  const changed: ChangedValue[] = [];
  for (const { condition, parameters } of stretches(await pendingBlock(db, dataSet), undefined, { at, id: '' })) {
    const statement = `select id, ${column} as value from ${dataTable(dataSet)} where ${condition}`;
    for (const one of await runDirectly<ChangedValue>(db, statement, parameters)) changed.push(one);
  }
  return changed;
}

interface ChangedValue {
  readonly id: string;
  readonly value: StoredValue;
}

interface Stretch {
  readonly condition: string;
  readonly order: string;
  readonly parameters: readonly (string | number)[];
}

/** Pending rows are adjacent in this order, so they are skipped at once. */
function stretches(pending: PendingBlock | undefined, behind?: ChangePlace, before?: ChangePlace): Stretch[] {
  if (!pending) return stretchesBetween(behind, before);
  const newest = { at: pending.at, id: pending.lastId };
  const oldest = { at: pending.at, id: pending.firstId };
  if (behind && !isNewer(behind, oldest)) return stretchesBetween(behind, before);
  const newer = behind && !isNewer(behind, newest) ? [] : stretchesBetween(behind, newest);
  return [...newer, ...stretchesBetween(oldest, before)];
}

const isNewer = (one: ChangePlace, other: ChangePlace): boolean =>
  one.at > other.at || (one.at === other.at && one.id > other.id);

/** An import changes many rows in one millisecond. Rows of the first and last millisecond are therefore found by ID. */
function stretchesBetween(behind?: ChangePlace, before?: ChangePlace): Stretch[] {
  const ofMoment = ({ at }: ChangePlace, ids: string, ...parameters: string[]): Stretch => ({
    condition: `${changedAt} = ? and ${ids}`,
    order: 'id desc',
    parameters: [at, ...parameters],
  });
  if (behind && behind.at === before?.at) return [ofMoment(behind, 'id < ? and id > ?', behind.id, before.id)];
  return [
    ...(behind ? [ofMoment(behind, 'id < ?', behind.id)] : []),
    {
      condition: `${changedAt} > ? and ${changedAt} < ?`,
      order: `${changedAt} desc, id desc`,
      parameters: [before?.at ?? Number.MIN_SAFE_INTEGER, behind?.at ?? Number.MAX_SAFE_INTEGER],
    },
    ...(before ? [ofMoment(before, 'id > ?', before.id)] : []),
  ];
}
