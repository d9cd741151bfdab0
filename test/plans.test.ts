import { afterAll, beforeAll, expect, test } from 'vitest';
import { citable } from '../src/workspace/conversations/citable-sql.ts';
import { limits } from '../schemas/limits.ts';
import { claimDocument, nextClaim } from '../src/search/documents.ts';
import { pendingDocuments } from '../src/search/file-texts.ts';
import { loaders } from '../src/workspace/feed/inbox-items-sql.ts';
import { scopes } from '../schemas/operation.ts';
import { workspaceFor } from '../src/workspace/call.ts';
import { Invited } from '../src/workspace/people/acceptance.ts';
import type { Services } from '../src/workspace/operation/context.ts';
import { openSample, type SampleWorkspace } from './support/answering.ts';
import { preparedStatements } from './support/sqlite.ts';

const statements = preparedStatements();
let sample: SampleWorkspace;

beforeAll(async () => {
  sample = await openSample();
  await sample.indexed();
});
afterAll(() => sample.close());

/** The steps of all statements that this is in. */
function plansOf(part: string): string[] {
  const found = [...statements].filter(([sql]) => sql.includes(part) && /^\s*(select|with)/i.test(sql));
  expect(found.length).toBeGreaterThan(0);
  return found.flatMap(([sql, connection]) => {
    const values = Array.from(sql.matchAll(/\?/g), () => null);
    const steps = connection.prepare(`explain query plan ${sql}`).all(...values) as { detail: string }[];
    return steps.map(({ detail }) => `${detail}   of   ${sql}`);
  });
}

test('shown, mentioned and cited things are looked up by their ID', async () => {
  const { admin, services } = sample;
  const { userId, organization } = await admin.me.get({});
  const { channels } = await admin.channels.list({});
  const [channel] = channels;
  const channelId = channel!.id;
  const { session } = await admin.sessions.start({ title: 'Talk', channelId });
  await admin.sessions.link({ sessionId: session.id, channelId });
  const everything = {
    mentionedUserIds: [userId],
    mentionedChannelIds: [channelId],
    mentionedDataSetIds: ['ot_none'],
    mentionedViewIds: ['view_none'],
  };
  await admin.posts.create({ channelId, body: 'Hello', mentionedChannelIds: [channelId] });
  await expect(admin.posts.create({ channelId, body: 'Hello', ...everything })).rejects.toThrow('is unknown');
  for (const { id } of channels) await admin.feed.list({ channelId: id });
  await admin.search.run({ q: 'pricing' });
  const reader = { userId, organizationId: organization.id, role: 'admin' as const };
  const kinds = ['artifact', 'channel', 'file', 'post', 'record', 'session'] as const;
  await services.database.read((db) =>
    citable(
      db,
      reader,
      kinds.map((type) => ({ type, id: 'none' })),
    ),
  );
  const through = plansOf('json_each').filter((step) =>
    /^SCAN (channels|views|posts|artifacts|files|sessions|version|users|records)\b|^SEARCH .*\(organization_id=\?\) /.test(
      step,
    ),
  );
  expect(through).toEqual([]);
});

test('rechecked records, the place of a Data Set and a history are looked up by ID', async () => {
  const { dataSets, records, channels } = sample.admin;
  const [channel] = (await channels.list({})).channels;
  const channelId = channel!.id;
  const note = { key: 'note', type: 'text' } as const;
  const { objectTypeId } = (await dataSets.create({ channelId, name: 'Plans', fields: [note] })).dataSet;
  await records.batch({ channelId, objectTypeId, create: [{ title: 'One' }] });
  const filters = [{ field: 'note', operator: 'is_empty' } as const];
  await records.updateMany({ channelId, objectTypeId, filters, values: { note: 'x' }, expectedCount: 1 });
  await dataSets.find({ objectTypeId });
  const { data } = await sample.admin.queries.run({
    mode: 'deterministic',
    channelId,
    objectTypeId,
    operation: 'records',
  });
  await records.versions({ channelId, recordId: String(data.rows![0]!.id) });
  await records.attachments({ channelId, recordId: String(data.rows![0]!.id) });
  const attached = plansOf('from "links" inner join "users" as "adder"');
  expect(attached[0]).toMatch(/^SEARCH links USING INDEX links_by_target/);
  expect(attached.filter((step) => /^SCAN |TEMP B-TREE/.test(step))).toEqual([]);
  const histories = plansOf('from "record_versions"').filter((step) => /^SCAN |TEMP B-TREE/.test(step));
  expect(histories).toEqual([]);
  const tested = plansOf('select id from (select * from data_').filter((step) => step.includes('id in (select value'));
  expect(tested.length).toBeGreaterThan(0);
  const through = [...tested, ...plansOf('from "data_sets" inner join "channels"')].filter((step) =>
    /^SCAN (data_|channels|channel_members|data_sets)/.test(step),
  );
  expect(through).toEqual([]);
});

