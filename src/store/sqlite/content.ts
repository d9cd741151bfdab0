import { sql } from 'kysely';

/** The longest content that is returned as text. SQLite would hold others up while it decodes a longer one. */
const textBytes = 2 * 1024 * 1024;

/** A whole content is returned as text, which takes half of the work, unless it is long. */
export const contentStretch = (start: number, length: number) =>
  sql<
    string | Uint8Array
  >`case when ${start} = 1 and ${length} >= version.size and version.size <= ${sql.lit(textBytes)}
    then cast(version.content as text) else substr(version.content, ${start}, ${length}) end`;
