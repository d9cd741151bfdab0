import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { numericParameters } from '../../schemas/common.ts';
import { detailOf, invalidRequest, WorkspaceError } from '../../schemas/errors.ts';
import type { File, FileContent } from '../../schemas/files.ts';
import { operations, type Workspace, type WorkspaceByName } from '../../schemas/index.ts';
import type { Operation } from '../../schemas/operation.ts';
import { requireScope } from '../workspace/call.ts';
import type { Caller } from '../workspace/context.ts';
import type { Authenticate } from './authenticate.ts';
import { sendBytes } from './bytes.ts';
import { readForm } from './multipart.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: Operation;
  }
  interface FastifyRequest {
    caller: Caller | undefined;
  }
}

const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'] as const;
type Method = (typeof methods)[number];

export interface RouteOptions {
  readonly authenticate: Authenticate;
  readonly workspaceFor: (caller: Caller, onReplay: () => void) => Workspace;
}

type Run = (workspace: Workspace, input: unknown) => Promise<unknown>;

/** Every operation of the contract at its method and path; the other methods of a path answer 405. */
export function registerRoutes(app: FastifyInstance, options: RouteOptions): void {
  const allowed = new Map<string, Method[]>();
  for (const { group, name, operation } of operations) {
    const run: Run = (workspace, input) => (workspace as unknown as WorkspaceByName)[group]![name]!(input);
    for (const route of [operation.http].flat()) {
      const [method, path] = route.split(' ') as [Method, string];
      const url = path.replaceAll(/\{(\w+)\}/g, ':$1');
      allowed.set(url, [...(allowed.get(url) ?? []), method]);
      registerOperation(app, method, url, operation, run, options);
    }
  }
  for (const [url, known] of allowed) refuseOtherMethods(app, url, known);
}

function registerOperation(
  app: FastifyInstance,
  method: Method,
  url: string,
  operation: Operation,
  run: Run,
  options: RouteOptions,
) {
  app.route({
    method,
    url,
    config: { operation },
    onRequest: async (request) => {
      request.caller = await options.authenticate(request.headers);
      requireScope(request.caller, operation);
    },
    handler: async (request, reply) => {
      const workspace = options.workspaceFor(request.caller!, () => {
        reply.header('idempotency-replayed', 'true');
      });
      try {
        const output = await run(workspace, await inputOf(request, method, operation));
        return await sendOutput(request, reply, operation, output);
      } catch (error) {
        throw namingParameters(error, request);
      }
    },
  });
}

/** What came in the address is named as it stands there; a JSON Pointer is for what came in the body. */
function namingParameters(error: unknown, request: FastifyRequest): unknown {
  if (!(error instanceof WorkspaceError) || !error.extras.errors) return error;
  const names = new Set(Object.keys({ ...(request.query as object), ...(request.params as object) }));
  const errors = error.extras.errors.map(({ path, message }) => {
    const name = path.split('/')[1] ?? '';
    return { path: names.has(name) || request.method === 'GET' ? name || path : path, message };
  });
  return new WorkspaceError(error.code, error.code === 'invalid_request' ? detailOf(errors) : error.message, {
    ...error.extras,
    errors,
  });
}

async function inputOf(
  request: FastifyRequest,
  method: Method,
  operation: Operation,
): Promise<Record<string, unknown>> {
  const parameters = request.params as Record<string, string>;
  const query = queryOf(request);
  if (method === 'GET') return joined(query, parameters);
  if (method === 'DELETE') return joined(joined(bodyOf(request), query), parameters);
  const [stray] = Object.keys(query);
  if (stray !== undefined) throw invalidRequest(stray, 'is not a known parameter; send it in the body');
  const body = operation.request === 'multipart' ? await readForm(request.raw) : bodyOf(request);
  return joined(withIdempotencyKey(request, body, operation), parameters);
}

