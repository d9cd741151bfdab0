import { sql } from 'kysely';

/**
 * `length` bytes of a version's content from byte `start`, counted from 1. The whole content is returned as text, which
 * costs less to read. A part is returned as bytes, because it may begin or end within a character.
 */
export const contentStretch = (start: number, length: number) =>
  sql<string | Uint8Array>`case when ${start} = 1 and ${length} >= version.size then cast(version.content as text)
    else substr(version.content, ${start}, ${length}) end`;
