import * as z from 'zod';
import { IdempotencyKey } from './common.ts';
import { limits } from './limits.ts';
import { operation } from './operation.ts';

export const feedback = {
  submit: operation({
    summary: 'Tell the operators of the workspace what went well or wrong',
    scope: 'workspace.query',
    http: 'POST /api/workspace/feedback',
    example: { description: 'The answer left out the deals of May.', queryId: 'qry_01k6zq3v8me2t9x4c7r5hbnd0a' },
    problems: ['invalid_feedback_query'],
    input: () =>
      z.strictObject({
        description: z
          .string()
          .max(limits.feedback, `must be at most ${limits.feedback} characters`)
          .refine(
            (text) => text.trim().length > 0 && text.isWellFormed() && !text.includes('\0'),
            `must be 1 to ${limits.feedback} characters of text`,
          ),
        queryId: z.string().min(1).max(limits.identifier).optional().describe('Session query that it is about'),
        idempotencyKey: IdempotencyKey.optional(),
      }),
    output: () => z.object({ feedback: z.object({ id: z.string(), status: z.literal('received') }) }),
  }),
};
