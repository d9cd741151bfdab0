import { sql } from 'kysely';

/** The whole content is returned as text, which costs less to read. */
export const contentStretch = (start: number, length: number) =>
  sql<string | Uint8Array>`case when ${start} = 1 and ${length} >= version.size then cast(version.content as text)
    else substr(version.content, ${start}, ${length}) end`;
