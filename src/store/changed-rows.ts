import { changedAt, dataTable } from './data-tables.ts';
import type { Db } from './database.ts';
import { runDirectly } from './driver.ts';
import { pendingBlock } from './published-rows.ts';

/** Where a list by last change goes on: behind the record, or whatever else, that was changed then. */
export interface ChangePlace {
  readonly at: number;
  readonly id: string;
}

interface ChangedRow extends ChangePlace {
  readonly title: string;
}

/** The records that were changed last, the newest first. Pending rows lie beside one another in this order, and are passed over at once. */
export function lastChangedRows(db: Db, dataSet: number, limit: number, behind?: ChangePlace): ChangedRow[] {
  const rows = (most: number, behind?: ChangePlace, before?: ChangePlace) =>
    rowsBetween(db, dataSet, most, behind, before);
  const pending = pendingBlock(db, dataSet);
  if (!pending) return rows(limit, behind);
  const newest = { at: pending.at, id: pending.lastId };
  const oldest = { at: pending.at, id: pending.firstId };
  if (behind && !isNewer(behind, oldest)) return rows(limit, behind);
  const newer = behind && !isNewer(behind, newest) ? [] : rows(limit, behind, newest);
  return [...newer, ...rows(limit - newer.length, oldest)];
}

const isNewer = (one: ChangePlace, other: ChangePlace): boolean =>
  one.at > other.at || (one.at === other.at && one.id > other.id);

function rowsBetween(db: Db, dataSet: number, most: number, behind?: ChangePlace, before?: ChangePlace): ChangedRow[] {
  const rows: ChangedRow[] = [];
  for (const { sql, parameters } of stretches(behind, before)) {
    const statement = `select id, title, ${changedAt} as at from ${dataTable(dataSet)} ${sql} limit ?`;
    rows.push(...runDirectly<ChangedRow>(db, statement, [...parameters, most - rows.length]));
  }
  return rows;
}

interface Stretch {
  readonly sql: string;
  readonly parameters: readonly (string | number)[];
}

const stretch = (sql: string, ...parameters: (string | number)[]): Stretch => ({ sql, parameters });

/** An import changes very many in one moment, so those of the moment where a list begins or ends are sought by their IDs. */
function* stretches(behind?: ChangePlace, before?: ChangePlace): Generator<Stretch, void> {
  const sameMoment = `where ${changedAt} = ?`;
  const newestFirst = `order by ${changedAt} desc, id desc`;
  if (behind && behind.at === before?.at) {
    yield stretch(`${sameMoment} and id < ? and id > ? order by id desc`, behind.at, behind.id, before.id);
    return;
  }
  if (behind) yield stretch(`${sameMoment} and id < ? order by id desc`, behind.at, behind.id);
  const [from, to] = [before?.at ?? Number.MIN_SAFE_INTEGER, behind?.at ?? Number.MAX_SAFE_INTEGER];
  yield stretch(`where ${changedAt} > ? and ${changedAt} < ? ${newestFirst}`, from, to);
  if (before) yield stretch(`${sameMoment} and id > ? order by id desc`, before.at, before.id);
}
