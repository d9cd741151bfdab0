import { expect, test } from 'vitest';
import { untied } from './tied.ts';

test.each([
  ['channels', 'select "id" from "channels" where "slug" = ?'],
  ['channels', 'select "id" from "channels" where "slug" = ? or "id" = ?'],
  ['links', 'select 1 from links left join files on files.id = links.resource_id and files.organization_id = ?'],
  [
    'posts',
    'select id from posts where channel_id in (select id from channels where id = ?) union all select id from posts',
  ],
  ['channels', 'select id from posts where author_id = ? and exists (select 1 from channels where slug = posts.body)'],
  ['idempotency_keys', 'delete from "idempotency_keys" where "created_at" < $1'],
  ['messages', 'update messages set body = ? where role = ?'],
])('a statement on %s that reaches every organisation is found: %s', (table, statement) => {
  expect(untied(statement)).toContain(table);
});

test.each([
  'select "id" from "channels" where ("slug" = ? or "id" = ?) and "organization_id" = ?',
  'select * from channels where exists (select 1 from channel_members as m where m.channel_id = channels.id and m.user_id = ?)',
  'with asked as (select value from json_each(?)) select 1 from asked join artifacts on artifacts.id = asked.value',
  'with recursive t(id) as (select id from posts where channel_id = ? union all select posts.id from t join posts on posts.channel_id = t.id) select * from t',
  'insert into "posts" ("id", "organization_id") values (?, ?)',
  'select * from data_7 where f1 = ?',
])('a statement of one organisation is none of them: %s', (statement) => {
  expect(untied(statement)).toEqual([]);
});
