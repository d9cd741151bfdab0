import { operations, operationsByRoute } from '../../../schemas/index.ts';
import type { Scope } from '../../../schemas/operation.ts';
import { paths as authorizationPaths } from '../../auth/authorization-server/paths.ts';
import { contract } from './contract.ts';
import type { JsonSchema } from './json-schema.ts';
import type { PathOperation } from './operation.ts';
import { invitationPaths } from './invitations.ts';
import { probePaths, probeTag } from './probes.ts';

type PathItem = Readonly<Record<string, PathOperation>>;

export interface OpenApi {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>>; readonly securitySchemes: object };
  readonly [section: string]: unknown;
}

const granted: Record<Scope, string> = {
  'workspace.query': 'Ask questions and compute figures',
  'workspace.read': 'Read what the account may read',
  'workspace.write': 'Make and change what the account may change',
  'workspace.admin': 'Administer the organisation, which only its admins may',
};

export interface OpenApiOptions {
  readonly publicUrl: string;
  readonly version: string;
  /** Whether the gateway is its own authorization server. */
  readonly isAuthorizationServer: boolean;
}

/** The interface as OpenAPI 3.1, generated from the contract. */
export function openApiDocument({ publicUrl, version, isAuthorizationServer }: OpenApiOptions): OpenApi {
  const securitySchemes = { ...(isAuthorizationServer && { oauth2: oauth2At(publicUrl) }), bearer };
  const securityFor = (scope: Scope) => Object.keys(securitySchemes).map((name) => ({ [name]: [scope] }));
  const paths: Record<string, Record<string, PathOperation>> = {};
  for (const { route, entries } of operationsByRoute) {
    const [method, path] = route.split(' ') as [string, string];
    const security = securityFor(entries[0].operation.scope);
    (paths[path] ??= {})[method.toLowerCase()] = { ...contract.operations[route]!, security };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'workspace-mcp', version, description },
    servers: [{ url: publicUrl }],
    tags: [...new Set(operations.map(({ group }) => group)), probeTag].map((name) => ({ name })),
    paths: { ...paths, ...(isAuthorizationServer && invitationPaths()), ...probePaths },
    components: { schemas: contract.schemas, securitySchemes },
  };
}

const description = `A workspace that AI agents and people share: channels with documents, sheets, files, conversations and Data Sets.

Every operation below \`/api\` takes an access token in the header \`Authorization: Bearer …\` and answers JSON. Refusals are RFC 9457 problems with a stable \`code\`. Unknown fields and parameters are refused. A list answers \`nextCursor\` while another page exists; it is taken as \`cursor\`, with the same filters. \`RateLimit\` says how many requests of a kind of work are left.`;

const oauth2At = (publicUrl: string) => ({
  type: 'oauth2',
  description: 'With PKCE (S256)',
  flows: {
    authorizationCode: {
      authorizationUrl: publicUrl + authorizationPaths.authorize,
      tokenUrl: publicUrl + authorizationPaths.token,
      refreshUrl: publicUrl + authorizationPaths.token,
      scopes: granted,
    },
  },
});

const bearer = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'JWT',
  description: 'An access token of any other origin',
};
