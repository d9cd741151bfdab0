import { limits } from '../../../../schemas/limits.ts';
import type { CatalogueField } from '../../../query/catalogue.ts';
import type { NewRow } from '../../../store/data-tables/row-insertion.ts';
import { type Mistakes, RefusedFile } from '../../../tables/import-mistakes.ts';
import type { Context } from '../../operation/context.ts';
import { readerOf } from '../../operation/reader.ts';
import { idsOf, refers, unreadableIds } from '../record-values.ts';

/** The IDs that the rows of a file refer to, each with the first row that has it. */
export class ImportedReferences {
  readonly #columns: readonly { place: number; field: CatalogueField; rowOf: Map<string, number> }[];

  /** The fields in the order of a row's values. */
  constructor(fields: readonly CatalogueField[]) {
    this.#columns = fields.flatMap((field, place) => (refers(field) ? [{ place, field, rowOf: new Map() }] : []));
  }

  readonly visit = ({ values }: NewRow, row: number): void => {
    for (const { place, field, rowOf } of this.#columns)
      for (const id of idsOf(field, values[place]!)) if (!rowOf.has(id)) rowOf.set(id, row);
  };

  /** A value grants nothing, so whoever imports it must be able to read what it points to. */
  async refuseUnreadable(context: Context): Promise<void> {
    const mistakes = new RefusedFile();
    for await (const { rowOf, field, id } of this.#unreadable(context))
      mistakes.add(rowOf.get(id)!, { label: field.label, message: unreadable(id) });
    mistakes.end();
  }

  /** A visitor of rows that adds each of these mistakes; undefined where there are none. */
  async unreadableIn(context: Context, mistakes: Mistakes): Promise<typeof this.visit | undefined> {
    const unknown = this.#columns.map(() => new Set<string>());
    for await (const { at, id } of this.#unreadable(context)) unknown[at]!.add(id);
    if (unknown.every(({ size }) => size === 0)) return undefined;
    return ({ values }, row) => {
      for (const [at, { place, field }] of this.#columns.entries())
        for (const id of idsOf(field, values[place]!))
          if (unknown[at]!.has(id)) mistakes.add(row, { label: field.label, cell: id, message: unreadable(id) });
    };
  }

  async *#unreadable({ database, caller }: Context) {
    for (const [at, { field, rowOf }] of this.#columns.entries()) {
      const ids = [...rowOf.keys()];
      for (let start = 0; start < ids.length; start += limits.fieldValues) {
        const some = ids.slice(start, start + limits.fieldValues);
        for (const id of await database.read((db) => unreadableIds(db, readerOf(caller), field, some)))
          yield { at, field, rowOf, id };
      }
    }
  }
}

const unreadable = (id: string) => `${id} is unknown, or not shared with this account`;
