import { type RawBuilder, sql } from 'kysely';
import { listsOf, mergedColumns, type MergedKey, type Merging, nextIn } from '../merged-lists.ts';

/** The first keys of each list are taken one by one, because a recursion here has no order. */
export const mergedLists = <Key>(merging: Merging): RawBuilder<MergedKey<Key>> => sql`
  with recursive found(source, place, key, taken) as (
    select source, id, ${nextIn(merging, sql`place.id`, merging.from)}, 1 from (${listsOf(merging)}) as place
    union all
    select source, place, ${nextIn(merging, sql`found.place`, sql`found.key`)}, taken + 1
      from found where key is not null and taken < ${merging.most})
  select ${mergedColumns(merging)} from found where key is not null
  order by key ${sql.raw(merging.order)} limit ${merging.most}`;