test('the pages of an admin are read from the place where they begin', async () => {
  const { services } = sample;
  const { userId } = await sample.admin.me.get({});
  const { organization } = await sample.admin.me.get({});
  const caller = { userId, organizationId: organization.id, role: 'admin', scopes, interface: 'api' } as const;
  const { users, invitations, feedback } = workspaceFor(services as Services, caller);
  await feedback.submit({ description: 'Good' });
  await users.list({});
  await feedback.list({});
  await invitations.list({});
  const { invitation } = await invitations.create({ email: 'ida@workspace.test' });
  await invitations.revoke({ invitationId: invitation.id });
  const invited = new Invited(services.database);
  await expect(invited.find('none')).rejects.toThrow('no such invitation');
  const tables = ['"users" inner join "organizations"', '"feedback"', '"invitations"'];
  const through = tables
    .flatMap((table) => plansOf(`from ${table}`))
    .filter((step) =>
      /^SCAN |AUTOMATIC|TEMP B-TREE|^SEARCH (users|feedback|invitations) .*\(organization_id=\?\) /.test(step),
    );
  expect(through).toEqual([]);
});

test('people are read by name from the place where a page begins, and searched in the index alone', async () => {
  const { people } = sample.admin;
  await people.list({});
  await people.list({ q: 'mia' });
  const pages = plansOf('order by folded(users.name)').filter((step) => !step.includes(' word VIRTUAL TABLE'));
  const searches = pages.filter((step) => !step.startsWith('CORRELATED'));
  expect(searches.length).toBeGreaterThan(1);
  for (const step of searches)
    expect(step).toMatch(
      /^SEARCH users USING INDEX users_by_name \(organization_id=\? AND removed_at=\? AND <expr>>\?\)/,
    );
  for (const step of plansOf('select 1 from users where').filter((step) => !/^(CO-ROUTINE|SCAN counted)/.test(step)))
    expect(step).toMatch(/^SEARCH users USING COVERING INDEX users_by_name \(organization_id=\? AND removed_at=\?\)/);
});

