import * as z from 'zod';
import type { ErrorCode } from '../../../schemas/errors.ts';
import { Acceptance, Accepted, OpenInvitation } from '../../../schemas/invitations.ts';
import type { JsonSchema } from './json-schema.ts';
import { type PathOperation, problems, requestIdHeader } from './operation.ts';

const tags = ['invitations'];
const parameters = [
  {
    name: 'secret',
    in: 'path',
    required: true,
    description: 'The end of the link',
    schema: { type: 'string' },
  },
] as const;

/** The operations of an invited person, who has no token yet. The secret of the link is enough. */
export const invitationPaths = (): Readonly<Record<string, Readonly<Record<string, PathOperation>>>> => ({
  '/api/workspace/invitations/{secret}': {
    get: {
      operationId: 'invitations.find',
      tags,
      summary: 'The invitation of a link, while it is open',
      security: [],
      parameters,
      responses: answers(200, 'The invitation', z.object({ invitation: OpenInvitation }), []),
    },
    post: {
      operationId: 'invitations.accept',
      tags,
      summary: 'Make an account by the link of an invitation, which works once',
      security: [],
      parameters,
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOf(Acceptance), examples: { accept: { value: example } } } },
      },
      responses: answers(201, 'Made', Accepted, ['already_exists', 'too_large', 'unsupported_media_type']),
    },
  },
});

const example: Acceptance = { name: 'Mia', password: 'correct horse battery staple' };

function schemaOf(schema: z.ZodType): JsonSchema {
  const { $schema: _dialect, ...plain } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return plain as JsonSchema;
}

const everywhere: readonly ErrorCode[] = [
  'invalid_request',
  'forbidden',
  'not_found',
  'rate_limited',
  'internal',
  'unavailable',
];

const answers = (status: number, description: string, schema: z.ZodType, others: readonly ErrorCode[]) => ({
  [status]: { description, headers: requestIdHeader, content: { 'application/json': { schema: schemaOf(schema) } } },
  ...problems([...everywhere, ...others]),
});
