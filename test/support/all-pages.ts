import { readdirSync, readFileSync } from 'node:fs';
import type { Account } from './rest.ts';

const features = new URL('../../web/features/', import.meta.url);

/** The patterns of all pages of the app, as each feature lists them. Only a browser can load these lists. */
export function allPatterns(): string[] {
  const found = readdirSync(features, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const texts = found.map(({ name }) => readFileSync(new URL(`${name}/pages.ts`, features), 'utf8'));
  return texts.flatMap((text) => [...text.matchAll(/ path: '([^']+)'/g)].map(([, path]) => path!));
}

/** The views of one page that have an address each. */
const queries: Readonly<Record<string, readonly string[]>> = {
  '/channels/$channel/artifacts/$artifactId': ['', '?tab=history', '?tab=lines'],
  '/channels/$channel/data-sets/$dataSet': ['', '?tab=fields'],
  '/search': ['', '?q=price'],
};

/** Addresses of a page in the sample: one for each thing that it may show. */
export async function addressesOf(admin: Account): Promise<(pattern: string) => string[]> {
  const channel = 'sales';
  const { items } = await admin.done(`GET /channels/${channel}/feed`);
  const { artifacts } = await admin.done('GET /artifacts');
  const { files } = await admin.done('GET /files');
  const { views } = await admin.done(`GET /channels/${channel}/views`);
  const { objectTypeId } = views[0]!;
  const query = { mode: 'deterministic', channelId: channel, objectTypeId, operation: 'records' };
  const { data } = await admin.done('POST /queries', query);
  const { session } = await admin.done('POST /sessions', { title: 'Of all pages' });
  await admin.done(`POST /sessions/${session.id}/channels`, { channelId: channel });
  const idsOf = (kind: string) => artifacts.filter((one) => one.kind === kind).map(({ id }) => id);
  const post = items.find((item) => item.type === 'post') as { post: { id: string } };
  const values: Readonly<Record<string, readonly string[]>> = {
    channel: [channel],
    artifactId: [idsOf('markdown')[0]!, idsOf('csv')[0]!],
    fileId: [files[0]!.id],
    postId: [post.post.id],
    dataSet: [objectTypeId],
    view: views.map(({ slug }) => slug),
    recordId: [String(data.rows![0]!.id)],
    sessionId: [session.id],
    personId: [(await admin.done('GET /me')).userId],
    part: ['users', 'invitations', 'organization', 'feedback', 'sources', 'issuers', 'applications'],
  };
  const sheetsOnly = /\/(cells|data-set)$/;
  const documentsOnly = /^\/artifacts\/\$artifactId\/edit$/;
  return (pattern) => {
    const name = /\$(?!channel)(\w+)/.exec(pattern)?.[1];
    const of = name === undefined ? [''] : values[name]!;
    const kept = sheetsOnly.test(pattern) ? of.slice(1) : documentsOnly.test(pattern) ? of.slice(0, 1) : of;
    const paths = kept.map((id) => pattern.replace('$channel', channel).replace(`$${name}`, id));
    return paths.flatMap((path) => (queries[pattern] ?? ['']).map((query) => path + query));
  };
}
