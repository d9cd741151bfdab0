import type { McpServer } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '../../../schemas/limits.ts';
import { turns } from '../../turns/turn.ts';
import { jsonReader, RefusedJson } from '../bodies/json.ts';
import { answerJson } from '../answer-json.ts';
import type { Asked, McpAnswer, McpExchange } from './exchange.ts';
import { problemOf } from '../../../schemas/problem.ts';
import { notAllowed, refuseOtherMethods } from '../methods.ts';
import type { UnreadAnswers } from '../fairness/slow-readers.ts';
import { subjectOf } from '../fairness/subject.ts';

/** The implementation of `/mcp`. */
export interface McpEndpoint {
  /** Called before the body is read. Throws if the sender may not call. */
  admit(request: FastifyRequest): Promise<void>;
  /** A server for the messages of one request. Throws if the sender may not make them, or exceeds the rate limit. */
  serverFor(request: FastifyRequest, reply: FastifyReply, messages: unknown): McpServer;
}

/** Called with the first request: the SDK and the tools' schemas take a fifth of an idle gateway's memory. */
export type LoadMcpEndpoint = () => Promise<McpEndpoint>;

/** MCP over Streamable HTTP: stateless, with JSON answers. It takes POST only; GET would open a stream. */
export function registerMcp(app: FastifyInstance, load: LoadMcpEndpoint, unread: UnreadAnswers): void {
  let loading: Promise<Loaded> | undefined;
  const loaded = () => {
    loading ??= loadAll(load, (error) => app.log.warn({ err: error }, 'MCP message refused'));
    return loading;
  };

  void app.register(async (scope) => {
    const readJson = jsonReader(scope);
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(json, { parseAs: 'buffer' }, (request, body, done) =>
      readJson(request, body as Buffer, (error, messages) => done(null, error ? new Unreadable(error) : messages)),
    );
    // Hosts open a stream or end a session so. One without a token has to learn first that it needs one.
    scope.route({
      method: ['GET', 'DELETE'],
      url: '/mcp',
      exposeHeadRoute: false,
      config: { resource: '/mcp' },
      onRequest: async (request) => (await loaded()).endpoint.admit(request),
      handler: async ({ method }, reply) => {
        throw notAllowed(method, ['POST'], reply);
      },
    });
    scope.post('/mcp', {
      bodyLimit: limits.mcpMessageBytes,
      config: { resource: '/mcp' },
      onRequest: async (request) => (await loaded()).endpoint.admit(request),
      handler: async (request, reply) => {
        const messages = request.body ?? new Unreadable(new Error('There is no message.'));
        if (messages instanceof Unreadable) {
          const { status, answer } = refusalOf(messages.reason, request.id);
          return reply.code(status).send(answer);
        }
        const mistake = mistakeInBatch(messages);
        if (mistake !== undefined) return reply.code(400).send(invalidBatch(mistake));
        const { endpoint, answer, sessionFor, sessionHeader } = await loaded();
        const server = endpoint.serverFor(request, reply, messages);
        const subject = subjectOf(request);
        const answered = await answer(server, messages, askedBy(request), {
          gone: clientGone(reply),
          pause: () => turns.pass(subject),
          mayKeep: (bytes) => {
            unread.keep(subject, reply.raw, bytes);
            return bytes < limits.mcpBatchAnswerBytes && unread.hasRoom(subject);
          },
        });
        const session = answered && !(answered instanceof Response) && sessionFor(messages);
        if (session) reply.header(sessionHeader, session);
        if (answered) return sendAnswer(request, reply, answered);
        request.log.info('the client went away before its answer');
        return reply.hijack();
      },
    });
  });
  refuseOtherMethods(app, '/mcp', ['POST']);
}

const json = 'application/json';

interface Loaded {
  readonly sessionHeader: string;
  readonly sessionFor: (message: unknown) => string | undefined;
  readonly endpoint: McpEndpoint;
  readonly answer: McpExchange;
}

async function loadAll(load: LoadMcpEndpoint, onRefusal: (error: Error) => void): Promise<Loaded> {
  const [endpoint, { mcpExchange }, { sessionFor, sessionHeader }] = await Promise.all([
    load(),
    import('./exchange.ts'),
    import('./session.ts'),
  ]);
  return { sessionFor, sessionHeader, endpoint, answer: mcpExchange(onRefusal) };
}

/** Stands in for a body that could not be read. */
class Unreadable {
  readonly reason: Error;

  constructor(reason: Error) {
    this.reason = reason;
  }
}

/** A tool's call that is too large has a result like any other refused call. Its agent then hears why. */
function refusalOf(reason: Error, requestId: string): { status: number; answer: object } {
  const { message } = reason;
  const { id, method } = reason instanceof RefusedJson ? reason.called : {};
  const jsonrpc = '2.0';
  if (id === undefined) return { status: 400, answer: { jsonrpc, id: null, error: { code: -32700, message } } };
  if (method !== 'tools/call') return { status: 400, answer: { jsonrpc, id, error: { code: -32600, message } } };
  const text = JSON.stringify(problemOf(reason, requestId));
  return { status: 200, answer: { jsonrpc, id, result: { isError: true, content: [{ type: 'text', text }] } } };
}

const invalidBatch = (message: string) => ({ jsonrpc: '2.0', id: null, error: { code: -32600, message } });

function mistakeInBatch(messages: unknown): string | undefined {
  if (!Array.isArray(messages)) return undefined;
  if (messages.length > limits.mcpBatch)
    return `A batch holds at most ${limits.mcpBatch} messages; send the rest in another one.`;
  // Answers are matched only by the ID of their request.
  const ids = messages.flatMap((message: { id?: unknown } | null) => message?.id ?? []);
  return new Set(ids).size < ids.length ? 'Each request of a batch has an id of its own.' : undefined;
}

/** Resolves when the client leaves before it has its answer. */
const clientGone = ({ raw }: FastifyReply): Promise<undefined> =>
  new Promise((resolve) => {
    const look = () => raw.writableFinished || resolve(undefined);
    if (raw.destroyed) look();
    else raw.once('close', look);
  });

/** The request as the SDK reads it. */
const askedBy = ({ headers }: FastifyRequest): Asked => ({
  method: 'POST',
  headers: { get: (name) => headers[name.toLowerCase()]?.toString() ?? null },
});

/** Answers are written here, long ones in turns. Whatever else the SDK answers comes as a whole response, with the content type alone. */
async function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Response | McpAnswer,
): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store');
  if (!(answer instanceof Response)) return reply.type(json).send(await answerJson(subjectOf(request), answer));
  const type = answer.headers.get('content-type');
  reply.code(answer.status);
  if (type !== null) reply.type(type);
  return reply.send(answer.body === null ? undefined : Buffer.from(await answer.arrayBuffer()));
}
