import * as z from 'zod';
import { limits } from '../../../../schemas/limits.ts';
import { SearchType } from '../../../../schemas/search.ts';
import { channelIn } from '../desk.ts';
import { modelTool } from './tool.ts';

/** Sessions are left out, because questions and earlier answers are not evidence. */
const SearchedType = SearchType.exclude(['session']);

export const search = modelTool({
  name: 'search',
  description:
    'Full-text search over documents and sheets (artifact), files, records and posts: any word may match, rarer words rank higher. Shows the best passage of each.',
  input: z.strictObject({
    q: z.string().min(1).max(limits.searchQuery).describe('Words'),
    types: z.array(SearchedType).min(1).optional().describe('Only these kinds; default all'),
    channelId: z.string().optional().describe('Only this channel (ID or slug)'),
  }),
  async run(desk, { q, types = [...SearchedType.options], channelId }) {
    const { workspace, channel, evidence, marking } = desk;
    const within = channelId ?? channel?.id;
    const { results } = await workspace.search.run({
      q,
      types,
      ...(within !== undefined && { channelId: channelIn(desk, within) }),
      limit: limits.modelSearchResults,
    });
    const passages = results.map(({ type, id, title, url, snippet, channelId: home, actor, interfaceType, at }) => {
      evidence.read({ type, id, title, url, snippet }, snippet);
      const written = { actor, interfaceType, at };
      return marking.mark({ type, id, title, written }, home === undefined ? snippet : `(channel ${home})\n${snippet}`);
    });
    return passages.join('\n') || 'Nothing matches.';
  },
});

const offset = z.int().min(0).optional().describe('First byte; default 0');

export const readDocument = modelTool({
  name: 'read_document',
  description: 'The content of a document or sheet (an artifact), a stretch at a time.',
  input: z.strictObject({ artifactId: z.string(), offset }),
  async run({ workspace, evidence, marking }, { artifactId, offset = 0 }) {
    const { artifact } = await workspace.artifacts.get({ artifactId, offset, length: stretch });
    const { id, title, url, versionId, content, nextOffset, interfaceType } = artifact;
    const written = { actor: artifact.updatedBy, interfaceType, at: artifact.updatedAt };
    evidence.read({ type: 'artifact', id, title, url, versionId, snippet: beginningOf(content) }, content);
    return withNext(marking.mark({ type: 'artifact', id, title, written }, content), nextOffset);
  },
});

export const readFile = modelTool({
  name: 'read_file',
  description: 'The text of a file, also of a PDF or Office document, a stretch at a time.',
  input: z.strictObject({ fileId: z.string(), offset }),
  async run({ workspace, evidence, marking }, { fileId, offset = 0 }) {
    const { text } = await workspace.files.text({ fileId, offset, length: stretch });
    if (text.content === undefined) return `It has no text to read: ${text.reason ?? text.status}.`;
    const { file } = await workspace.files.get({ fileId });
    const { id, fileName: title, url, interfaceType } = file;
    const written = { actor: file.createdBy, interfaceType, at: file.createdAt };
    evidence.read({ type: 'file', id, title, url, snippet: beginningOf(text.content) }, text.content);
    return withNext(marking.mark({ type: 'file', id, title, written }, text.content), text.nextOffset);
  },
});

/** In bytes. A text has at most as many characters. */
const stretch = limits.modelResultCharacters;

const snippetCharacters = 300;
const beginningOf = (text: string) => text.slice(0, snippetCharacters).toWellFormed().trim();

const withNext = (text: string, nextOffset: number | undefined): string =>
  nextOffset === undefined ? text : `${text}\nIt goes on: offset ${nextOffset}.`;
