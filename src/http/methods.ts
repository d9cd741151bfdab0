import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { WorkspaceError } from '../../schemas/errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readonly knownAddresses: KnownAddress[];
  }
}

interface KnownAddress {
  readonly pattern: RegExp;
  readonly methods: readonly string[];
  readonly parameters: number;
}

/** Unknown addresses answer 404. Unknown methods of an address answer 405 with `Allow`. */
export function registerUnknown(app: FastifyInstance): void {
  app.decorate('knownAddresses', []);
  app.setNotFoundHandler((request, reply) => {
    throw unknown(app.knownAddresses, request, reply);
  });
}

/**
 * Makes every other method of an address answer 405. Checked on a miss only, because a route for each would cost
 * memory.
 */
export function refuseOtherMethods(app: FastifyInstance, url: string, known: readonly string[]): void {
  const pattern = new RegExp(`^${url.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`);
  app.knownAddresses.push({ pattern, methods: known, parameters: url.split(':').length - 1 });
  // Fixed addresses match before those with parameters.
  app.knownAddresses.sort((one, other) => one.parameters - other.parameters);
}

function unknown(addresses: readonly KnownAddress[], { method, url }: FastifyRequest, reply: FastifyReply) {
  const [path = ''] = url.split('?', 1);
  const address = addresses.find(({ pattern }) => pattern.test(path));
  if (!address || address.methods.includes(method)) {
    return new WorkspaceError('not_found', 'There is nothing at this address.');
  }
  return notAllowed(method, address.methods, reply);
}

/** The refusal of a method that an address does not have. */
export function notAllowed(method: string, known: readonly string[], reply: FastifyReply): WorkspaceError {
  reply.header('allow', known.join(', '));
  return new WorkspaceError('method_not_allowed', `${method} is not possible here; use ${known.join(' or ')}.`);
}
