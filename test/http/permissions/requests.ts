import { form, textFile } from '../../support/forms.ts';

export type Asked = readonly [request: string, body?: unknown];

const document = { kind: 'markdown', title: 'Plan', content: 'text', idempotencyKey: '{key}' };
const update = { expectedVersionId: '{version}', content: 'other', idempotencyKey: '{key}' };
const general = { targetType: 'channel', targetId: 'general' };
const channel = { targetType: 'channel', targetId: '{channel}' };
const record = { targetType: 'record', targetId: '{record}' };
const session = { targetType: 'session', targetId: '{session}' };
const table = { name: 'All', objectTypeId: '{dataSet}', renderer: 'table' };
const file: [string, Blob, string] = ['file', textFile('text'), 'a.txt'];
const csv: [string, Blob, string] = ['file', textFile('Title\nOne\n'), 'deals.csv'];
const query = { mode: 'deterministic', channelId: '{channel}' };
const isNone = { field: 'title', operator: 'eq', value: 'none' };
const sheetQuery = { mode: 'deterministic', operation: 'records' };
const question = { mode: 'session', question: 'How many?' };
const thread = '/channels/{channel}/feed/threads';
const check = { reaction: 'check', active: true };
const noMentions = { mentionedUserIds: [], mentionedChannelIds: [], mentionedDataSetIds: [], mentionedViewIds: [] };

/**
 * How each operation is asked for, below `/api/workspace`. An operation that treats things in different roles is asked
 * for in each role. Names in braces are IDs (things.ts). `{channel}` is the place of the table, and the others are
 * things in it. `{own …}` are the caller's things. The whole organisation reads and writes `general`.
 */
