import { limits } from '../../../../schemas/limits.ts';
import { allFields, type CatalogueField, type Fields } from '../../../query/catalogue.ts';
import { folded } from '../../../text/folding.ts';
import { ambiguousAt } from './refusals.ts';

/** The fields of a table by what a request may call them. A key goes before a label, which one field must have alone. */
export class FieldNames {
  readonly #fields: Fields;
  readonly #byKey: ReadonlyMap<string, CatalogueField>;
  #byLabel: Map<string, CatalogueField[]> | undefined;
  /** By label as it was given, because the records of a batch give the same ones. */
  readonly #found = new Map<string, readonly CatalogueField[]>();

  constructor(fields: Fields) {
    this.#fields = fields;
    this.#byKey = new Map(allFields(fields).map((field) => [field.key, field]));
  }

  /** A field of the table itself, by its key. Every record has values of these alone. */
  keyed(key: string): CatalogueField | undefined {
    const field = this.#byKey.get(key);
    return field && isOwn(field) ? field : undefined;
  }

  /** The field of the table itself that is named. The keys that every record has name none. */
  own(name: string, path: string): CatalogueField | undefined {
    return this.#byKey.has(name) ? this.keyed(name) : only(this.#labelled(name).filter(isOwn), path);
  }

  /** The field that a query names. */
  any(name: string, path: string): CatalogueField | undefined {
    return this.#byKey.get(name) ?? only(this.#labelled(name), path);
  }

  #labelled(name: string): readonly CatalogueField[] {
    if (name === recordId || !mayBeLabel(name)) return [];
    let found = this.#found.get(name);
    if (!found) this.#found.set(name, (found = this.#foldedLabels().get(folded(name)) ?? []));
    return found;
  }

  #foldedLabels(): ReadonlyMap<string, readonly CatalogueField[]> {
    return (this.#byLabel ??= Map.groupBy(allFields(this.#fields), ({ label }) => folded(label)));
  }
}

const isOwn = ({ number }: CatalogueField): boolean => number > 0;

/** Names the ID of a record, which is not a field. */
const recordId = 'id';

/** Whether a text is short enough, in UTF-16, to be a label or the name of a person. */
export const mayBeLabel = (text: string): boolean => text.length <= 2 * limits.title;

function only(labelled: readonly CatalogueField[], path: string): CatalogueField | undefined {
  if (labelled.length <= 1) return labelled[0];
  throw ambiguousAt(
    path,
    'is the label of several fields; give the key of one of the candidates',
    labelled.map(({ key, label }) => ({ id: key, key, name: label })),
  );
}
