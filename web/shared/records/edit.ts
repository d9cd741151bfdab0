import type { Person, Via } from '../../../schemas/common.ts';

/** Values by field key; the title is one of them. */
export type Values = Readonly<Record<string, unknown>>;

/** A change of one record: the fields that change, as the person saw them and as they are to be. */
export interface RecordEdit {
  readonly id: string;
  readonly before: Values;
  readonly after: Values;
}

/** A field that somebody else changed while the person changed it too. */
export interface Clash {
  readonly id: string;
  readonly title: string;
  readonly fieldKey: string;
  readonly mine: unknown;
  readonly theirs: unknown;
  readonly by: Person;
  readonly via?: Via | undefined;
  readonly at: string;
}

/** A value that the workspace refuses. */
export interface Mistake {
  readonly id: string;
  readonly fieldKey: string;
  readonly message: string;
}

/** A value that is absent, empty or `false` is none. */
const asCompared = (value: unknown): string =>
  value === undefined || value === null || value === false || value === '' ? '' : JSON.stringify(value);

export const isSame = (one: unknown, other: unknown): boolean => asCompared(one) === asCompared(other);

/** Without fields that stay as they are, and without records that do. */
export const trimmed = (edits: readonly RecordEdit[]): RecordEdit[] =>
  edits.flatMap(({ id, before, after }) => {
    const keys = Object.keys(after).filter((key) => !isSame(before[key], after[key]));
    return keys.length === 0 ? [] : [{ id, before: picked(before, keys), after: picked(after, keys) }];
  });

/** A record's values of these fields. A field without a value is `null`, which clears it. */
const picked = (values: Values, keys: readonly string[]): Values =>
  Object.fromEntries(keys.map((key) => [key, values[key] ?? null]));

/** The change that takes another back. */
export const inverse = (edits: readonly RecordEdit[]): RecordEdit[] =>
  edits.map(({ id, before, after }) => ({ id, before: after, after: before }));

/** Edits of a person who has seen the values of others, and replaces them. */
export const overTheirs = (edits: readonly RecordEdit[], clashes: readonly Clash[]): RecordEdit[] =>
  edits.map((edit) => {
    const own = clashes.filter(({ id }) => id === edit.id);
    const theirs: Values = Object.fromEntries(own.map(({ fieldKey, theirs: value }) => [fieldKey, value ?? null]));
    return { ...edit, before: { ...edit.before, ...theirs } };
  });

/** Edits with later ones. A field that both change goes from its first value to its last. */
export function joined(edits: readonly RecordEdit[], later: readonly RecordEdit[]): RecordEdit[] {
  const all = new Map(edits.map((edit) => [edit.id, edit]));
  for (const edit of later) {
    const first = all.get(edit.id);
    all.set(edit.id, {
      id: edit.id,
      before: { ...edit.before, ...first?.before },
      after: { ...first?.after, ...edit.after },
    });
  }
  return [...all.values()];
}

/** Edits without some of their fields. */
export const without = (edits: readonly RecordEdit[], left: readonly { id: string; fieldKey: string }[]) =>
  edits.flatMap(({ id, before, after }): RecordEdit[] => {
    const out = new Set(left.filter((one) => one.id === id).map(({ fieldKey }) => fieldKey));
    const keys = Object.keys(after).filter((key) => !out.has(key));
    return keys.length === 0 ? [] : [{ id, before: picked(before, keys), after: picked(after, keys) }];
  });

/** Edits without all fields but these. */
export const only = (edits: readonly RecordEdit[], fields: readonly { id: string; fieldKey: string }[]) =>
  edits.flatMap(({ id, before, after }): RecordEdit[] => {
    const keys = fields.filter((one) => one.id === id && one.fieldKey in after).map(({ fieldKey }) => fieldKey);
    return keys.length === 0 ? [] : [{ id, before: picked(before, keys), after: picked(after, keys) }];
  });
