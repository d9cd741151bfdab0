import { type Corruption, expectFound, foldersToDamage, inDatabase } from '../support/corruptions.ts';
import { kept } from '../support/older-rows.ts';

const { artifact, file, session, record, post, query, channel, invitation } = kept;

const corruptions: Corruption[] = [
  [
    'a conversation counts messages that there are not',
    inDatabase('update sessions set message_count = message_count + 1'),
    [`${kept.session} counts its messages wrongly`],
  ],
  [
    'a feed item came through no interface',
    inDatabase("update feed_items set interface = 'phone'"),
    ['(interface) has a value in feed_items that no release writes'],
  ],
  [
    'a reply is told that does not exist',
    inDatabase("update inbox_items set said_id = 'cmt_gone'"),
    ['cmt_gone is told to somebody but does not exist'],
  ],
  [
    'a reply is told for no reason',
    inDatabase("update inbox_items set kind = 'whim'"),
    ['(kind) has a value in inbox_items that no release writes'],
  ],
  [
    'a webhook is of another organisation and sends what nobody knows of',
    inDatabase(`update webhooks set types = '["whim"]', user_id = 'usr_other'`),
    [/^whk_\w+ \(types\) has a value in webhooks/, /^whk_\w+ \(user_id of webhooks\) names something of another/],
  ],
  [
    'an invitation is used by nobody, gives another role and is for an odd address',
    inDatabase(
      `update invitations set used_at = created_at where id = '${invitation}'`,
      "update invitations set role = 'boss' where user_id is not null",
      "update invitations set email = 'IDA@workspace.test'",
    ),
    [
      `${invitation} is a used invitation without an account`,
      /^inv_\w+ \(role\) has a value in invitations/,
      `${invitation} (email) has a value in invitations`,
    ],
  ],
  ['an agent that does not exist acted', inDatabase(`update posts set agent = 99 where id = '${post}'`), [/posts/]],
  [
    'something in the trash is not hidden',
    inDatabase("update artifacts set trashed_at = null where id in (select id from trash where type = 'artifact')"),
    [/^art_\w+ is in the trash and not hidden, or hidden and not in the trash$/],
  ],
  [
    'something is hidden and not in the trash',
    inDatabase(`update channels set trashed_at = updated_at where id = '${channel}'`),
    [`${channel} is in the trash and not hidden, or hidden and not in the trash`],
  ],
  [
    'something is in the trash of another owner',
    inDatabase("update trash set owner_id = null where type = 'artifact'"),
    [/^art_\w+ is in the trash of another home or owner$/],
  ],
  [
    'a record in the trash has lost its row',
    inDatabase('delete from trashed_records'),
    [/^rec_\w+ is a record that is in the trash by half$/],
  ],
  [
    'what does not exist is attached to a record in the trash',
    inDatabase("update trashed_links set resource_id = 'file_gone'"),
    ['file_gone is attached to a record in the trash but does not exist'],
  ],
  [
    'something purged is still there',
    inDatabase(`update purged set id = '${file}'`),
    [`${file} was purged and is still there`],
  ],
  [
    'a version is missing',
    inDatabase(
      'delete from artifact_versions where number = 1',
      'update feed_items set version_id = (select id from artifact_versions)',
    ),
    [`${artifact} has lost one of its versions`],
  ],
  [
    'a version has another’s number',
    inDatabase(
      'update artifact_versions set number = 0 where number = 1',
      'update artifact_versions set number = 1 where number = 2',
    ),
    [`${artifact} has lost one of its versions`],
  ],
  [
    'an earlier version is current',
    inDatabase('update artifacts set current_version_id = (select id from artifact_versions where number = 1)'),
    [`${artifact} shows an earlier version than its newest`],
  ],
  [
    'something is attached to what does not exist',
    inDatabase("update links set target_id = 'ch_gone'"),
    ['ch_gone is a link target that does not exist'],
  ],
  [
    'something is attached that does not exist',
    inDatabase("update links set resource_id = 'file_gone' where resource_type = 'file'"),
    ['file_gone is linked from a row that does not exist'],
  ],
  [
    'the full-text index has another text',
    inDatabase(
      'drop trigger passages_inserted; drop trigger passages_deleted',
      `update passages set body = 'What the seal said' where resource_id = '${artifact}'`,
    ),
    [/^search index: it has \d+ terms otherwise than the texts have them$/],
  ],
  [
    'the full-text index lacks a text',
    inDatabase(
      "insert into passage_words(passage_words, rowid, title, body) select 'delete', id, indexed_title(home, resource_type, title), indexed_body(home, body) from passages where resource_type = 'post'",
    ),
    [`${post} (passage `],
  ],
  [
    'a text has no home',
    inDatabase(`update passages set home = 99 where resource_id = '${post}'`),
    [`${post} is indexed among the texts of no home`, /^search index: it has \d+ terms otherwise/],
  ],
  [
    'a file has another home than its text',
    inDatabase(`update files set home = 2 where id = '${file}'`),
    [`${file} is looked up in another home than its text`],
  ],
  ['a home is nobody’s', inDatabase("insert into homes values (9, 'ch_gone')"), ['ch_gone is the home of nobody']],
  [
    'a file is attached for others than those who read there',
    inDatabase(`update links set audience_id = 'usr_other' where resource_id = '${file}'`),
    [`${file} is linked for another audience than the readers of that place`],
  ],
  [
    'a file is attached as if to a record of a Data Set',
    inDatabase(`update links set data_set = 9 where resource_id = '${file}'`),
    [`${file} is linked for another audience than the readers of that place`],
  ],
  [
    'a session is in no search',
    inDatabase(`delete from passages where resource_id = '${session}'`),
    [`${session} has no entry in the search index`],
  ],
  [
    'a search finds what does not exist',
    inDatabase(
      "insert into passages (resource_type, resource_id, version_id, home, title, body) values ('artifact', 'art_gone', 'v', 1, 't', 'b')",
    ),
    ['art_gone has an entry in the search index but does not exist'],
  ],
  [
    'an answer stands before its question',
    inDatabase(
      `update messages set role = case role when 'user' then 'assistant' else 'user' end where id in
        (select message_id from queries union select answer_message_id from queries)`,
    ),
    [`${query} is a query whose question is not in its session`],
  ],
  [
    'a message is nobody’s',
    inDatabase("update messages set role = 'ghost' where body = 'Hello'"),
    [/^msg_\w+ \(role\) has a value in messages that no release writes$/],
  ],
  [
    'a feed shows what does not exist',
    inDatabase("update feed_items set subject_id = 'post_gone' where type = 'post'"),
    ['post_gone is in the feed'],
  ],
  [
    'a feed lacks what is there',
    inDatabase("delete from feed_items where type = 'artifact'"),
    [`${artifact} is missing from the feed`],
  ],
  [
    'a feed shows a version twice',
    inDatabase(
      `insert into feed_items select channel_id, at, id || 'x', type, subject_id, version_id, actor_id, interface, agent
        from feed_items
        where type = 'artifact' limit 1`,
    ),
    [`${artifact} is in the feed of a channel twice`],
  ],
  [
    'a feed shows a post twice',
    inDatabase(
      `insert into feed_items select channel_id, '2026-01-01T00:00:00.000Z', id, type, subject_id, version_id,
        actor_id, interface, agent from feed_items where type = 'post'`,
    ),
    [`${post} is in the feed of a channel twice`],
  ],
  [
    'a discussion counts wrongly',
    inDatabase('update discussions set comment_count = 7'),
    [`${post} has a discussion that counts`],
  ],
  [
    'mentions are no JSON',
    inDatabase("update posts set mentions = '{'"),
    [`${post} (mentions) has a value in posts that no release writes`],
  ],
  [
    'an idempotency key is of nobody',
    inDatabase("update idempotency_keys set user_id = 'usr_gone'"),
    ['k1 (user_id of idempotency_keys) names something of another organisation, or of none'],
  ],
  [
    'an idempotency key has no answer',
    inDatabase("update idempotency_keys set answer = ''"),
    [/^usr_\w+ artifacts.create k1 \(answer\) has a value in idempotency_keys that no release writes$/],
  ],
  [
    'a change is told to another organisation',
    inDatabase(
      "insert into organizations (id, name, max_upload_bytes, created_at) values ('org_other', 'Other', 1, '')",
      "update change_audiences set audience = 'org_other'",
    ),
    [/^aud_\w+ is a change that another organisation is told of$/],
  ],
  [
    'a change is told to another organisation’s user',
    inDatabase(
      "insert into organizations (id, name, max_upload_bytes, created_at) values ('org_other', 'Other', 1, '')",
      "insert into users (id, organization_id, name, role, created_at) values ('usr_other', 'org_other', 'Eve', 'member', '')",
      "update audit_events set audience = 'usr_other'",
    ),
    [/^aud_\w+ is a change that another organisation is told of$/],
  ],
  [
    'a member is of another organisation',
    inDatabase(
      "insert into organizations (id, name, max_upload_bytes, created_at) values ('org_other', 'Other', 1, '')",
      "insert into users (id, organization_id, name, role, created_at) values ('usr_other', 'org_other', 'Eve', 'member', '')",
      `insert into channel_members values ('${channel}', 'usr_other', 'reader', '', null)`,
    ),
    ['usr_other (user_id of channel_members) names something of another organisation'],
  ],
  [
    'a member was added by nobody',
    inDatabase("update channel_members set added_by = 'usr_gone'"),
    [/^database: \d+ rows of channel_members point at missing rows of users$/],
  ],
  [
    'a user has no organisation',
    inDatabase("update users set organization_id = 'org_gone'"),
    [/^database: \d+ rows of users point at missing rows of organizations$/],
  ],
  [
    'times are none',
    inDatabase("update posts set created_at = 'yesterday'", "update files set created_at = '2026-02-30T00:00:00.000Z'"),
    [`${post} (created_at) has a value in posts`, `${file} (created_at) has a value in files`],
  ],
  [
    'texts are bytes',
    inDatabase("update sessions set title = x'00ff'", "update channels set slug = x'ff'"),
    [`${session} (title) has a value in sessions`, `${channel} (slug) has a value in channels`],
  ],
  [
    'what counts is no number, what is true or false is neither',
    inDatabase("update data_sets set revision = 'many'", 'update channels set open_writing = 2'),
    [`1 (revision) has a value in data_sets`, `${channel} (open_writing) has a value in channels`],
  ],
  [
    'JSON is of another shape',
    inDatabase(
      "update posts set mentions = '[]'",
      "update messages set sources = '{}' where role = 'assistant'",
      `update queries set answer = '{"answer": 7}'`,
      "update idempotency_keys set answer = '[]'",
      `update data_set_fields set options = '{"choices": 3}' where key = 'stage'`,
    ),
    [
      `${post} (mentions) has a value in posts`,
      /^msg_\w+ \(sources\) has a value in messages/,
      `${query} (answer) has a value in queries`,
      /k1 \(answer\) has a value in idempotency_keys/,
      '1 2 (options) has a value in data_set_fields',
    ],
  ],
  [
    'an address and a slug are not as they are looked up',
    inDatabase("update users set email = 'MIA@workspace.test'", "update channels set slug = 'A b'"),
    [/^usr_\w+ \(email\) has a value in users/, `${channel} (slug) has a value in channels`],
  ],
  [
    'an organisation lives nowhere',
    inDatabase("update organizations set time_zone = 'Mars/Olympus'"),
    [/^org_\w+ \(time_zone\) has a value in organizations/],
  ],
  [
    'a password is kept as it is',
    inDatabase("update passwords set hash = 'secret'"),
    [/^usr_\w+ \(hash\) has a value in passwords/],
  ],
  [
    'a file, a post and a version are of another organisation',
    inDatabase(
      "insert into organizations (id, name, max_upload_bytes, created_at) values ('org_other', 'Other', 1, '2026-01-01T00:00:00.000Z')",
      "insert into users (id, organization_id, name, role, created_at) values ('usr_other', 'org_other', 'Eve', 'member', '2026-01-01T00:00:00.000Z')",
      "update files set organization_id = 'org_other'",
      "update posts set organization_id = 'org_other'",
      "update artifact_versions set created_by = 'usr_other'",
      "update invitations set user_id = 'usr_other' where user_id is not null",
    ),
    [
      `${file} (created_by of files) names something of another organisation`,
      `${file} (target_id of links) names something of another organisation`,
      `${post} (channel_id of posts) names something of another organisation`,
      /^artv_\w+ \(created_by of artifact_versions\) names something of another organisation/,
      /^inv_\w+ \(user_id of invitations\) names something of another organisation/,
    ],
  ],
  [
    'something came through a surface that there is not',
    inDatabase(
      "update files set interface = 'fax'",
      "update records set interface = 'fax'",
      "update sessions set interface = 'fax'",
      "update messages set interface = 'fax'",
      "update posts set client_app = 'fax'",
    ),
    [
      `${file} (interface) has a value in files that no release writes`,
      `${record} (interface) has a value in records that no release writes`,
      `${session} (interface) has a value in sessions that no release writes`,
      /^msg_\w+ \(interface\) has a value in messages that no release writes$/,
      `${post} (client_app) has a value in posts that no release writes`,
    ],
  ],
  [
    'a user has a role that there is not',
    inDatabase("update users set role = 'root'"),
    [/^usr_\w+ \(role\) has a value in users that no release writes$/],
  ],
  [
    'an organisation takes no uploads',
    inDatabase('update organizations set max_upload_bytes = -5'),
    [/^org_\w+ \(max_upload_bytes\) has a value in organizations that no release writes$/],
  ],
  [
    'a private channel has no manager',
    inDatabase("update channels set visibility = 'private'; delete from channel_members"),
    [`${channel} is a private channel without a manager`],
  ],
  [
    'a document has a text and has none',
    inDatabase('update file_texts set reason = null'),
    [`${file} has a text that is neither`],
  ],
];

expectFound(foldersToDamage(), corruptions);
