import * as z from 'zod';
import { IdempotencyKey, InterfaceType, pageInput, pageOutput, Person, Timestamp } from './common.ts';
import { limits } from './limits.ts';
import { operation } from './operation.ts';

/** Feedback as an admin reads it. */
export const Feedback = z.object({
  id: z.string(),
  description: z.string(),
  interfaceType: InterfaceType,
  createdAt: Timestamp,
  queryId: z.string().optional(),
  user: Person,
  organization: z.object({ id: z.string(), name: z.string() }),
});
export type Feedback = z.infer<typeof Feedback>;

export const feedback = {
  submit: operation({
    summary: 'Tell the admins of the organisation and the operators what went well or wrong',
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
  list: operation({
    summary: 'The feedback of the users of the organisation and of their agents, the oldest first',
    scope: 'workspace.admin',
    http: 'GET /api/workspace/admin/feedback',
    input: () => z.strictObject(pageInput),
    output: () => z.object({ feedback: z.array(Feedback), ...pageOutput }),
  }),
};
