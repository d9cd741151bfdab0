import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { numericParameters } from '../../schemas/common.ts';
import { invalidRequest, WorkspaceError } from '../../schemas/errors.ts';
import { detailOf } from '../../schemas/mistakes.ts';
import type { MadeContent, MadeFile } from '../../schemas/exports.ts';
import type { File, FileContent } from '../../schemas/files.ts';
import { operationsByRoute, type Workspace, type WorkspaceByName } from '../../schemas/index.ts';
import { limits } from '../../schemas/limits.ts';
import type { Operation } from '../../schemas/operation.ts';
import { requireScope } from '../workspace/call.ts';
import type { Caller, CallOptions } from '../workspace/operation/context.ts';
import { answerJson } from './answer-json.ts';
import type { CallerOf, EarlyReads } from './authorization/early-reads.ts';
import { sendBytes, sendMade } from './bytes.ts';
import { ConditionalReads, sendUnchanged } from './conditional.ts';
import { goneOf } from './gone.ts';
import { refuseOtherMethods } from './methods.ts';
import { isForm } from './bodies/is-form.ts';
import { readForm } from './bodies/multipart.ts';
import { madeInLine } from './fairness/long-answers.ts';
import { subjectOf } from './fairness/subject.ts';
import { takesKey } from './takes-key.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: Operation;
  }
  interface FastifyRequest {
    caller: Caller | undefined;
  }
}

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

export interface RouteOptions {
  readonly callerOf: CallerOf;
  /** Absent where asking for the caller costs no round trip. */
  readonly earlyReads?: EarlyReads | undefined;
  readonly workspaceFor: (caller: Caller, options: CallOptions) => Workspace;
  /** A number that is another one after every commit. */
  readonly dataVersion: () => number;
}

/** One operation of a route. The `mode` of the body selects it if a route has several. */
interface Alternative {
  readonly operation: Operation;
  readonly run: (workspace: Workspace, input: unknown) => Promise<unknown>;
  readonly readInput: ReadInput;
}

/** Registers every operation at its method and path. Other methods of a path answer 405. */
export function registerRoutes(app: FastifyInstance, options: RouteOptions): void {
  const allowed = new Map<string, Method[]>();
  const reads = new ConditionalReads(options.dataVersion);
  for (const { route, entries } of operationsByRoute) {
    const [method, path] = route.split(' ') as [Method, string];
    const url = path.replaceAll(/\{(\w+)\}/g, ':$1');
    allowed.set(url, [...(allowed.get(url) ?? []), method]);
    const alternatives = entries.map(
      ({ group, name, operation }): Alternative => ({
        operation,
        run: (workspace, input) => (workspace as unknown as WorkspaceByName)[group]![name]!(input),
        readInput: inputReader(method, operation),
      }),
    );
    registerRoute(app, method, url, alternatives, { ...options, reads });
  }
  for (const [url, known] of allowed) refuseOtherMethods(app, url, known);
}

function registerRoute(
  app: FastifyInstance,
  method: Method,
  url: string,
  alternatives: readonly Alternative[],
  { callerOf, earlyReads, workspaceFor, reads }: RouteOptions & { readonly reads: ConditionalReads },
) {
  // Alternatives share whatever is checked before the body is read.
  const [{ operation: first }] = alternatives as [Alternative];
  const isConditional = method === 'GET' && first.response === undefined;
  // Administration begins only once the role is known that the caller has at this moment.
  const early = isConditional && first.scope !== 'workspace.admin' ? earlyReads : undefined;
  app.route({
    method,
    url,
    config: { operation: first },
    onRequest: async (request) => {
      request.wantedScopes = [first.scope];
      request.caller = await (early?.callerOf(request) ?? callerOf(request));
      requireScope(request.caller, first);
    },
    handler: async (request, reply) => {
      const read = isConditional ? reads.begin(request, request.caller!) : undefined;
      if (!early && read?.unchangedTag !== undefined) return sendUnchanged(reply, read.unchangedTag);
      const gone = goneOf(reply);
      const options: CallOptions = {
        onReplay: () => void reply.header('idempotency-replayed', 'true'),
        onClock: () => read?.dependsOnTime(),
        gone,
      };
      try {
        const { operation, run, readInput } = chosen(request, alternatives);
        const answer = async (caller: Caller) => run(workspaceFor(caller, options), await readInput(request));
        const answered = () => (early ? early.answer(request, answer) : answer(request.caller!));
        if (!read) return await sendOutput(request, reply, operation, await answered());
        const subject = subjectOf(request);
        const make = async (json: string | Buffer) => ({ json, tag: await read.tagOf(json) });
        return await read.send(reply, await madeInLine({ subject, read: answered, make, gone }));
      } catch (error) {
        throw namingParameters(error, request);
      }
    },
  });
}

function chosen(request: FastifyRequest, alternatives: readonly Alternative[]): Alternative {
  const [only, another] = alternatives;
  if (!another) return only!;
  const { mode } = bodyOf(request);
  const found = alternatives.find(({ operation }) => operation.mode === mode);
  if (found) return found;
  throw invalidRequest('/mode', `must be ${alternatives.map(({ operation }) => operation.mode).join(' or ')}`);
}

