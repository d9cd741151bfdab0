import { sql } from 'kysely';
import type { Db } from '../../store/tables.ts';

/** The shown size of a field without its texts and choices: its type, operators and functions. */
const bytesBeside = 300;

/** The shown size of fields, with their choices. */
export const sizeOfFields = (db: Db) =>
  db
    .selectFrom('data_set_fields')
    .select(
      sql<number>`coalesce(sum(${bytesBeside} + octet_length(key) + octet_length(label) + coalesce(octet_length(options), 0)), 0)`.as(
        'bytes',
      ),
    );
