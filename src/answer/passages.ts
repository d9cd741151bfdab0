import type { Workspace } from '../../schemas/index.ts';
import type { Answer } from '../../schemas/queries.ts';
import type { SearchResult, SearchType } from '../../schemas/search.ts';
import type { Question } from './answerer.ts';

/** Not conversations: the question itself would be found there. */
const types: SearchType[] = ['artifact', 'file', 'record', 'post'];
const mostPassages = 3;

/** Cites the passages that fit a question best. */
export async function citePassages({ text, channelId }: Question, { search }: Workspace): Promise<Answer> {
  const { results } = await search.run({
    q: text.slice(0, 1_000).toWellFormed(),
    channelId,
    types,
    limit: mostPassages,
  });
  if (results.length === 0) return { answer: 'Nothing that you may read says anything of this.', confidence: 'none' };
  return {
    answer: ['This is what your workspace says of it:', ...results.map(cited)].join('\n\n'),
    confidence: 'supported',
    sources: results.map(({ type, id, title, url, snippet }) => ({ type, id, title, url, snippet })),
  };
}

const cited = ({ title, url, snippet }: SearchResult) =>
  `**[${title.replaceAll(/[[\]\\]/g, '\\$&')}](${url})**\n\n${snippet.replaceAll(/^/gm, '> ')}`;
