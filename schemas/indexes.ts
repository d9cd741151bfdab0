import * as z from 'zod';
import { pageInput, pageOutput, Timestamp } from './common.ts';
import { operation } from './operation.ts';

/** An index that a large Data Set has because queries are often slow without it. */
export const LearnedIndex = z.object({
  organizationId: z.string(),
  channelId: z.string(),
  objectTypeId: z.string(),
  name: z.string().describe('The name of the Data Set'),
  learnedBy: z.string().describe('The field that is compared with values, or an order such as `amount desc`'),
  learnedAt: Timestamp,
  lastUsedAt: Timestamp.describe('At most an hour late'),
  uses: z.int().describe('Queries since it was learned, at most an hour late'),
  bytes: z.int().optional().describe('Its size; left out until it is made'),
});
export type LearnedIndex = z.infer<typeof LearnedIndex>;

export const indexes = {
  list: operation({
    summary: 'The indexes that large Data Sets learned from queries, of the channels that the caller may read',
    scope: 'workspace.admin',
    http: 'GET /api/workspace/admin/indexes',
    input: () => z.strictObject(pageInput),
    output: () => z.object({ indexes: z.array(LearnedIndex), ...pageOutput }),
  }),
};
