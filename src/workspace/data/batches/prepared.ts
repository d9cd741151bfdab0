import { invalidRequest, tooLarge } from '../../../../schemas/errors.ts';
import { limits, mistakeLimits } from '../../../../schemas/limits.ts';
import { mistaken } from '../../../../schemas/mistakes.ts';
import type { FieldError } from '../../../../schemas/problem-extras.ts';
import type { BatchParts } from '../../../../schemas/records.ts';
import type { CatalogueDataSet, CatalogueField } from '../../../query/catalogue.ts';
import { dataColumn } from '../../../store/data-tables/data-tables.ts';
import { Turn } from '../../../turns/turn.ts';
import type { Context } from '../../operation/context.ts';
import { addedReferences, type Columns, encodedInput, isSetHere, unreadableIds } from '../record-values.ts';
import { readOnlySource } from '../record-rows.ts';
import type { Wanted } from './wanted.ts';
import { findMatches, type Matches, matchField } from './matches.ts';

export type Batch = BatchParts;

/** A batch as far as the fields of its Data Set decide it. */
export interface PreparedBatch {
  readonly create: readonly Wanted[];
  readonly update: readonly Wanted[];
  readonly upsert: readonly Wanted[];
  readonly remove: readonly string[];
  readonly matches: Matches | undefined;
  readonly mistakes: FieldError[];
  readonly hasUnknownField: boolean;
  /** IDs that fields refer to and the caller cannot read, by the number of the field. */
  readonly unreadable: ReadonlyMap<number, ReadonlySet<string>>;
  /** Bytes of the texts that were sent. */
  readonly bytes: number;
}

export function refuseCount({ create = [], update = [], upsert, delete: remove = [] }: Batch): void {
  const count = create.length + update.length + (upsert?.records.length ?? 0) + remove.length;
  if (count === 0) throw invalidRequest('', 'names no record; give create, update, upsert or delete');
  if (count > limits.batchRecords)
    throw invalidRequest('', `names ${count} records; send at most ${limits.batchRecords} in one batch`);
}

export async function preparedBatch(
  context: Context,
  dataSet: CatalogueDataSet,
  { create = [], update = [], upsert, delete: remove = [] }: Batch,
  unknown: readonly FieldError[],
): Promise<PreparedBatch> {
  if (dataSet.readOnly && (create.length > 0 || upsert || remove.length > 0)) throw readOnlySource();
  for (const { values = {} } of update) refuseSourceValues(dataSet, values);
  const field = upsert && matchField(dataSet, upsert.matchFieldKey);
  const preparing = new Preparing(dataSet, context.caller.userId);
  const wanted = {
    create: await preparing.each(create, '/create', true),
    update: await preparing.each(update, '/update', false),
    upsert: await preparing.each(upsert?.records ?? [], '/upsert/records', false),
  };
  if (preparing.bytes > limits.batchBytes) throw tooMuch();
  return {
    ...wanted,
    remove,
    matches: field && (await findMatches(context, dataSet, field, wanted.upsert, preparing.mistakes)),
    mistakes: [...unknown, ...preparing.mistakes],
    hasUnknownField: preparing.hasUnknownField,
    unreadable: await unreadableIn(context, dataSet, Object.values(wanted).flat()),
    bytes: preparing.bytes,
  };
}

/** An update that gives the same values to all records; their IDs follow. Throws all mistakes of the values. */
export async function preparedUpdate(
  context: Context,
  dataSet: CatalogueDataSet,
  values: Readonly<Record<string, unknown>>,
): Promise<(ids: readonly string[]) => PreparedBatch> {
  refuseSourceValues(dataSet, values);
  const preparing = new Preparing(dataSet, context.caller.userId);
  const wanted: Wanted = { path: '', title: undefined, columns: await preparing.columnsOf(values, '', false) };
  const { mistakes, hasUnknownField } = preparing;
  if (mistakes.length > 0) throw mistaken(hasUnknownField ? 'invalid_request' : 'invalid_values', mistakes);
  const unreadable = await unreadableIn(context, dataSet, [wanted]);
  return (ids) => ({
    create: [],
    update: ids.map((id) => ({ ...wanted, id })),
    upsert: [],
    remove: [],
    matches: undefined,
    mistakes: [],
    hasUnknownField,
    unreadable,
    bytes: preparing.bytes * ids.length,
  });
}

/** Values that a connected source fills are changed there. */
function refuseSourceValues(dataSet: CatalogueDataSet, values: Readonly<Record<string, unknown>>): void {
  if (dataSet.readOnly && !isSetHere(dataSet, values)) throw readOnlySource();
}

/** One transaction writes the texts of a batch and reads the replaced ones. */
export const tooMuch = () =>
  tooLarge(
    limits.batchBytes,
    `The texts of these records, with those that they have now, exceed ${limits.batchBytes} bytes; change fewer records at once.`,
  );

interface Given {
  readonly id?: string;
  readonly title?: string | undefined;
  readonly values?: Readonly<Record<string, unknown>> | undefined;
  readonly expectedVersionNumber?: number | undefined;
}

class Preparing {
  readonly mistakes: FieldError[] = [];
  hasUnknownField = false;
  bytes = 0;
  readonly #dataSet: CatalogueDataSet;
  readonly #turn: Turn;

  constructor(dataSet: CatalogueDataSet, subject: string) {
    this.#dataSet = dataSet;
    this.#turn = new Turn({ subject });
  }

  async each(given: readonly Given[], at: string, isNew: boolean): Promise<Wanted[]> {
    const wanted: Wanted[] = [];
    for (const [place, { values = {}, ...rest }] of given.entries()) {
      const path = `${at}/${place}`;
      wanted.push({ path, columns: await this.columnsOf(values, path, isNew), title: rest.title, ...rest });
    }
    return wanted;
  }

  async columnsOf(values: Readonly<Record<string, unknown>>, path: string, isNew: boolean): Promise<Columns> {
    const encoding = encodedInput(this.#dataSet, values, path, isNew);
    const { columns, mistakes, isUnknown } = await this.#turn.finish(encoding);
    if (mistakes.length > 0 && this.mistakes.length < mistakeLimits.mistakes) this.mistakes.push(...mistakes);
    this.hasUnknownField ||= isUnknown;
    for (const value of Object.values(columns)) if (typeof value === 'string') this.bytes += Buffer.byteLength(value);
    return columns;
  }
}

const lookedUpAtOnce = 500;

async function unreadableIn({ caller, database }: Context, { fields }: CatalogueDataSet, wanted: readonly Wanted[]) {
  const unreadable = new Map<number, Set<string>>();
  const turn = new Turn({ subject: caller.userId });
  for (const field of fields) {
    const ids = await referencesIn(field, wanted, turn);
    const found = new Set<string>();
    for (let from = 0; from < ids.length; from += lookedUpAtOnce) {
      const some = ids.slice(from, from + lookedUpAtOnce);
      for (const id of await database.read((db) => unreadableIds(db, caller, field, some))) found.add(id);
      await turn.yield();
    }
    if (found.size > 0) unreadable.set(field.number, found);
  }
  return unreadable;
}

async function referencesIn(field: CatalogueField, wanted: readonly Wanted[], turn: Turn): Promise<string[]> {
  const ids = new Set<string>();
  for (const { columns } of wanted) {
    for (const id of addedReferences(field, columns[dataColumn(field.number)])) ids.add(id);
    if (turn.isOver()) await turn.pass();
  }
  return [...ids];
}
