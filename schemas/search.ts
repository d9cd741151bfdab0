import * as z from 'zod';
import { ArtifactKind } from './artifacts.ts';
import {
  booleanParameter,
  ChannelId,
  jsonArray,
  listOf,
  pageInput,
  pageOutput,
  PageUrl,
  provenance,
} from './common.ts';
import { limits } from './limits.ts';
import { operation } from './operation.ts';

export const SearchType = z.enum(['artifact', 'file', 'session', 'record', 'post']);
export type SearchType = z.infer<typeof SearchType>;

export const SearchResult = z.object({
  type: SearchType,
  id: z.string(),
  kind: ArtifactKind.optional().describe('Artifacts only: a document or a sheet'),
  title: z.string(),
  channelId: z.string().optional().describe('Where it is; the first of several channels that the caller reads'),
  url: PageUrl,
  versionId: z.string().optional().describe('Artifacts only, with q: the version that holds the match'),
  snippet: z.string().describe('From the best passage'),
  matches: z
    .array(z.object({ start: z.int(), end: z.int() }))
    .optional()
    .describe('Where the snippet holds words of q, in UTF-16 units; if asked for'),
  passages: z.array(z.string()).optional().describe('Best passages, the best first; as many as asked for'),
  score: z.number().describe('Relative to the best of this page, which has 1; without q always 0'),
  ...provenance,
  at: provenance.at.describe('Last change'),
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
          .describe(
            `Words, of which the first ${limits.searchWords} count. Any may match; more and rarer words rank higher. Words such as "the" count only in quotation marks or alone`,
          ),
        channelId: ChannelId.optional().describe('Only what belongs to this channel'),
        passages: z
          .int()
          .min(1)
          .max(limits.searchPassages)
          .optional()
          .describe('With q: how many whole passages to show of each result; each has about 200 words'),
        unfinished: booleanParameter
          .optional()
          .describe('With q: true also finds words that begin like the last word, as one types it'),
        matches: booleanParameter.optional().describe('With q: true says also where each snippet holds its words'),
        types: jsonArray(listOf(SearchType, SearchType.options.length))
          .optional()
          .describe("Default: all, without the caller's sessions that hold one question and its answer at most"),
        ...pageInput,
      }),
    output: () => z.object({ results: z.array(SearchResult), ...pageOutput }),
  }),
};