/** Query parameters with their numbers read. */
function queryOf(request: FastifyRequest): Record<string, unknown> {
  const query: [string, unknown][] = [];
  for (const [name, value] of Object.entries(request.query as Record<string, string | string[]>)) {
    if (Array.isArray(value)) throw invalidRequest(name, 'is given twice; an array is written as JSON');
    const isNumber = numericParameters.has(name) && /^-?\d{1,15}$/.test(value);
    query.push([name, isNumber ? Number(value) : value]);
  }
  return Object.fromEntries(query);
}

function bodyOf(request: FastifyRequest): Record<string, unknown> {
  const { body } = request;
  if (request.headers['content-type']?.toLowerCase().startsWith('multipart/')) {
    throw new WorkspaceError('unsupported_media_type', 'Send the body as application/json.');
  }
  if (body === undefined) return {};
  if (body === null || typeof body !== 'object' || Array.isArray(body))
    throw invalidRequest('', 'must be a JSON object');
  return body as Record<string, unknown>;
}

/** No name may come from two places. */
function joined(first: Record<string, unknown>, second: Record<string, unknown>): Record<string, unknown> {
  for (const name of Object.keys(second)) {
    if (Object.hasOwn(first, name)) throw invalidRequest(name, 'is given twice');
  }
  return { ...first, ...second };
}

/** The header `Idempotency-Key` and the key of the body are the same thing; SPEC requires one of them for artifacts. */
function withIdempotencyKey(
  request: FastifyRequest,
  body: Record<string, unknown>,
  operation: Operation,
): Record<string, unknown> {
  const header = request.headers['idempotency-key'];
  const takesKey = shapesOf(operation.input).some((shape) => 'idempotencyKey' in shape);
  if (header !== undefined && body.idempotencyKey !== undefined && header !== body.idempotencyKey) {
    throw invalidRequest('/idempotencyKey', 'differs from the header Idempotency-Key');
  }
  const idempotencyKey = body.idempotencyKey ?? header;
  if (operation.idempotencyKey === 'required' && idempotencyKey === undefined) {
    throw invalidRequest('/idempotencyKey', 'is required, here or as the header Idempotency-Key');
  }
  return takesKey && idempotencyKey !== undefined ? { ...body, idempotencyKey } : body;
}

/** An input is one object, or one of several. */
function shapesOf(input: z.ZodType): z.ZodRawShape[] {
  if (input instanceof z.ZodObject) return [input.shape];
  return input instanceof z.ZodUnion ? (input.options as z.ZodType[]).flatMap(shapesOf) : [];
}

function sendOutput(
  request: FastifyRequest,
  reply: FastifyReply,
  operation: Operation,
  output: unknown,
): FastifyReply | Promise<FastifyReply> {
  if (operation.response === 'bytes') return sendBytes(request, reply, output as { file: File; content: FileContent });
  if (operation.status === 201) {
    reply.code(201).header('location', locationOf(request, output));
  }
  return reply.header('cache-control', 'no-store').type('application/json').send(JSON.stringify(output));
}

/** Below the address that asked for it; what an import made is where it would be had it been created. */
function locationOf(request: FastifyRequest, output: unknown): string {
  const [made] = Object.values(output as Record<string, { id: string } | { objectTypeId: string }>);
  const [path] = request.url.split('?', 1);
  return `${path!.replace(/\/import$/, '')}/${'id' in made! ? made.id : made!.objectTypeId}`;
}

/** Answers 405 with `Allow` to every method that an address does not know. */
export function refuseOtherMethods(app: FastifyInstance, url: string, known: readonly Method[]): void {
  app.route({
    method: methods.filter((method) => !known.includes(method)),
    url,
    handler: async (request, reply) => {
      reply.header('allow', known.join(', '));
      throw new WorkspaceError(
        'method_not_allowed',
        `${request.method} is not possible here; use ${known.join(' or ')}.`,
      );
    },
  });
}
