import type { Row } from '../../schemas/queries.ts';
import type { Dialect } from '../store/dialect.ts';
import type { Room } from '../store/room.ts';
import type { IndexUse, ScannedRow } from '../store/scan.ts';
import { type CatalogueField, type CatalogueTable, columnOf } from './catalogue.ts';
import { type OrderTerm, orderTerms } from './compile.ts';
import { searchedFields } from './conditions.ts';
import { indexUse } from './learned-indexes.ts';
import type { Condition, SortKey } from './plan.ts';
import { roomFor } from './room.ts';
import { recordsSql, type Stretch } from './stretches.ts';
import { decoder, type Stored } from './values.ts';

export interface FoundRecord {
  readonly id: string;
  readonly title: string;
  /** Field key → value; a field without a value is left out. */
  readonly values: Row;
}

/** Where a record stands in the order: a page begins behind it. */
export type RecordKey = readonly Stored[];

export interface RecordsRequest {
  readonly where: Condition;
  readonly sort: readonly SortKey[];
  /** Fields to read beside id and title. */
  readonly fields: readonly CatalogueField[];
  readonly after?: RecordKey | undefined;
  readonly take: number;
}

/** The part of a request for records that its pages have in common. */
export interface PagePlan {
  /** The fields that are shown, then the fields that only the order needs. */
  readonly read: readonly CatalogueField[];
  /** The columns by which an index finds the records. */
  readonly searchedBy: readonly string[] | undefined;
  readonly use: IndexUse;
  readonly room: Room | undefined;
  readonly present: (row: ScannedRow) => FoundRecord;
  readonly keyOf: (row: ScannedRow) => RecordKey;
  stretchesBehind(after: RecordKey | undefined): readonly Stretch[];
}

type Planned = Omit<RecordsRequest, 'after'>;

interface Known extends Planned {
  readonly dialect: Dialect;
  readonly table: Pick<CatalogueTable, 'rows' | 'fields'>;
  readonly plan: PagePlan;
}

const knownPlans = new WeakMap<readonly SortKey[], Known>();

/** Cached by identity. A View keeps its sort and fields from page to page, and its condition where it has no filters. */
export function pagePlan(dialect: Dialect, table: CatalogueTable, { where, sort, fields, take }: Planned): PagePlan {
  const known = knownPlans.get(sort);
  const isSame =
    known?.where === where &&
    known.fields === fields &&
    known.take === take &&
    known.dialect === dialect &&
    known.table.fields === table.fields &&
    known.table.rows === table.rows;
  if (isSame) return known.plan;
  const plan = planned(dialect, table, { where, sort, fields, take });
  knownPlans.set(sort, { where, sort, fields, take, dialect, table, plan });
  return plan;
}

function planned(dialect: Dialect, table: CatalogueTable, { where, sort, fields, take }: Planned): PagePlan {
  const order = orderTerms(dialect, sort);
  const read = withSortFields(fields, sort);
  const room = roomFor(table, read, { rows: take, before: 2 });
  const statement = { table, where, order, fields: read, room };
  const places = order.map(({ field }: OrderTerm) => (field ? read.indexOf(field) + 2 : 0));
  const stretches = new Map<string, readonly Stretch[]>();
  return {
    read,
    room,
    searchedBy: searchedFields(where, sort)?.map(columnOf),
    use: indexUse(where, sort),
    present: presenter(fields),
    keyOf: (row) => order.map((term, index) => term.of(row[places[index]!]!)),
    stretchesBehind(after) {
      const present = after && order.map((_, index) => (after[index] ?? null) !== null);
      const shape = String(present);
      let known = stretches.get(shape);
      if (!known) stretches.set(shape, (known = recordsSql(dialect, statement, present)));
      return known;
    },
  };
}

/** Makes a record of a row: its ID, its title, and the values of these fields. */
function presenter(fields: readonly CatalogueField[]): (row: ScannedRow) => FoundRecord {
  const shown = fields.map((field) => ({ key: field.key, shownOf: decoder(field) }));
  return (row) => {
    const values: Record<string, unknown> = {};
    for (let place = 0; place < shown.length; place += 1) {
      const stored = row[place + 2]!;
      if (stored !== null) values[shown[place]!.key] = shown[place]!.shownOf(stored);
    }
    return { id: String(row[0]), title: String(row[1]), values };
  };
}

function withSortFields(fields: readonly CatalogueField[], sort: readonly SortKey[]): readonly CatalogueField[] {
  const unread = sort.map(({ field }) => field).filter((field) => !fields.includes(field));
  return unread.length === 0 ? fields : [...new Set([...fields, ...unread])];
}