/** Names mistakes in the address by parameter, followed by the place within it. JSON Pointers are kept for the body. */
function namingParameters(error: unknown, request: FastifyRequest): unknown {
  if (!(error instanceof WorkspaceError) || !error.extras.errors) return error;
  const names = new Set(Object.keys({ ...(request.query as object), ...(request.params as object) }));
  const errors = error.extras.errors.map(({ path, message }) => {
    const [, name = '', ...within] = path.split('/');
    if (!names.has(name) && request.method !== 'GET') return { path, message };
    return { path: name || path, message: [...within.map((step) => `/${step}`), ' ', message].join('').trimStart() };
  });
  const message = error.message === detailOf(error.extras.errors) ? detailOf(errors) : error.message;
  return new WorkspaceError(error.code, message, { ...error.extras, errors });
}

type ReadInput = (request: FastifyRequest) => Record<string, unknown> | Promise<Record<string, unknown>>;

/**
 * Returns how to build an operation's input from a request. Decisions that depend only on the operation are made once.
 */
function inputReader(method: Method, operation: Operation): ReadInput {
  const parametersOf = ({ params }: FastifyRequest) => params as Record<string, string>;
  if (method === 'GET') return (request) => joined(queryOf(request), parametersOf(request));
  const withKey = keyReader(operation);
  if (method === 'DELETE') {
    return (request) => joined(withKey(request, joined(bodyOf(request), queryOf(request))), parametersOf(request));
  }
  return async (request) => {
    const [stray] = Object.keys(request.query as object);
    if (stray !== undefined) throw invalidRequest(stray, 'is not a known parameter; send it in the body');
    const body = isForm(request) ? await readForm(request.raw) : bodyOf(request);
    return joined(withKey(request, body), parametersOf(request));
  };
}

/** The query parameters, with numbers parsed. */
function queryOf(request: FastifyRequest): Record<string, unknown> {
  const given = request.query as Record<string, string | string[]>;
  if (Object.keys(given).length === 0) return {};
  const query = Object.create(null) as Record<string, unknown>; // A null prototype, so that a parameter may be called __proto__.
  for (const name of Object.keys(given)) {
    const value = given[name]!;
    if (Array.isArray(value)) throw invalidRequest(name, 'is given twice; an array is written as JSON');
    const isNumber = numericParameters.has(name) && /^-?\d{1,15}$/.test(value);
    query[name] = isNumber ? Number(value) : value;
  }
  return query;
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

/** Merges two sources. Throws `invalid_request` if a name occurs in both. */
function joined(first: Record<string, unknown>, second: Record<string, unknown>): Record<string, unknown> {
  const names = Object.keys(second);
  if (names.length === 0) return first;
  for (const name of names) {
    if (Object.hasOwn(first, name)) throw invalidRequest(name, 'is given twice');
  }
  return { ...first, ...second };
}

type Fields = Record<string, unknown>;

/** The header `Idempotency-Key` and the body's key are the same. Artifacts need one of them (CONTRACT section 3). */
function keyReader(operation: Operation): (request: FastifyRequest, body: Fields) => Fields {
  const isRequired = operation.idempotencyKey === 'required';
  return (request, body) => {
    const [header, second] = request.raw.headersDistinct['idempotency-key'] ?? [];
    if (second !== undefined) throw invalidRequest('Idempotency-Key', 'is given twice');
    if (header !== undefined && body.idempotencyKey !== undefined && header !== body.idempotencyKey) {
      throw invalidRequest('/idempotencyKey', 'differs from the header Idempotency-Key');
    }
    const idempotencyKey = body.idempotencyKey ?? header;
    if (isRequired && idempotencyKey === undefined) {
      throw invalidRequest('/idempotencyKey', 'is required, here or as the header Idempotency-Key');
    }
    return idempotencyKey !== undefined && takesKey(operation) ? { ...body, idempotencyKey } : body;
  };
}

async function sendOutput(
  request: FastifyRequest,
  reply: FastifyReply,
  operation: Operation,
  output: unknown,
): Promise<FastifyReply> {
  if (operation.response === 'bytes') return sendBytes(request, reply, output as { file: File; content: FileContent });
  if (operation.response === 'made')
    return sendMade(request, reply, output as { file: MadeFile; content: MadeContent });
  const { status = 200 } = operation;
  reply.code(status);
  if (status !== 200) reply.header('location', locationOf(request, operation, output));
  if (status === 202) reply.header('retry-after', String(Math.ceil(limits.pollAfterMs / 1_000)));
  const json = await answerJson(subjectOf(request), output);
  return reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(json);
}

/**
 * The address of the created resource: below the request's path, unless the operation says otherwise. Imported Data
 * Sets have the address of created ones.
 */
function locationOf(request: FastifyRequest, { location }: Operation, output: unknown): string {
  const [made] = Object.values(output as Record<string, Readonly<Record<string, string>>>);
  const id = (made!.id ?? made!.objectTypeId ?? made!.userId)!;
  const parameters: Record<string, string> = { ...(request.params as Record<string, string>), id };
  if (location)
    return location.replaceAll(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(parameters[name]!));
  const [path] = request.url.split('?', 1);
  return `${path!.replace(/\/import$/, '')}/${id}`;
}
