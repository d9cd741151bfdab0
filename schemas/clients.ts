import * as z from 'zod';
import { listOf, pageInput, pageOutput, Timestamp, Title } from './common.ts';
import { limits } from './limits.ts';
import { operation, ScopeList, scopes } from './operation.ts';
import { mistakeIn } from './redirect-uris.ts';

/** An application that people may let in. */
export const Client = z.object({
  clientId: z.string(),
  name: z.string(),
  redirectUris: z.array(z.string()),
  scope: z.string().describe('The most that it may ask for, separated by blanks'),
  registeredBy: z.enum(['operator', 'client', 'product']),
  createdAt: Timestamp,
});
export type Client = z.infer<typeof Client>;

const RedirectUri = z.string().superRefine((uri, context) => {
  const mistake = mistakeIn(uri);
  if (mistake !== undefined) context.addIssue({ code: 'custom', message: `${uri} ${mistake}` });
});

const ClientId = z.string().min(1).max(limits.identifier).describe('Client ID');

export const clients = {
  list: operation({
    summary: 'The applications that are registered, only for the owner of the data folder',
    scope: 'workspace.admin',
    http: 'GET /api/workspace/admin/clients',
    input: () => z.strictObject(pageInput),
    output: () => z.object({ clients: z.array(Client), ...pageOutput }),
  }),
  add: operation({
    summary: 'Register an application, only for the owner of the data folder',
    scope: 'workspace.admin',
    http: 'POST /api/workspace/admin/clients',
    example: {
      name: 'Desk',
      redirectUris: ['https://desk.example.com/callback'],
      scope: 'workspace.read workspace.query',
    },
    input: () =>
      z.strictObject({
        name: Title,
        redirectUris: listOf(RedirectUri, limits.redirectUris, 1),
        scope: ScopeList(scopes),
      }),
    output: () => z.object({ client: Client }),
  }),
  remove: operation({
    summary: 'Remove an application; its tokens end. Only for the owner of the data folder',
    scope: 'workspace.admin',
    http: 'DELETE /api/workspace/admin/clients/{clientId}',
    input: () => z.strictObject({ clientId: ClientId }),
    output: () => z.object({ deleted: z.literal(true) }),
  }),
};
