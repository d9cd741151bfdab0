import { type RawBuilder, sql } from 'kysely';
import { listsOf, mergedColumns, type MergedKey, type Merging, nextIn } from '../merged-lists.ts';

/** SQLite takes the next key of all lists first, because the recursion is ordered. */
export const mergedLists = <Key>(merging: Merging): RawBuilder<MergedKey<Key>> => sql`
  with recursive found(source, place, key) as (
    select source, id, ${nextIn(merging, sql`place.id`, merging.from)} from (${listsOf(merging)}) as place
    union all
    select source, place, ${nextIn(merging, sql`found.place`, sql`found.key`)} from found where key is not null
    order by 3 ${sql.raw(merging.order)} nulls last limit ${merging.most})
  select ${mergedColumns(merging)} from found where key is not null`;
