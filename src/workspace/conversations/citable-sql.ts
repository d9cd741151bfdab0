import { type RawBuilder, sql } from 'kysely';
import type { SearchType } from '../../../schemas/search.ts';
import type { Db } from '../../store/tables.ts';
import {
  artifactIsReadable,
  channelIsReadable,
  fileIsReadable,
  postIsReadable,
  type Reader,
  recordIsReadable,
  sessionIsReadable,
} from '../operation/access.ts';

interface Cited {
  readonly type: SearchType | 'channel';
  readonly id: string;
}

const isReadable: Record<Cited['type'], (reader: Reader) => RawBuilder<unknown>> = {
  artifact: artifactIsReadable,
  channel: channelIsReadable,
  file: fileIsReadable,
  post: postIsReadable,
  record: recordIsReadable,
  session: sessionIsReadable,
};

/** Tells which cited resources the reader may read now. A reader of a conversation may see less than the asker. */
export async function citable(db: Db, reader: Reader, cited: readonly Cited[]): Promise<(id: string) => boolean> {
  const readable = new Set<string>();
  for (const [type, members] of Map.groupBy(cited, (one) => one.type)) {
    const named = sql.table(`${type}s`);
    const ids = JSON.stringify(members.map(({ id }) => id));
    const { rows } = await sql<{ id: string }>`select ${named}.id from json_each(${ids}) as asked
      cross join ${named} on ${named}.id = asked.value where ${isReadable[type](reader)}`.execute(db);
    for (const { id } of rows) readable.add(id);
  }
  return (id) => readable.has(id);
}
