import { limits } from '../../../../schemas/limits.ts';
import { allFields, type CatalogueField, type Fields } from '../../../query/catalogue.ts';
import { folded } from '../../../text/folding.ts';
import { ambiguousAt } from './refusals.ts';

/**
 * Finds fields by the names in a request. A name is first looked up as a key, then as a label, which must be unique.
 */
export class FieldNames {
  readonly #fields: Fields;
  readonly #byKey: ReadonlyMap<string, CatalogueField>;
  #byLabel: Map<string, CatalogueField[]> | undefined;
  /** The results of earlier look-ups, because the records of a batch repeat the same labels. */
  readonly #found = new Map<string, readonly CatalogueField[]>();

  constructor(fields: Fields) {
    this.#fields = fields;
    this.#byKey = new Map(allFields(fields).map((field) => [field.key, field]));
  }

  /** A field of the Data Set by its key. Fields that every record has, such as its title, are not found. */
  keyed(key: string): CatalogueField | undefined {
    const field = this.#byKey.get(key);
    return field && isOwn(field) ? field : undefined;
  }

  /** A field of the Data Set by its key or label. Fields that every record has are not found. */
  own(name: string, path: string): CatalogueField | undefined {
    return this.#byKey.has(name) ? this.keyed(name) : only(this.#labelled(name).filter(isOwn), path);
  }

  /** Any field by its key or label, as queries name it. */
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
