import { sql } from 'kysely';

/**
 * `length` bytes of a version's content from byte `start`, counted from 1. All of it comes as text, which costs a reader
 * less; a part may begin or end within a character and comes as bytes.
 */
export const contentStretch = (start: number, length: number) =>
  sql<string | Uint8Array>`case when ${start} = 1 and ${length} >= version.size then cast(version.content as text)
    else substr(version.content, ${start}, ${length}) end`;
