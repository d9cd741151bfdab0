import * as z from 'zod';
import { limits } from '../../../schemas/limits.ts';
import { Answer } from '../../../schemas/queries.ts';

/** The answer that a model claims. */
export const Claim = z.strictObject({
  text: z.string().trim().min(1).max(limits.modelAnswerCharacters).describe('Markdown'),
  confidence: Answer.shape.confidence.describe('likely: a query; supported: sources; none: nothing was found'),
  sources: z
    .array(
      z.strictObject({
        id: z.string().describe('ID of what was found or read'),
        quote: z.string().optional().describe('The words that say it, as they stand there'),
      }),
    )
    .max(limits.modelSources)
    .optional()
    .describe('The sources of the answer, best first'),
  query: z.string().optional().describe('Name of the query that gives the figures, such as q1'),
  cells: z
    .array(z.strictObject({ row: z.int().min(0), column: z.string() }))
    .max(limits.modelValues)
    .optional()
    .describe('Where in its result the answered values are, rows counted from 0; default: all of it'),
});
export type Claim = z.infer<typeof Claim>;
