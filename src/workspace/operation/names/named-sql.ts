import { type RawBuilder, sql } from 'kysely';
import { limits } from '../../../../schemas/limits.ts';

/** SQL: whether a name begins with the given one, case and diacritics folded. An index on `folded(column)` finds it. */
export const beginsWith = (column: RawBuilder<unknown>, name: string): RawBuilder<boolean> => sql`(
  folded(${column}) >= folded(${name}) and folded(${column}) < folded(${name}) || ${sql.lit(lastCharacter)})`;

const lastCharacter = '\u{10ffff}';

/** SQL: the columns of `Named`. */
export const namedColumns = (
  id: RawBuilder<unknown>,
  key: RawBuilder<unknown>,
  name: RawBuilder<unknown>,
  given: string,
) => sql`${id} as id, ${key} as key, ${name} as name, folded(${name}) = folded(${given}) as "isExact"`;

/** SQL: exact names come first, because a name sorts before all that begin with it. One more than are shown. */
export const fewNamed = sql`order by folded(name), id limit ${sql.lit(limits.candidates + 1)}`;
