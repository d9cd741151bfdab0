import * as z from 'zod';
import { UserRole } from './accounts.ts';
import { jsonArray, listOf, pageInput, pageOutput, Person } from './common.ts';
import { limits } from './limits.ts';
import { operation } from './operation.ts';

/** A person of the organisation, as everybody in it sees them. */
export const Colleague = Person.extend({
  email: z.string().optional(),
  role: UserRole.describe('In the organisation'),
});
export type Colleague = z.infer<typeof Colleague>;

export const people = {
  list: operation({
    summary: 'The people of the organisation, by name: for mentions, user fields and sharing',
    scope: 'workspace.read',
    http: 'GET /api/workspace/people',
    input: () =>
      z
        .strictObject({
          q: z
            .string()
            .min(1)
            .max(limits.searchQuery)
            .optional()
            .describe('Words that the name or address holds, in any case and without accents'),
          ids: jsonArray(listOf(z.string().min(1).max(limits.identifier), limits.pageMost, 1))
            .optional()
            .describe('These people alone, as user fields name them. Removed people are among them'),
          ...pageInput,
        })
        .refine(
          ({ ids, ...others }) => ids === undefined || Object.values(others).every((other) => other === undefined),
          {
            message: 'goes without q, limit and cursor',
            path: ['ids'],
          },
        ),
    output: () => z.object({ people: z.array(Colleague), ...pageOutput }),
  }),
};