export const requests: Readonly<Record<string, Asked>> = {
  'me.get': ['GET /me'],
  'me.setPassword': ['PUT /me/password', { currentPassword: 'a guess', password: 'correct horse' }],
  'signIns.makeToken': [
    'POST /me/tokens',
    { name: 'Report', scopes: ['workspace.read'], expiresInDays: 1, currentPassword: 'a guess' },
  ],
  'me.signOut': ['POST /me/sign-out'],
  'signIns.list': ['GET /me/sign-ins'],
  'signIns.end': ['DELETE /me/sign-ins/{signIn}'],
  'webhooks.list': ['GET /me/webhooks'],
  'webhooks.add': ['POST /me/webhooks', { url: 'https://hooks.invalid/{key}' }],
  'webhooks.get': ['GET /me/webhooks/{webhook}'],
  'webhooks.resume': ['PUT /me/webhooks/{webhook}/deliveries'],
  'webhooks.remove': ['DELETE /me/webhooks/{webhook}'],

  'channels.list': ['GET /channels'],
  'channels.create': ['POST /channels', { name: 'New' }],
  'channels.get': ['GET /channels/{channel}'],
  'channels.update': ['PATCH /channels/{channel}', { description: 'For some' }],
  'channels.export': ['GET /channels/{channel}/export'],
  'channels.remove': ['DELETE /channels/{branch}'],
  'members.list': ['GET /channels/{channel}/members'],
  'members.put': ['PUT /channels/{channel}/members/{colleague}', { role: 'reader' }],
  'members.remove': ['DELETE /channels/{channel}/members/{colleague}'],
  'people.list': ['GET /people'],
  'accessPreview.get of opening it': [
    'GET /access-preview?resourceType=channel&resourceId={channel}&visibility=organization',
  ],
  'accessPreview.get of a file': [
    'GET /access-preview?resourceType=file&resourceId={own file}&targetType=channel&targetId={channel}',
  ],
  'accessPreview.get of a move': [
    'GET /access-preview?resourceType=artifact&resourceId={artifact}&targetType=home&targetId=general',
  ],
  'inbox.list': ['GET /inbox'],
  'inbox.seen': ['POST /inbox/seen', { until: '2026-01-01T00:00:00Z' }],

  'artifacts.list': ['GET /artifacts'],
  'artifacts.list of it': ['GET /artifacts?channelId={channel}'],
  'artifacts.create': ['POST /artifacts', document],
  'artifacts.create in it': ['POST /artifacts', { ...document, channelId: '{channel}' }],
  'artifacts.get': ['GET /artifacts/{artifact}'],
  'artifacts.get a version': ['GET /artifacts/{artifact}?versionId={version}'],
  'artifacts.update': ['PATCH /artifacts/{artifact}', update],
  'artifacts.update to move it': ['PATCH /artifacts/{artifact}', { channelId: 'general', idempotencyKey: '{key}' }],
  'artifacts.update to withdraw it': ['PATCH /artifacts/{artifact}', { channelId: null, idempotencyKey: '{key}' }],
  "artifacts.update to move one's own": [
    'PATCH /artifacts/{own artifact}',
    { channelId: '{channel}', idempotencyKey: '{key}' },
  ],
  'artifacts.update, stale': ['PATCH /artifacts/{artifact}', { ...update, expectedVersionId: 'artv_1' }],
  'artifacts.versions': ['GET /artifacts/{artifact}/versions'],
  'artifacts.version': ['GET /artifacts/{artifact}/versions/{version}'],
  'artifacts.diff': ['GET /artifacts/{artifact}/diff?from={version}'],
  'artifacts.restore, stale': [
    'POST /artifacts/{artifact}/versions/{version}/restore',
    { expectedVersionId: 'artv_1', idempotencyKey: '{key}' },
  ],
  'artifacts.remove': ['DELETE /artifacts/{artifact}'],
  'artifacts.sheet': ['GET /artifacts/{sheet}/sheet'],
  'artifacts.sheet of a version': ['GET /artifacts/{sheet}/sheet?versionId={sheetVersion}'],
  'artifacts.link': ['POST /artifacts/{artifact}/links', general],
  "artifacts.link one's own": ['POST /artifacts/{own artifact}/links', channel],
  "artifacts.link one's own to a record": ['POST /artifacts/{own artifact}/links', record],
  'artifacts.unlink': ['DELETE /artifacts/{artifact}/links', general],
  "artifacts.unlink one's own": ['DELETE /artifacts/{own artifact}/links', channel],
  "artifacts.unlink one's own from a record": ['DELETE /artifacts/{own artifact}/links', record],

  'files.list': ['GET /files'],
  'files.list of it': ['GET /files?channelId={channel}'],
  'files.get': ['GET /files/{file}'],
  'files.content': ['GET /files/{file}/content'],
  'files.text': ['GET /files/{file}/text'],
  'files.update': ['PATCH /files/{file}', { fileName: 'renamed.txt' }],
  'files.remove': ['DELETE /files/{file}'],
  "files.update one's own": ['PATCH /files/{own file}', { fileName: 'renamed.txt' }],
  "files.update one's own, into it": ['PATCH /files/{own file}', { fileName: 'renamed.txt', channelId: '{channel}' }],
  'files.upload': ['POST /files', form(file)],
  'files.upload to it': ['POST /files', form(['channelId', '{channel}'], file)],
  'files.upload to a record': ['POST /files', form(['recordId', '{record}'], file)],
  'files.upload to a session': ['POST /files', form(file, ['sessionId', '{session}'])],
  'files.prepareUpload': ['POST /files/prepare', {}],
  'files.prepareUpload to it': ['POST /files/prepare', { channelId: '{channel}' }],
  'files.prepareUpload to a record': ['POST /files/prepare', { recordId: '{record}' }],
  'files.prepareUpload to a session': ['POST /files/prepare', { sessionId: '{session}' }],
  'files.link': ['POST /files/{file}/links', general],
  "files.link one's own": ['POST /files/{own file}/links', channel],
  "files.link one's own to a record": ['POST /files/{own file}/links', record],
  "files.link one's own to a session": ['POST /files/{own file}/links', session],
  'files.unlink': ['DELETE /files/{file}/links', general],
  "files.unlink one's own": ['DELETE /files/{own file}/links', channel],
  "files.unlink one's own from a record": ['DELETE /files/{own file}/links', record],
  "files.unlink one's own from a session": ['DELETE /files/{own file}/links', session],

  'sessions.list': ['GET /sessions'],
  'sessions.list of it': ['GET /sessions?channelId={channel}'],
  'sessions.start': ['POST /sessions', {}],
  'sessions.start in it': ['POST /sessions', { channelId: '{channel}' }],
  'sessions.remove': ['DELETE /sessions/{session}'],
  'sessions.get': ['GET /sessions/{session}'],
  'sessions.messages': ['GET /sessions/{session}/messages'],
  'sessions.send': ['POST /sessions/{session}/messages', { body: 'How many?' }],
  'sessions.link': ['POST /sessions/{session}/channels', { channelId: 'general' }],
  "sessions.link one's own": ['POST /sessions/{own session}/channels', { channelId: '{channel}' }],
  'sessions.unlink': ['DELETE /sessions/{session}/channels', { channelId: 'general' }],
  'sessions.unlink from it': ['DELETE /sessions/{session}/channels/{channel}'],
  "sessions.unlink one's own": ['DELETE /sessions/{own session}/channels/{channel}'],

  'dataSets.create': ['POST /channels/{channel}/data-sets', { name: 'Deals' }],
  'dataSets.remove': ['DELETE /channels/{channel}/data-sets/{shelf}'],
  'dataSets.get': ['GET /channels/{channel}/data-sets/{dataSet}'],
  'dataSets.find': ['GET /data-sets/{dataSet}'],
  'dataSets.update': ['PATCH /channels/{channel}/data-sets/{dataSet}', { description: 'Open ones' }],
  'dataSets.import': ['POST /channels/{channel}/data-sets/import', form(['name', 'Deals'], csv)],
  'dataSets.import of a sheet': ['POST /channels/general/data-sets/import', { artifactId: '{sheet}' }],
  'dataSets.import of a file': ['POST /channels/general/data-sets/import', { fileId: '{file}' }],
  'dataSets.importRows': ['POST /channels/{channel}/data-sets/{dataSet}/import', form(csv)],
  "dataSets.importRows of one's own sheet": [
    'POST /channels/{channel}/data-sets/{dataSet}/import',
    { artifactId: '{own sheet}', titleColumn: 'name' },
  ],
  'dataSets.previewImport': ['POST /channels/{channel}/data-sets/preview-import', form(csv)],
  'dataSets.previewImport of a file': ['POST /channels/general/data-sets/preview-import', { fileId: '{file}' }],
  'dataSets.export': ['GET /channels/{channel}/data-sets/{dataSet}/export'],

  'records.create': ['POST /channels/{channel}/records', { objectTypeId: '{dataSet}', title: 'Deal' }],
  'records.batch': [
    'POST /channels/{channel}/records/batch',
    { objectTypeId: '{dataSet}', update: [{ id: '{record}', title: 'Other' }] },
  ],
  'records.updateMany': [
    'POST /channels/{channel}/records/update',
    { objectTypeId: '{dataSet}', filters: [isNone], values: { note: 'done' }, expectedCount: 0 },
  ],
  'records.get': ['GET /channels/{channel}/records/{record}'],
  'records.versions': ['GET /channels/{channel}/records/{record}/versions'],
  'records.attachments': ['GET /channels/{channel}/records/{record}/attachments'],
  'records.update': ['PATCH /channels/{channel}/records/{record}', { title: 'Other' }],
  'records.remove': ['DELETE /channels/{channel}/records/{record}'],

  'views.list': ['GET /channels/{channel}/views'],
  'views.remove': ['DELETE /channels/{channel}/views/{view}'],
  'views.get': ['GET /channels/{channel}/views/{view}'],
  'views.create': ['POST /channels/{channel}/views', table],
  'views.update': [
    'PATCH /channels/{channel}/views/{view}',
    { ...table, name: 'Other', expectedCurrentVersionId: '{viewVersion}' },
  ],
  'views.data': ['GET /channels/{channel}/views/{view}/data'],
  'views.versions': ['GET /channels/{channel}/views/{view}/versions'],
  'views.version': ['GET /channels/{channel}/views/{view}/versions/{viewVersion}'],
  'views.diff': ['GET /channels/{channel}/views/{view}/diff?from={viewVersion}'],
  'views.anchors': ['GET /channels/{channel}/views/{view}/anchors'],
  'views.restore, stale': [
    'POST /channels/{channel}/views/{view}/versions/{viewVersion}/restore',
    { expectedCurrentVersionId: 'viewv_00000000000000000000000000' },
  ],

  'queries.ask': ['POST /queries', question],
  'queries.ask about it': ['POST /queries', { ...question, channelId: '{channel}' }],
  'queries.ask about a View': ['POST /queries', { ...question, channelId: '{channel}', viewId: '{view}' }],
  'queries.list': ['GET /queries'],
  'queries.get': ['GET /queries/{query}'],
  'queries.cancel': ['POST /queries/{query}/cancel'],
  'queries.run': ['POST /queries', { ...query, objectTypeId: '{dataSet}', operation: 'records' }],
  'queries.run a View': ['POST /queries', { ...query, viewId: '{view}', operation: 'view' }],

  'queries.run of a sheet': ['POST /queries', { ...sheetQuery, artifactId: '{sheet}' }],
  'queries.run of a file': ['POST /queries', { ...sheetQuery, fileId: '{file}' }],
  'queries.run of a version of a sheet': [
    'POST /queries',
    { ...sheetQuery, artifactId: '{sheet}', versionId: '{sheetVersion}' },
  ],

  'feed.list': ['GET /channels/{channel}/feed'],
  'activity.list': ['GET /activity'],
  'activity.list of it': ['GET /activity?channelId={channel}'],
  'posts.get': ['GET /channels/{channel}/posts/{post}'],
  'posts.create': ['POST /channels/{channel}/posts', { body: 'Hello' }],
  'posts.update': ['PATCH /channels/{channel}/posts/{post}', { body: 'Hello', ...noMentions }],
  'posts.remove': ['DELETE /channels/{channel}/posts/{post}'],
  'posts.replies': ['GET /channels/{channel}/posts/{post}/replies'],
  'posts.reply': ['POST /channels/{channel}/posts/{post}/replies', { body: 'Hello' }],
  'discussions.get': [`GET ${thread}/post/{post}`],
  'discussions.get of an artifact': [`GET ${thread}/artifact/{artifact}`],
  'discussions.get of a file': [`GET ${thread}/file/{file}`],
  'discussions.get of a session': [`GET ${thread}/session/{session}`],
  'discussions.get of a record': [`GET ${thread}/record/{record}`],
  'discussions.comment on a record': [`POST ${thread}/record/{record}/comments`, { body: 'Hello' }],
  'discussions.react to a record': [`POST ${thread}/record/{record}/reactions`, check],
  'discussions.comment': [`POST ${thread}/post/{post}/comments`, { body: 'Hello' }],
  'discussions.comment on an artifact': [`POST ${thread}/artifact/{artifact}/comments`, { body: 'Hello' }],
  'discussions.comment on a file': [`POST ${thread}/file/{file}/comments`, { body: 'Hello' }],
  'discussions.comment on a session': [`POST ${thread}/session/{session}/comments`, { body: 'Hello' }],
  'discussions.getComment': ['GET /channels/{channel}/feed/comments/{comment}'],
  'discussions.updateComment': ['PATCH /channels/{channel}/feed/comments/{comment}', { body: 'Bye' }],
  'discussions.removeComment': ['DELETE /channels/{channel}/feed/comments/{comment}'],
  'discussions.react': [`POST ${thread}/post/{post}/reactions`, check],
  'discussions.react to a comment': [`POST ${thread}/post/{post}/reactions`, { ...check, commentId: '{comment}' }],
  'discussions.react to an artifact': [`POST ${thread}/artifact/{artifact}/reactions`, check],
  'discussions.react to a file': [`POST ${thread}/file/{file}/reactions`, check],
  'discussions.react to a session': [`POST ${thread}/session/{session}/reactions`, check],
  'feedback.submit': ['POST /feedback', { description: 'Good' }],

  'users.list': ['GET /admin/users'],
  'users.get': ['GET /admin/users/{user}'],
  'users.add': ['POST /admin/users', { email: '{key}@workspace.test', name: 'New' }],
  'users.add to an organisation': [
    'POST /admin/users',
    { email: '{key}@workspace.test', name: 'New', organizationId: '{organization}' },
  ],
  'users.update': ['PATCH /admin/users/{user}', { name: 'Other' }],
  'users.setPassword': ['PUT /admin/users/{user}/password', { password: 'correct horse' }],
  'users.signOut': ['POST /admin/users/{user}/sign-out'],
  'users.remove': ['DELETE /admin/users/{user}'],
  'invitations.list': ['GET /admin/invitations'],
  'invitations.create': ['POST /admin/invitations', { email: '{key}@workspace.test' }],
  'invitations.create to an organisation': [
    'POST /admin/invitations',
    { email: '{key}@workspace.test', organizationId: '{organization}' },
  ],
  'invitations.create to a channel': [
    'POST /admin/invitations',
    { email: '{key}@workspace.test', channelId: '{channel}' },
  ],
  'invitations.revoke': ['DELETE /admin/invitations/{invitation}'],
  'organizations.list': ['GET /admin/organizations'],
  'organizations.add': ['POST /admin/organizations', { name: 'New' }],
  'organizations.update': ['PATCH /admin/organizations/{organization}', { maxUploadBytes: 52_428_800 }],
  'clients.list': ['GET /admin/clients'],
  'clients.add': [
    'POST /admin/clients',
    { name: 'App', redirectUris: ['https://app.test/callback'], scope: 'workspace.read' },
  ],
  'clients.remove': ['DELETE /admin/clients/{client}'],
  'indexes.list': ['GET /admin/indexes'],
  'issuers.list': ['GET /admin/issuers'],
  'issuers.add': [
    'POST /admin/issuers',
    {
      issuer: 'https://issuer.test',
      jwksUrl: 'https://issuer.test/jwks',
      organizationId: '{organization}',
      scope: 'workspace.read',
    },
  ],
  'issuers.remove': ['DELETE /admin/issuers?issuer=https://issuer.test'],
  'keys.rotate': ['POST /admin/keys/rotate'],
  'sources.list': ['GET /admin/sources'],
  'sources.get': ['GET /admin/sources/{source}'],
  'sources.add': [
    'POST /admin/sources',
    { channelId: 'general', name: 'Guests', kind: 'csv', path: '/nowhere.csv', key: 'Id' },
  ],
  'sources.synchronize': ['POST /admin/sources/{source}/synchronize'],
  'sources.takeDue': ['POST /admin/sources/take-due'],
  'feedback.list': ['GET /admin/feedback'],

  'trash.list': ['GET /trash'],
  'trash.list of it': ['GET /trash?channelId={channel}'],
  'trash.restore': ['POST /trash/{trashed}/restore'],
  'trash.remove': ['DELETE /trash/{trashed}'],

  'search.run': ['GET /search?q=text'],
  'search.run of it': ['GET /search?q=text&channelId={channel}'],
};
