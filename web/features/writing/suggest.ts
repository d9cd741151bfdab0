import { cache } from '../../data/cache.ts';
import { workspace } from '../../data/client.ts';
import { channelsQuery } from '../../data/queries.ts';
import type { Linkable, Suggest } from '../../editor/suggestions.ts';
import { firstOf } from '../../shared/lists/first-of.ts';
import { peopleQuery } from '../../shared/people-query.ts';
import { itemsOf } from '../../../src/sdk/index.ts';
import { channelPath, resourcePath } from '../../../schemas/urls.ts';

const shownAtMost = 8;

/** Who and what a document may link to. An unreachable workspace suggests nothing. */
export const suggest: Suggest = async (sign, words) => {
  try {
    if (sign === '[[') return await documents(words);
    return sign === '@' ? matching(await people(), words) : matching(await channels(), words);
  } catch {
    return [];
  }
};

const people = async (): Promise<Linkable[]> =>
  (await cache.ensureQueryData(peopleQuery)).map(({ id, name }) => ({ name, path: `/people/${id}` }));

const channels = async (): Promise<Linkable[]> =>
  (await cache.ensureQueryData(channelsQuery)).map(({ slug, name }) => ({ name, path: channelPath(slug) }));

async function documents(words: string): Promise<Linkable[]> {
  const q = words.trim();
  const list = itemsOf(workspace.artifacts.list, { limit: shownAtMost, ...(q !== '' && { q }) });
  const artifacts = await firstOf(list, shownAtMost);
  return artifacts.map(({ id, title, kind }) => ({
    name: title,
    path: resourcePath('artifact', id),
    note: kind === 'csv' ? 'sheet' : undefined,
  }));
}

function matching(all: readonly Linkable[], words: string): Linkable[] {
  const sought = words.toLowerCase();
  return all
    .filter(({ name }) => name.toLowerCase().startsWith(sought) || name.toLowerCase().includes(` ${sought}`))
    .slice(0, shownAtMost);
}