test('a preview of access looks at the people of the organisation, and at whatever it is about by its ID', async () => {
  const { accessPreview, artifacts, channels, files, sessions } = sample.admin;
  const [channel] = (await channels.list({})).channels;
  const targetId = channel!.id;
  const { file } = await files.upload({ file: { fileName: 'a.txt', bytes: once(Buffer.from('a')) } });
  const { session } = await sessions.start({ title: 'Talk' });
  const content = { kind: 'markdown', title: 'Plan', content: 'x', idempotencyKey: 'previewed' } as const;
  const { artifact } = await artifacts.create(content);
  for (const [resourceType, resourceId] of [
    ['file', file.id],
    ['session', session.id],
    ['artifact', artifact.id],
  ] as const)
    await accessPreview.get({ resourceType, resourceId, targetType: 'channel', targetId });
  const home = { resourceType: 'artifact', resourceId: artifact.id, targetType: 'home' } as const;
  await accessPreview.get({ ...home, targetId });
  for (const visibility of ['private', 'organization'] as const)
    await accessPreview.get({ resourceType: 'channel', resourceId: targetId, visibility });
  const steps = plansOf('count(*) over () from users');
  expect(steps.filter((step) => step.startsWith('SEARCH users'))).not.toEqual([]);
  const through = steps.filter((step) =>
    /^SCAN (?!audience|\(subquery|CONSTANT|\d)|AUTOMATIC|^SEARCH (?!users)\w+ .*\(organization_id=\?\) /.test(step),
  );
  expect(through).toEqual([]);
});

test("one's own sign-ins are found by their account", async () => {
  await sample.admin.signIns.list({});
  await sample.admin.signIns.end({ signInId: 'none' });
  for (const step of plansOf('from "authorizations" left join'))
    expect(step).toMatch(
      /^SEARCH (authorizations USING INDEX authorizations_(by_account|listed) |clients USING )|TEMP B-TREE/,
    );
});

test('a name is looked up in an index of names, among what the caller may see', async () => {
  const { channels, dataSets, views, members } = sample.admin;
  const channelId = (await channels.list({})).channels[0]!.id;
  await expect(channels.get({ channelId: 'Nowhere' })).rejects.toThrow('no such channel');
  await expect(dataSets.get({ channelId, objectTypeId: 'Nothing' })).rejects.toThrow('no such Data Set');
  await expect(views.get({ channelId, viewId: 'Nothing' })).rejects.toThrow('no such View');
  await expect(members.put({ channelId, userId: 'Nobody', role: 'reader' })).rejects.toThrow('no such user');
  const steps = plansOf("|| '\u{10ffff}'");
  for (const step of [
    /^SEARCH channels USING INDEX channels_named \(organization_id=\? AND <expr>>\? AND <expr><\?\)/,
    /^SEARCH mine USING .*\(user_id=\?/,
    /^SEARCH data_sets USING INDEX data_sets_named \(channel_id=\? AND <expr>>\? AND <expr><\?\)/,
    /^SEARCH views USING INDEX views_named \(channel_id=\? AND <expr>>\? AND <expr><\?\)/,
    /^SEARCH users USING INDEX users_by_name \(organization_id=\? AND removed_at=\? AND <expr>>\? AND <expr><\?\)/,
  ])
    expect(steps.filter((one) => step.test(one))).not.toEqual([]);
  expect(steps.filter((step) => /^SCAN (channels|data_sets|views|users|mine)\b|AUTOMATIC/.test(step))).toEqual([]);
});

test('people whom a request names are looked up by their addresses and names', async () => {
  const { channels, dataSets, records } = sample.admin;
  const channelId = (await channels.list({})).channels[0]!.id;
  const owner = { key: 'owner', type: 'user' } as const;
  const { objectTypeId } = (await dataSets.create({ channelId, name: 'Owned', fields: [owner] })).dataSet;
  const record = { channelId, objectTypeId, title: 'One', values: { owner: 'Nobody' } };
  await expect(records.create(record)).rejects.toThrow('nobody');
  const steps = plansOf('as called cross join').filter((step) => / (users|person) /.test(step.split('   of   ')[0]!));
  for (const step of [
    /^SEARCH users USING INDEX sqlite_autoindex_users_\d \(email=\?\)/,
    /^SEARCH users USING INDEX sqlite_autoindex_users_\d \(id=\?\)/,
    /^SEARCH person USING COVERING INDEX users_by_name \(organization_id=\? AND removed_at=\? AND <expr>=\?\)/,
  ])
    expect(steps.filter((one) => step.test(one))).toHaveLength(1);
  expect(steps).toHaveLength(3);
});

test('the inbox is read from the place where a page begins, and each thing by its ID', async () => {
  const { inbox, posts, discussions } = sample.admin;
  const { post } = await posts.create({ channelId: 'general', body: 'Hello' });
  await discussions.comment({ channelId: 'general', subjectType: 'post', subjectId: post.id, body: 'Hello' });
  await inbox.list({});
  const { userId, organization } = await sample.admin.me.get({});
  const reader = { userId, organizationId: organization.id, role: 'admin' as const };
  for (const load of Object.values(loaders))
    await sample.services.database.read((db) => load(reader, '[]').execute(db));
  const merges = plansOf('from "inbox_items" where user_id');
  for (const index of ['inbox_items', 'queries', 'channel_members', 'links'])
    expect(merges.filter((step) => step.startsWith(`SEARCH ${index} USING`) && step.includes('<'))).not.toEqual([]);
  const loads = plansOf('asked.value ->> ').filter((step) => !step.includes('passage'));
  const steps = [...merges, ...loads];
  const through = steps.filter((step) =>
    /^SCAN (?!asked|audience|found|following|place|reading|CONSTANT|\d)|AUTOMATIC|\(organization_id=\?\) /.test(step),
  );
  expect(through).toEqual([]);
});

test('waiting documents are found by an index of the waiting ones', async () => {
  const { database } = sample.services;
  await database.read(nextClaim);
  await database.read(pendingDocuments);
  await database.write('service', (tx) => claimDocument(tx, ''));
  expect(plansOf("file_texts.status = 'pending'").filter((step) => /^SCAN file_texts(?! USING)/.test(step))).toEqual(
    [],
  );
});

test('a page of what changed begins at its place in each list that its reader follows', async () => {
  const { admin } = sample;
  const [channel] = (await admin.channels.list({})).channels;
  const { nextCursor } = await admin.activity.list({});
  await admin.activity.list({ after: nextCursor });
  await admin.activity.list({ channelId: channel!.id, types: ['record'] });
  await admin.activity.list({ after: 'now' });
  await admin.activity.list({ order: 'newest' });
  await admin.activity.list({ order: 'newest', channelId: channel!.id });
  const steps = [...plansOf('change_audiences where audience'), ...plansOf('as "noted"')];
  const looked = steps.filter((step) =>
    / (audit_events|change_audiences|event|told)\b/.test(step.split('   of   ')[0]!),
  );
  expect(looked.length).toBeGreaterThan(0);
  expect(looked.filter((step) => !/^SEARCH .*(INTEGER PRIMARY KEY|audience=\?)/.test(step))).toEqual([]);
});

test('a table is found by the keys of its file, and an export goes on behind its last record', async () => {
  const { admin } = sample;
  const [channel] = (await admin.channels.list({})).channels;
  const channelId = channel!.id;
  const rows = Array.from({ length: limits.exportedAtOnce + 1 }, (_, number) => `row ${number}`);
  const file = { fileName: 'rows.csv', bytes: once(Buffer.from(['Name', ...rows, ''].join('\n'))) };
  const { file: stored } = await admin.files.upload({ file, channelId });
  await admin.queries.run({ mode: 'deterministic', operation: 'records', fileId: stored.id, channelId });
  const { dataSet } = await admin.dataSets.import({ channelId, fileId: stored.id });
  const { content } = await admin.dataSets.export({ channelId, objectTypeId: dataSet.objectTypeId });
  expect(Buffer.concat(await Array.fromAsync(await content.open())).toString()).toContain('row 1000');
  const found = plansOf('select "links"."resource_id" from "links" where "links"."resource_id"');
  expect(found.filter((step) => !/^SEARCH links USING .*INDEX .*resource_id=\?/.test(step))).toEqual([]);
  const pages = plansOf('order by id asc limit');
  // The first page has no place to begin behind: it walks the index of the order.
  expect(pages.filter((step) => /^SCAN (?!.* USING INDEX)|TEMP B-TREE/.test(step))).toEqual([]);
});

async function* once(bytes: Uint8Array) {
  yield bytes;
}

test('the trash is read from the place where a page begins, and one thing in it by its ID', async () => {
  const { admin, services } = sample;
  const { userId, organization } = await admin.me.get({});
  const { channels } = await admin.channels.list({});
  const channelId = channels[0]!.id;
  const { file } = await admin.files.upload({ file: { fileName: 'a.txt', bytes: [Buffer.from('a')] as never } });
  const { session } = await admin.sessions.start({ title: 'Talk' });
  await admin.files.remove({ fileId: file.id });
  await admin.sessions.remove({ sessionId: session.id });
  await admin.trash.list({});
  await admin.trash.list({ channelId, type: 'record' });
  await admin.trash.restore({ trashedId: file.id });
  await admin.trash.remove({ trashedId: session.id });
  const member = { userId, organizationId: organization.id, role: 'member', scopes, interface: 'api' } as const;
  await workspaceFor(services as Services, member).trash.list({});
  const steps = [...plansOf('from trash'), ...plansOf('from "trash"'), ...plansOf('"trash"')];
  const through = steps.filter((step) =>
    /^SCAN (trash|channels|files|sessions|data_sets|links|channel_members)\b|AUTOMATIC|USE TEMP B-TREE FOR ORDER BY   of   select \*/.test(
      step,
    ),
  );
  expect(through).toEqual([]);
  const looked = steps.filter((step) => step.startsWith('SEARCH trash'));
  expect(looked.filter((step) => !/\(id=\?\)|\(trashed_at,id\)</.test(step))).toEqual([]);
});

test('readers named in a text are looked up in their organization alone, by names and addresses', async () => {
  const { channels } = await sample.admin.channels.list({});
  await sample.admin.posts.create({ channelId: channels[0]!.id, body: 'See this, @nobody' });
  const steps = plansOf('json_group_array(id)').map((step) => step.split('   of   ')[0]!);
  const looked = steps.filter((step) => / (users|channels|called|member) USING/.test(step));
  expect(looked).toEqual([
    'SEARCH users USING COVERING INDEX users_by_name (organization_id=? AND removed_at=? AND <expr>>? AND <expr><?)',
    'SEARCH users USING INDEX sqlite_autoindex_users_1 (id=?)',
    'SEARCH channels USING INDEX sqlite_autoindex_channels_1 (id=?)',
    'SEARCH member USING COVERING INDEX sqlite_autoindex_channel_members_1 (channel_id=? AND user_id=?)',
    'SEARCH called USING INDEX sqlite_autoindex_users_1 (id=?)',
    'SEARCH users USING INDEX users_by_address (organization_id=? AND <expr>=?)',
    'SEARCH users USING INDEX sqlite_autoindex_users_1 (id=?)',
    'SEARCH channels USING INDEX sqlite_autoindex_channels_1 (id=?)',
    'SEARCH member USING COVERING INDEX sqlite_autoindex_channel_members_1 (channel_id=? AND user_id=?)',
    'SEARCH called USING INDEX sqlite_autoindex_users_1 (id=?)',
  ]);
  expect(steps.filter((step) => /^SCAN (?!asked|found|first|looked|named|\(subquery)|AUTOMATIC/.test(step))).toEqual(
    [],
  );
});

test('the comments of a page are looked up by their IDs, however many the channel holds', async () => {
  const { posts, discussions } = sample.admin;
  const { post } = await posts.create({ channelId: 'general', body: 'Hello' });
  const root = { channelId: 'general', subjectType: 'post', subjectId: post.id } as const;
  await discussions.comment({ ...root, body: 'Hello' });
  await discussions.get(root);
  const steps = plansOf('cross join "comments"').filter((step) => step.startsWith('SEARCH comments'));
  expect(steps.length).toBeGreaterThan(0);
  expect(steps.filter((step) => !step.includes('(id=?)'))).toEqual([]);
});

test("a channel's managers are found among all its members by an index of theirs", async () => {
  const { channels, members } = sample.admin;
  const { userId } = await sample.admin.me.get({});
  const { id: channelId } = (await channels.create({ name: 'Managed' })).channel;
  await expect(members.put({ channelId, userId, role: 'reader' })).rejects.toThrow('only manager');
  const [step] = plansOf(`"channel_members"."role" = 'manager'`);
  expect(step).toMatch(/^SEARCH channel_members USING COVERING INDEX channel_managers \(channel_id=\?\)/);
});

test('the Views of a channel are read by name from the place where a page begins', async () => {
  await sample.admin.views.list({ channelId: 'general' });
  const [step, ...others] = plansOf('octet_length(version.definition)').map((one) => one.split('   of   ')[0]!);
  expect(step).toMatch(/^SEARCH views USING INDEX views_by_name \(channel_id=\? AND \(name,id\)>\(\?,\?\)\)/);
  expect(others.filter((one) => /^SCAN|TEMP B-TREE|AUTOMATIC/.test(one))).toEqual([]);
});

test('questions that the messages of a page answer are looked up by these messages, however many one asked', async () => {
  const { session } = await sample.admin.sessions.start({ title: 'Talk' });
  await sample.admin.sessions.messages({ sessionId: session.id });
  const answered = plansOf('"answer_message_id" in (select value').filter(
    (step) => !/^(LIST|SCAN json_each)/.test(step),
  );
  expect(answered.length).toBeGreaterThan(0);
  for (const step of answered) expect(step).toMatch(/^SEARCH queries USING INDEX queries_by_answer /);
});
