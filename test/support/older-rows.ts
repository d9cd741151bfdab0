import { createHash } from 'node:crypto';
import { newId } from '../../src/store/ids.ts';
import type { Connection } from './sqlite.ts';

const passwordHash = `$scrypt$ln=17,r=8,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

export type Row = Readonly<Record<string, string | number | Buffer | null>>;

/** Things that tests look for in a folder of any release. */
export const kept = {
  channel: newId('ch'),
  artifact: newId('art'),
  file: newId('file'),
  session: newId('ses'),
  record: newId('rec'),
  dataSet: newId('ot'),
  view: newId('view'),
  post: newId('post'),
  query: newId('qry'),
  invitation: newId('inv'),
  text: 'What the walrus said\n',
  bytes: Buffer.from('%PDF-1.4 bytes of a file'),
};

export const digestOf = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');
const at = (second: number) => new Date(Date.now() - 60_000 + second * 1_000).toISOString();

function insert(connection: Connection, table: string, row: Row): void {
  const columns = Object.keys(row);
  const places = columns.map(() => '?').join(', ');
  connection.prepare(`insert into ${table} (${columns.join(', ')}) values (${places})`).run(Object.values(row));
}

const [organization, user] = [newId('org'), newId('usr')];
const ours = { organization_id: organization };
const made = { created_at: at(0), created_by: user };
const changed = { ...made, updated_at: at(0), updated_by: user };

function ofVersion1(connection: Connection): void {
  const add = (table: string, row: Row) => insert(connection, table, row);
  add('installation', { id: newId('ins'), cursor_secret: 'c3VjaCBhIHNlY3JldA', created_at: at(0) });
  add('organizations', { id: organization, name: 'Home', max_upload_bytes: 1_000, created_at: at(0) });
  add('users', { id: user, ...ours, name: 'Mara', email: null, role: 'admin', created_at: at(0) });
  const open = { description: '', visibility: 'organization', open_writing: 1 };
  add('channels', { id: kept.channel, ...ours, slug: 'home', name: 'Home', ...open, ...changed });
  add('channel_members', { channel_id: kept.channel, user_id: user, role: 'manager', created_at: at(0) });
  const file = { file_name: 'plan.pdf', content_type: 'application/pdf', size: kept.bytes.byteLength };
  add('files', { id: kept.file, ...ours, ...file, sha256: digestOf(kept.bytes), ...made });
  const versions = ['What the walrus thought\n', kept.text].map((content, index) => ({
    id: newId('artv'),
    artifact_id: kept.artifact,
    number: index + 1,
    title: 'Walrus',
    size: content.length,
    sha256: digestOf(content),
    interface: 'mcp',
    client_app: null,
    ...made,
    created_at: at(index),
    content: Buffer.from(content),
  }));
  const current = versions[1]!.id;
  const artifact = { channel_id: kept.channel, kind: 'markdown', current_version_id: current };
  add('artifacts', { id: kept.artifact, ...ours, ...artifact, ...made, updated_at: at(1) });
  for (const version of versions) add('artifact_versions', version);
  add('sessions', { id: kept.session, ...ours, owner_id: user, channel_id: kept.channel, title: 'Talk', ...times });
  add('messages', { id: newId('msg'), session_id: kept.session, role: 'user', body: 'Hello', created_at: at(0) });
  const target = { target_type: 'channel', target_id: kept.channel };
  for (const [type, id] of Object.entries({ file: kept.file, session: kept.session }))
    add('links', { resource_type: type, resource_id: id, ...target, ...made });
  const event = { id: newId('aud'), ...ours, at: at(0), user_id: user, action: 'artifact.created', interface: 'mcp' };
  add('audit_events', { ...event, resource_id: kept.artifact });
  const key = { operation: 'artifacts.create', key: 'k1', request_sha256: digestOf('request'), answer: '{}' };
  add('idempotency_keys', { ...ours, user_id: user, ...key, created_at: at(0) });
  const passage = (type: string, id: string, version: string, title: string, body: string) =>
    add('passages', { resource_type: type, resource_id: id, version_id: version, title, body });
  passage('artifact', kept.artifact, current, 'Walrus', kept.text);
  passage('file', kept.file, kept.file, 'plan.pdf', '');
  passage('session', kept.session, kept.session, 'Talk', '東京都の水族館');
}

const times = { created_at: at(0), updated_at: at(0) };

function ofVersion2(connection: Connection): void {
  const add = (table: string, row: Row) => insert(connection, table, row);
  const place = { ...ours, channel_id: kept.channel };
  const dataSet = { number: 1, id: kept.dataSet, object_type: 'deals', name: 'Deals', description: '' };
  add('data_sets', { ...dataSet, ...place, record_count: 1, read_only: 1, ...changed });
  const field = { data_set: 1, required: 0, multiple: 0, from_source: 1 };
  const choices = JSON.stringify({ choices: [{ key: 'won', label: 'Won' }] });
  add('data_set_fields', { ...field, number: 1, key: 'city', label: 'City', type: 'text', options: null });
  add('data_set_fields', { ...field, number: 2, key: 'stage', label: 'Stage', type: 'select', options: choices });
  connection.exec(`create table "data_1" (
    id text not null primary key, "f1" text, "f2" integer, title text not null,
    created_at integer not null, created_by text not null, updated_at integer, updated_by text, version integer not null)`);
  connection.exec('create index "data_1_by_change" on "data_1" (coalesce(updated_at, created_at), id)');
  const record = { id: kept.record, f1: 'Oslo', f2: 0, title: 'One', created_at: Date.now(), created_by: user };
  add('data_1', { ...record, version: 1 });
  add('records', { id: kept.record, data_set: 1 });
  add('deleted_records', { id: newId('rec'), data_set: 1 });
  const passage = {
    resource_type: 'record',
    resource_id: kept.record,
    version_id: '1',
    title: 'One',
    body: 'Oslo Won',
  };
  add('passages', passage);
  const version = newId('viewv');
  const definition = { name: 'All', objectTypeId: kept.dataSet, renderer: 'table' };
  const view = { id: kept.view, channel_id: kept.channel, data_set: 1, slug: 'all', current_version_id: version };
  add('views', { ...view, ...made });
  const named = { name: 'All', renderer: 'table', definition: JSON.stringify(definition) };
  add('view_versions', { id: version, view_id: kept.view, number: 1, ...named, ...made });
  const from = { kind: 'csv', path: '/nowhere.csv', table_name: null, key_column: 'City', every_minutes: 525_600 };
  const tried = { tried_at: at(0), synchronized_at: at(0), problem: null, created_at: at(0) };
  add('sources', { id: newId('src'), data_set: 1, ...from, ...tried });
  add('source_columns', { data_set: 1, name: 'city', field: 1 });
  add('source_rows', { data_set: 1, key: 'Oslo', record_id: kept.record });
}

const noMentions = JSON.stringify({
  mentionedUserIds: [],
  mentionedChannelIds: [],
  mentionedDataSetIds: [],
  mentionedViewIds: [],
});

function ofVersion3(connection: Connection): void {
  const add = (table: string, row: Row) => insert(connection, table, row);
  const said = { channel_id: kept.channel, author_id: user, mentions: noMentions, interface: 'api', client_app: null };
  add('posts', { id: kept.post, ...ours, ...said, body: 'Is it so?', version: 1, ...times });
  const passage = { resource_type: 'post', resource_id: kept.post, version_id: '1', title: '', body: 'Is it so?' };
  add('passages', passage);
  const root = { channel_id: kept.channel, root_id: kept.post };
  add('discussions', { ...root, root_type: 'post', comment_count: 1 });
  add('comments', { id: newId('cmt'), ...said, root_id: kept.post, body: 'It is.', created_at: at(1) });
  const reaction = { subject_id: kept.post, reaction: 'check', user_id: user, created_at: at(2) };
  add('reactions', { channel_id: kept.channel, ...reaction });
  const shown = (type: string, subject: string, version: string | null = null) =>
    add('feed_items', {
      channel_id: kept.channel,
      at: at(3),
      id: newId('feed'),
      type,
      subject_id: subject,
      version_id: version,
      actor_id: user,
    });
  shown('post', kept.post);
  shown('file', kept.file);
  shown('session', kept.session);
  for (const { id } of connection.prepare<[], { id: string }>('select id from artifact_versions').all())
    shown('artifact', kept.artifact, id);
  const feedback = { id: newId('fdb'), ...ours, user_id: user, description: 'Good.', query_id: null };
  add('feedback', { ...feedback, interface: 'api', created_at: at(0) });
  add('passwords', { user_id: user, hash: passwordHash, changed_at: at(0) });
  add('sign_in_failures', { subject: digestOf('account'), failures: 1, at: at(0) });
  const client = { id: newId('client'), name: 'Host', redirect_uris: '["http://127.0.0.1/"]', scope: 'channels:read' };
  add('clients', { ...client, registered_by: 'operator', created_at: at(0) });
  add('consents', { user_id: user, client_id: client.id, scope: client.scope, given_at: at(0) });
  const expires = { expires_at: Math.floor(Date.now() / 1_000) + 3_600 };
  add('authorizations', { kind: 'Session', id: 's1', payload: JSON.stringify({ accountId: user }), ...expires });
  const issuer = { id: newId('iss'), url: 'https://issuer.example', scope: 'channels:read', jwks: '{"keys":[]}' };
  add('issuers', { ...issuer, ...ours, created_at: at(0) });
  add('issuer_subjects', { ...ours, issuer_url: issuer.url, subject: 'mara', user_id: user });
  add('used_subject_tokens', { issuer_url: issuer.url, token_id: 't1', ...expires });
}

const twoAnswered = JSON.stringify({ answer: 'Two.', confidence: 'none' });

function ofVersion4(connection: Connection): void {
  const add = (table: string, row: Row) => insert(connection, table, row);
  const [question, answer] = [newId('msg'), newId('msg')];
  const said = { session_id: kept.session, created_at: at(4) };
  add('messages', { id: question, ...said, role: 'user', body: 'How many?' });
  add('messages', { id: answer, ...said, role: 'assistant', body: 'Two.', sources: '[]' });
  const asked = { session_id: kept.session, message_id: question, answer_message_id: answer, channel_id: kept.channel };
  const done = { status: 'completed', attempts: 1, answer: twoAnswered, created_at: at(4), completed_at: at(5) };
  add('queries', { id: kept.query, ...ours, user_id: user, ...asked, interface: 'api', ...done });
}

function ofVersion5(connection: Connection): void {
  const text = { status: 'none', attempts: 1, claimed_until: 0, reason: 'damaged', is_cut: 0 };
  insert(connection, 'file_texts', { file_id: kept.file, owner_id: user, format: 'pdf', ...text });
}

/** Whose texts are looked through together: here all are the organisation's, but the session. */
function ofVersion10(connection: Connection): void {
  insert(connection, 'homes', { number: 1, owner_id: organization });
  insert(connection, 'homes', { number: 2, owner_id: user });
  connection.exec(`
    update files set home = 1;
    update links set audience_id = target_id, is_astray = resource_type = 'session',
      resource_at = (select created_at from files where id = resource_id);
    create temp table there as select * from passages;
    delete from passages;
    update there set home = iif(resource_type = 'session', 2, 1);
    insert into passages select * from there;`);
}

function ofVersion12(connection: Connection): void {
  connection.exec('update data_sets set longest_text = (select max(length(f1)) from data_1)');
  connection.exec('update sessions set message_count = (select count(*) from messages where session_id = sessions.id)');
}

function ofVersion13(connection: Connection): void {
  connection.exec('update files set text_version_id = id');
}

function ofVersion15(connection: Connection): void {
  insert(connection, 'agents', { number: 1, name: 'Research', version: '1.0' });
  insert(connection, 'agents', { number: 2, name: 'codex', version: '' });
  connection.exec(`update artifact_versions set agent = 1; update records set agent = 2;
    update feed_items set interface = 'mcp', agent = 1`);
}

function ofVersion17(connection: Connection): void {
  connection.exec(`update data_1 set version = 2, updated_at = created_at, updated_by = created_by`);
  const version = { record_id: kept.record, number: 1, at: Date.now(), user_id: user, interface: 'mcp', agent: 1 };
  insert(connection, 'record_versions', { ...version, changes: '[[1,"Bergen","Oslo"]]' });
  insert(connection, 'ended_histories', { record_id: newId('rec') });
}

function ofVersion18(connection: Connection): void {
  connection.exec(
    'insert into change_audiences (audience, event, is_attached) select user_id, number, 0 from audit_events',
  );
}

function ofVersion19(connection: Connection): void {
  connection.exec(`insert into inbox_items (user_id, kind, at, said_id, channel_id)
      select author_id, 'reply', created_at, id, channel_id from comments;
    update users set inbox_seen_until = created_at;
    update channel_members set added_by = user_id`);
}

/** Something of every kind in the trash, and something that was purged. */
function ofVersion20(connection: Connection): void {
  const add = (table: string, row: Row) => insert(connection, table, row);
  const [id, version] = [newId('art'), newId('artv')];
  const content = Buffer.from('thrown away');
  const size = content.byteLength;
  const [madeAt, thrownAt] = [at(6), at(7)];
  const made = { created_at: madeAt, created_by: user };
  const kind = { kind: 'markdown', current_version_id: version, updated_at: madeAt };
  add('artifacts', { id, ...ours, ...kind, ...made, trashed_at: thrownAt });
  const bytes = { content, size, sha256: digestOf(content), interface: 'api' };
  add('artifact_versions', { id: version, artifact_id: id, number: 1, title: 'Thrown away', ...bytes, ...made });
  add('passages', {
    resource_type: 'artifact',
    resource_id: id,
    version_id: version,
    home: 1,
    title: 'Thrown away',
    body: 'thrown away',
  });
  const trashed = { ...ours, title: 'Thrown away', trashed_at: thrownAt, trashed_by: user, is_purging: 0 };
  add('trash', { id, type: 'artifact', owner_id: user, ...trashed });
  const record = newId('rec');
  const row = { id: record, title: 'Thrown away', created_at: 0, created_by: user, version: 1 };
  add('trash', { id: record, type: 'record', channel_id: kept.channel, data_set: 1, ...trashed });
  add('trashed_records', { id: record, data_set: 1, row: JSON.stringify(row), interface: 'api' });
  add('deleted_records', { id: record, data_set: 1 });
  const link = { record_id: record, resource_type: 'file', resource_id: kept.file, audience_id: kept.channel };
  add('trashed_links', { ...link, resource_at: at(1), is_astray: 0, ...made });
  add('purged', { id: newId('art'), ...ours, purged_by: user });
}

function ofVersion21(connection: Connection): void {
  const add = (id: string, row: Row) =>
    insert(connection, 'invitations', {
      id,
      ...ours,
      email: 'ida@workspace.test',
      role: 'member',
      secret_digest: digestOf(id),
      ...made,
      expires_at: at(3_600),
      ...row,
    });
  add(kept.invitation, { name: 'Ida' });
  add(newId('inv'), { email: 'mara@workspace.test', used_at: at(1), user_id: user });
}

function ofVersion22(connection: Connection): void {
  connection.exec(`update views set name = (
    select name from view_versions where view_versions.id = views.current_version_id)`);
}

function ofVersion23(connection: Connection): void {
  insert(connection, 'gone', { ...ours, kind: kept.dataSet });
}

function ofVersion24(connection: Connection): void {
  connection.exec(`update trashed_links set data_set = 1`);
}

function ofVersion25(connection: Connection): void {
  const added = { secret: `whsec_${'A'.repeat(43)}=`, cursor: 'none', since: 0 };
  const where = { url: 'https://hooks.invalid/', channel_id: kept.channel, types: '["post"]' };
  insert(connection, 'webhooks', { id: newId('whk'), ...ours, user_id: user, ...where, ...added });
}

function ofVersion26(connection: Connection): void {
  insert(connection, 'learned_indexes', {
    data_set: 1,
    learned_by: 'title',
    learned_at: at(1),
    last_used_at: at(2),
    uses: 3,
  });
}

/** An object that an earlier place of the files had. */
function ofVersion27(connection: Connection): void {
  const object = { bucket: 's3://files/work', object: 'ins/object', size: 1, kept_at: at(1), stored_at: at(1) };
  insert(connection, 'blobs', { sha256: digestOf(kept.bytes), ...object, gone_at: at(2) });
}

/** An invitation to a channel. */
function ofVersion29(connection: Connection): void {
  connection.exec(`update invitations set channel_id = '${kept.channel}' where id = '${kept.invitation}'`);
}

/** The rows that each version of the schema added, the oldest first. */
export const fillings = [
  [1, ofVersion1],
  [2, ofVersion2],
  [3, ofVersion3],
  [4, ofVersion4],
  [5, ofVersion5],
  [10, ofVersion10],
  [12, ofVersion12],
  [13, ofVersion13],
  [15, ofVersion15],
  [17, ofVersion17],
  [18, ofVersion18],
  [19, ofVersion19],
  [20, ofVersion20],
  [21, ofVersion21],
  [22, ofVersion22],
  [23, ofVersion23],
  [24, ofVersion24],
  [25, ofVersion25],
  [26, ofVersion26],
  [27, ofVersion27],
  [29, ofVersion29],
] as const;
