import { limits } from '../../../../schemas/limits.ts';
import type { CatalogueField } from '../../../query/catalogue.ts';
import type { NewRow } from '../../../store/data-tables/row-insertion.ts';
import { type CheckedRows, checkRows, type Pieces, type RowPlan } from '../../../tables/csv-import.ts';
import type { Mistakes } from '../../../tables/import-mistakes.ts';
import type { Turn } from '../../../turns/turn.ts';
import type { Context } from '../../operation/context.ts';
import { readerOf } from '../../operation/reader.ts';
import { idsOf, refers, unreadableIds } from '../record-values.ts';

/** Reads the rows of a file as records of a Data Set. Their mistakes include references that the caller may not read. */
export async function checkedRows<Kind extends Mistakes>(
  context: Context,
  pieces: Pieces,
  plan: RowPlan,
  turn: Turn,
  begin: () => Kind,
): Promise<CheckedRows & { readonly mistakes: Kind }> {
  const references = new ImportedReferences(plan.fields);
  const mistakes = begin();
  const checked = await checkRows(pieces, plan, turn, references.visit, mistakes);
  const again = begin();
  const visit = await references.unreadableIn(context, again);
  if (!visit) return { ...checked, mistakes };
  return { ...(await checkRows(pieces, plan, turn, visit, again)), mistakes: again };
}

/** The IDs that the rows of a file refer to. */
class ImportedReferences {
  readonly #columns: readonly { place: number; field: CatalogueField; ids: Set<string> }[];

  /** The fields in the order of a row's values. */
  constructor(fields: readonly CatalogueField[]) {
    this.#columns = fields.flatMap((field, place) => (refers(field) ? [{ place, field, ids: new Set() }] : []));
  }

  readonly visit = ({ values }: NewRow): void => {
    for (const { place, field, ids } of this.#columns) for (const id of idsOf(field, values[place]!)) ids.add(id);
  };

  /**
   * A visitor of rows that adds a mistake for each ID that the caller may not read. A value grants nothing. Undefined where
   * there is no such ID.
   */
  async unreadableIn(
    context: Context,
    mistakes: Mistakes,
  ): Promise<((record: NewRow, row: number) => void) | undefined> {
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
    for (const [at, { field, ids }] of this.#columns.entries()) {
      const all = [...ids];
      for (let start = 0; start < all.length; start += limits.fieldValues) {
        const some = all.slice(start, start + limits.fieldValues);
        for (const id of await database.read((db) => unreadableIds(db, readerOf(caller), field, some)))
          yield { at, id };
      }
    }
  }
}

const unreadable = (id: string) => `${id} is unknown, or not shared with this account`;
