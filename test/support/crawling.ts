import { operationsByRoute } from '../../schemas/index.ts';
import type { Account, Reply } from './rest.ts';

const ids = /\b([a-z]{2,6})_[0-9a-hjkmnp-tv-z]{26}\b/g;

/** The parameters of addresses, by the beginnings of the IDs that they take. */
const parameters: Readonly<Record<string, readonly string[]>> = {
  channelId: ['ch'],
  artifactId: ['art'],
  versionId: ['artv', 'viewv'],
  fileId: ['file'],
  sessionId: ['ses'],
  objectTypeId: ['ot'],
  recordId: ['rec'],
  viewId: ['view'],
  postId: ['post'],
  queryId: ['qry'],
  userId: ['usr'],
  subjectId: ['post', 'art', 'file', 'ses'],
};

/** The status, ETag and bytes of every GET of the API that takes only IDs from other answers. */
export async function answersIn(account: Account): Promise<Map<string, string>> {
  const routes = operationsByRoute.map(({ route }) => route).filter((route) => route.startsWith(reading));
  const templates = [...routes.map((route) => route.slice(reading.length)), ...searches].filter((one) => one !== dated);
  const known = new Map<string, Set<string>>();
  const answers = new Map<string, string>();
  for (let isNew = true; isNew; ) {
    isNew = false;
    for (const path of templates.flatMap((template) => filled(template, known)))
      if (!answers.has(path)) {
        isNew = true;
        const reply = await account.call(`GET ${path}`);
        answers.set(path, said(reply));
        for (const [id, prefix] of reply.bytes.toString('latin1').matchAll(ids))
          known.set(prefix!, (known.get(prefix!) ?? new Set()).add(id));
      }
  }
  return answers;
}

const reading = 'GET /api/workspace';

/** The archive says when it was made. */
const dated = '/channels/{channelId}/export';

const searches = ['walrus', 'strasse', '東京', 'an%C3%A9', 'said', 'row', 'a'].map((text) => `/search?q=${text}`);

/** The addresses of a template with every known ID in each place. */
function filled(template: string, known: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const [, name] = /\{(\w+)\}/.exec(template) ?? [];
  if (name === undefined) return [template];
  const values = (parameters[name] ?? []).flatMap((prefix) => [...(known.get(prefix) ?? [])]);
  return values.flatMap((value) => filled(template.replace(`{${name}}`, value), known));
}

function said({ status, headers, bytes }: Reply): string {
  if (status >= 400) return String(status);
  return `${status} ${headers.get('etag')} ${bytes.toString()}`;
}
