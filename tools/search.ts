import * as z from 'zod';
import { SearchResult, SearchType } from '../schemas/search.ts';
import { channelId, listed, nextCursor, pageArguments, project } from './shared.ts';
import { byItems, reads, tool } from './tool.ts';

export default tool({
  name: 'workspace_search',
  group: 'default',
  title: 'Search',
  description:
    'Searches documents, sheets, files, records, posts and your sessions: any word may match. Read an artifact with workspace_artifact_get, a file with workspace_file_content. Without q: what changed last.',
  scope: 'workspace.read',
  annotations: reads,
  quotes: true,
  input: z.strictObject({
    q: z.string().optional().describe('Words'),
    channelId: channelId.optional(),
    types: z.array(SearchType).optional().describe('Only these kinds; default all'),
    ...pageArguments,
    limit: pageArguments.limit.describe('Default 10'),
  }),
  output: z.object({ results: listed, nextCursor }),
  shorten: byItems(10),
  async run(workspace, { fields, ...input }) {
    const { results, ...rest } = await workspace.search.run(input);
    return { results: project(results, fields, SearchResult), ...rest };
  },
});
