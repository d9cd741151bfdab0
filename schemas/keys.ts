import * as z from 'zod';
import { operation } from './operation.ts';

export const keys = {
  rotate: operation({
    summary: 'Sign access tokens with a new key from now on, only for the owner of the data folder',
    scope: 'workspace.admin',
    http: 'POST /api/workspace/admin/keys/rotate',
    input: () => z.strictObject({}),
    output: () => z.object({ keyId: z.string() }),
  }),
};
