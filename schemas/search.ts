import * as z from 'zod';
import { ChannelId, jsonArray, listOf, pageInput, pageOutput, Timestamp } from './common.ts';
import { limits } from './limits.ts';
import { operation } from './operation.ts';

export const SearchType = z.enum(['artifact', 'file', 'session', 'record', 'post']);
export type SearchType = z.infer<typeof SearchType>;

export const SearchResult = z.object({
  type: SearchType,
  id: z.string(),
  title: z.string(),
  channelId: z.string().optional().describe('Of a post or record: where it is'),
  url: z.string(),
  snippet: z.string().describe('Best passage'),
  score: z.number().describe('Relative to the best of this page, which has 1; without q always 0'),
  at: Timestamp.describe('Last change'),
});
export type SearchResult = z.infer<typeof SearchResult>;

export const search = {
  run: operation({
    summary: 'Full-text search over what the caller may read; without q, what is newest',
    scope: 'workspace.read',
    http: 'GET /api/workspace/search',
    input: () =>
      z.strictObject({
        q: z
          .string()
          .min(1)
          .max(limits.searchQuery)
          .optional()
          .describe(`Words, the first ${limits.searchWords} of them; any may match, more and rarer words rank higher`),
        channelId: ChannelId.optional().describe('Only what belongs to this channel'),
        types: jsonArray(listOf(SearchType, SearchType.options.length)).optional().describe('Default: all'),
        ...pageInput,
      }),
    output: () => z.object({ results: z.array(SearchResult), ...pageOutput }),
  }),
};
