import type { Answer } from '../../../schemas/queries.ts';
import type { Workspace } from '../../../schemas/index.ts';
import type { SearchResult } from '../../../schemas/search.ts';
import { shownDay } from '../figures/values.ts';
import { withoutEnd } from '../language/ends.ts';
import { linked, reading } from '../prose.ts';
import type { ReadableChannel } from '../readable.ts';

const lately = '(?: (?:recently|lately|here|now|around here|for me|since then|in the workspace|in this channel))*';
const asksNews = new RegExp(
  String.raw`^(?:and |so )?(?:(?:is there |do we have )?(?:anything|something) new|(?:is there )?any (?:news|updates?)|what(?:['\u2019]?s| is| are)(?: the)? (?:new|news|latest news|latest updates|latest changes|newest changes)|what(?:['\u2019]s| has)? (?:just )?(?:happened|changed|been happening)|what did i miss|show (?:the )?(?:latest )?(?:news|updates))${lately}$`,
  'iu',
);
const mostShown = 5;

/** Answers "what's new?" with the texts that were changed last. Undefined where something else is asked. */
export async function newsAsked(
  text: string,
  { search }: Workspace,
  channel: ReadableChannel | undefined,
): Promise<Answer | undefined> {
  if (!asksNews.test(withoutEnd(text.trim(), /[\s?.!]/).replaceAll(/\s+/gu, ' '))) return undefined;
  const { results } = await search.run({
    types: ['artifact', 'file', 'post'],
    limit: mostShown,
    ...(channel && { channelId: channel.id }),
  });
  if (results.length === 0) return undefined;
  const where = channel ? ` in ${linked(channel.name, channel.url)}` : '';
  return {
    answer: [
      `Changed last${where}:`,
      results.map(({ title, url, at }) => `- ${linked(title, url)}, ${shownDay(at.slice(0, 10))}`).join('\n'),
      reading('Listed the documents, files and posts by when they were changed.'),
    ].join('\n\n'),
    confidence: 'supported',
    values: results.map(({ title }) => ({ value: title, type: 'text' })),
    ...(channel && { channelLinks: [{ channelId: channel.id, name: channel.name, url: channel.url }] }),
    sources: results.map(sourceOf),
  };
}

const sourceOf = ({ type, id, title, url, snippet }: SearchResult) => ({ type, id, title, url, snippet });
