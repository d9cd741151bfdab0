import { form, textFile } from '../../support/forms.ts';
import { answerTo } from '../../support/questions.ts';
import type { Account, Reply } from '../../support/rest.ts';
import type { Callers } from './callers.ts';
import type { Asked } from './requests.ts';

export type Ids = Readonly<Record<string, string>>;

/** A channel with these settings, and its members. */
export async function channelOf(callers: Callers, settings: object): Promise<Ids> {
  const manager = callers.as('manager');
  const { channel } = await manager.done('POST /channels', settings);
  for (const [person, role] of [
    ['reader', 'reader'],
    ['writer', 'writer'],
    ['owner', 'writer'],
    ['admin inside', 'reader'],
  ] as const) {
    await manager.done(`PUT /channels/${channel.id}/members/${callers.idOf(person)}`, { role });
  }
  const tasks = { name: 'Tasks', fields: [{ key: 'note', type: 'text' }] };
  const { dataSet } = await manager.done(`POST /channels/${channel.id}/data-sets`, tasks);
  return { channel: channel.id, slug: channel.slug, dataSet: dataSet.objectTypeId };
}

type Make = (by: Account, place: Ids) => Promise<Ids>;

/** Makers of the things that rows are about. Each makes a new one for its owner, in a place or in none. */
const makers: Record<string, Make> = {
  async artifact({ done }, { channel }) {
    const body = { kind: 'markdown', title: 'Plan', content: 'text', channelId: channel };
    const { artifact } = await done('POST /artifacts', { ...body, idempotencyKey: crypto.randomUUID() });
    return { artifact: artifact.id, version: artifact.versionId };
  },
  async trashed(by, place) {
    const { artifact } = await makers.artifact!(by, place);
    await by.done(`DELETE /artifacts/${artifact}`);
    return { trashed: artifact! };
  },
  /** Another channel with the same people, who made it. */
  async branch({ done }, { channel: of }) {
    const { visibility, openWriting } = (await done(`GET /channels/${of}`)).channel;
    const { channel } = await done('POST /channels', { name: 'Branch', visibility, openWriting });
    const { members } = await done(`GET /channels/${of}/members`);
    const mine = (await done('GET /me')).userId;
    for (const { userId, role } of members)
      if (userId !== mine) await done(`PUT /channels/${channel.id}/members/${userId}`, { role });
    return { branch: channel.id };
  },
  async shelf({ done }, { channel }) {
    const { dataSet } = await done(`POST /channels/${channel}/data-sets`, { name: 'Shelf' });
    return { shelf: dataSet.objectTypeId };
  },
  async sheet({ done }, { channel }) {
    const body = { kind: 'csv', title: 'Deals', content: 'name\nAda\n', channelId: channel };
    const { artifact } = await done('POST /artifacts', { ...body, idempotencyKey: crypto.randomUUID() });
    const update = { expectedVersionId: artifact.versionId, content: 'name\nBob\n' };
    await done(`PATCH /artifacts/${artifact.id}`, { ...update, idempotencyKey: crypto.randomUUID() });
    return { sheet: artifact.id, sheetVersion: artifact.versionId };
  },
  async file({ done }, { channel }) {
    const place: [string, string][] = channel === undefined ? [] : [['channelId', channel]];
    return { file: (await done('POST /files', form(...place, ['file', textFile('text'), 'a.txt']))).file.id };
  },
  async session({ done }, { channel }) {
    const { session } = await done('POST /sessions', {});
    if (channel !== undefined) await done(`POST /sessions/${session.id}/channels`, { channelId: channel });
    return { session: session.id };
  },
  async query(by, { channel }) {
    return { query: (await answerTo(by, 'How many?', { channelId: channel })).id };
  },
  async record({ done }, { channel, dataSet }) {
    const { record } = await done(`POST /channels/${channel}/records`, { objectTypeId: dataSet, title: 'Deal' });
    return { record: record.id };
  },
  async view({ done }, { channel, dataSet }) {
    const definition = { name: 'All', objectTypeId: dataSet, renderer: 'table' };
    const { view } = await done(`POST /channels/${channel}/views`, definition);
    return { view: view.id, viewVersion: view.currentVersionId };
  },
  async post({ done }, { channel }) {
    return { post: (await done(`POST /channels/${channel}/posts`, { body: 'Hello' })).post.id };
  },
  async comment(by, place) {
    const { post } = await makers.post!(by, place);
    const { comment } = await by.done(`POST /channels/${place.channel}/feed/threads/post/${post}/comments`, {
      body: 'Hello',
    });
    return { post: post!, comment: comment.id };
  },
};

/** The names in braces that a request is about. */
export const namesIn = ([request, body]: Asked): string[] => {
  const text =
    body instanceof FormData
      ? [...body.values()].filter((value) => typeof value === 'string').join(' ')
      : JSON.stringify(body ?? '');
  return [...`${request} ${text}`.matchAll(/\{([a-zA-Z ]+)\}/g)].map(([, name]) => name!);
};

/** Whatever a request is about: things in the place by its owner, and the caller's own. */
export async function thingsFor(asked: Asked, place: Ids, owner: Account, caller: Account): Promise<Ids> {
  const ids: Record<string, string> = { ...place, key: crypto.randomUUID() };
  for (const name of new Set(namesIn(asked))) {
    const [kind, isOwn] = [name.replace('own ', ''), name.startsWith('own ')];
    const made = await makers[kind]?.(isOwn ? caller : owner, isOwn ? {} : place);
    for (const [key, id] of Object.entries(made ?? {})) ids[isOwn ? `own ${key}` : key] = id;
  }
  return ids;
}

export const unknown: Ids = {
  channel: 'ch_00000000000000000000000000',
  dataSet: 'ot_00000000000000000000000000',
  colleague: 'usr_00000000000000000000000000',
  artifact: 'art_00000000000000000000000000',
  version: 'artv_00000000000000000000000000',
  sheet: 'art_00000000000000000000000000',
  sheetVersion: 'artv_00000000000000000000000000',
  file: 'file_00000000000000000000000000',
  session: 'ses_00000000000000000000000000',
  query: 'qry_00000000000000000000000000',
  record: 'rec_00000000000000000000000000',
  view: 'view_00000000000000000000000000',
  viewVersion: 'viewv_00000000000000000000000000',
  post: 'post_00000000000000000000000000',
  comment: 'cmt_00000000000000000000000000',
  user: 'usr_00000000000000000000000000',
  organization: 'org_00000000000000000000000000',
  source: 'src_00000000000000000000000000',
  branch: 'ch_00000000000000000000000000',
  shelf: 'ot_00000000000000000000000000',
  trashed: 'art_00000000000000000000000000',
  invitation: 'inv_00000000000000000000000000',
  webhook: 'whk_00000000000000000000000000',
};

/** Sends a request with its braces filled, in its address, its JSON and its form alike. */
export function ask(by: Account, [request, body]: Asked, ids: Ids): Promise<Reply> {
  const filled = (text: string) => text.replaceAll(/\{([a-zA-Z ]+)\}/g, (_braces, name: string) => ids[name]!);
  const content =
    body instanceof FormData ? filledForm(body, filled) : body && JSON.parse(filled(JSON.stringify(body)));
  return by.call(filled(request), content);
}

function filledForm(body: FormData, filled: (text: string) => string): FormData {
  const copy = new FormData();
  for (const [name, value] of body) copy.append(name, typeof value === 'string' ? filled(value) : value);
  return copy;
}
