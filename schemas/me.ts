import * as z from 'zod';
import { operation, scopes } from './operation.ts';

export const me = {
  get: operation({
    summary: 'Who the caller is',
    scope: 'workspace.read',
    http: 'GET /api/workspace/me',
    input: () => z.strictObject({}),
    output: () =>
      z.object({
        userId: z.string(),
        name: z.string(),
        organization: z.object({ id: z.string(), name: z.string() }),
        scopes: z.array(z.enum(scopes)),
        maxUploadBytes: z.int(),
      }),
  }),
};
