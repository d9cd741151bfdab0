import {
  createMcpHandler,
  isJSONRPCRequest,
  isJSONRPCResponse,
  isLegacyRequest,
  type JSONRPCMessage,
  type JSONRPCResponse,
  type JSONRPCResultResponse,
  type McpServer,
  ProtocolErrorCode,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';

/**
 * Answers the messages of one HTTP request with a server of its own. Resolves to undefined if its client left first.
 */
export type McpExchange = (
  server: McpServer,
  messages: unknown,
  request: Asked,
  sender: Sender,
) => Promise<Response | McpAnswer | undefined>;

/** The answer to one message, or those to a batch. */
export type McpAnswer = JSONRPCResponse | JSONRPCResponse[];

/** The part of a POST request that the protocol reads. The whole of a `Request` would cost as much as a short statement. */
export interface Asked {
  readonly method: string;
  readonly headers: Pick<Headers, 'get'>;
}

interface Sender {
  readonly gone: Promise<undefined>;
  /** Lets other senders' requests run between the messages of a batch. */
  readonly pause: () => Promise<void>;
  /** Given the bytes of a batch's answers so far, returns whether its next message may begin. */
  readonly mayKeep: (bytes: number) => boolean;
}

/**
 * Serves every protocol revision. Since 2026-07-28 a request is self-contained; earlier revisions begin with a
 * handshake.
 */
export function mcpExchange(onRefusal: (error: Error) => void): McpExchange {
  const servers = new WeakMap<Asked, McpServer>();
  const handler = withoutWarning(() =>
    createMcpHandler(({ requestInfo }) => servers.get(requestInfo!)!, {
      legacy: 'reject',
      responseMode: 'json',
      maxSubscriptions: 0,
      onerror: onRefusal,
    }),
  );
  return async (server, messages, request, sender) => {
    const asRequest = request as unknown as Request;
    const isOlder = !namesCurrentRevision(request, messages) && (await isLegacyRequest(asRequest, messages));
    if (isOlder) return answerHandshakeEra(server, messages, request, sender);
    if (isListen(messages)) return methodNotFound(messages.id);
    servers.set(request, server);
    const result = resultOf(server);
    const answer = await Promise.race([result, handler.fetch(asRequest, { parsedBody: messages }), sender.gone]);
    // Closing the server tells the call that its client left.
    if (!answer) await server.close();
    return answer;
  };
}

/**
 * The result of a server's only call, taken before the SDK makes a response of it. Nothing else holds the server then, so it
 * need not be closed; only the SDK forgets it by `onclose`.
 */
const resultOf = (server: McpServer): Promise<JSONRPCResultResponse> =>
  new Promise((resolve) => {
    const connect = server.connect.bind(server);
    server.connect = async (transport) => {
      const send = transport.send.bind(transport);
      transport.send = async (message, options) => {
        if (!isResult(message)) return send(message, options);
        resolve(message);
        server.server.onclose?.();
      };
      await connect(transport);
    };
  });

const isResult = (message: JSONRPCMessage): message is JSONRPCResultResponse => 'result' in message;

/** Such a request belongs to the current revision. The SDK validates it once, not twice. */
const namesCurrentRevision = ({ headers }: Asked, message: unknown): boolean =>
  headers.get('mcp-protocol-version') === '2026-07-28' &&
  typeof message === 'object' &&
  message !== null &&
  'id' in message &&
  'method' in message;

/** Silences the SDK's warning about JSON answers, which are intended. stderr holds only lines of JSON. */
function withoutWarning<Made>(make: () => Made): Made {
  const { warn } = console;
  Object.assign(console, { warn: () => {} });
  try {
    return make();
  } finally {
    Object.assign(console, { warn });
  }
}

/**
 * Each request is self-contained here too. Clients that accept only JSON are answered, because every answer is JSON.
 */
const answerHandshakeEra: McpExchange = async (server, messages, request, sender) => {
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableJsonResponse: true,
  });
  await server.connect(transport);
  const answers = takeTurns(transport, Array.isArray(messages), sender);
  try {
    const handled = transport.handleRequest(widened(request), { parsedBody: messages });
    const response = await Promise.race([handled, sender.gone]);
    if (!response || answers.length === 0) return response;
    return answers.length === 1 ? answers[0] : answers;
  } finally {
    await server.close();
  }
};

/** The request as one that accepts every kind of answer. */
function widened({ method, headers }: Asked): Request {
  const copied = new Headers({ accept: 'application/json, text/event-stream' });
  for (const name of ['content-type', 'mcp-protocol-version', 'mcp-session-id']) {
    const value = headers.get(name);
    if (value !== null) copied.set(name, value);
  }
  return new Request('http://localhost/mcp', { method, headers: copied });
}

/**
 * Answers the messages of a batch one after the other, pausing between them. A closed server answers nothing, so the
 * rest is not begun once the client has left. Answers are kept until the last, so messages without room for theirs are
 * refused. A refused message was not carried out. Returns the list that the answers come to. The transport gets empty
 * ones, because it would write a long answer all at once.
 */
function takeTurns(
  transport: WebStandardStreamableHTTPServerTransport,
  isBatch: boolean,
  { pause, mayKeep }: Sender,
): JSONRPCResponse[] {
  const { onmessage: begin } = transport;
  const send = transport.send.bind(transport);
  const answers: JSONRPCResponse[] = [];
  let keptBytes = 0;
  let lastAnswered: Promise<void> | undefined;
  let answered = () => {};
  transport.send = (message, options) => {
    if (!isJSONRPCResponse(message)) return send(message, options);
    if (isBatch) keptBytes += Buffer.byteLength(JSON.stringify(message));
    answers.push(message);
    answered();
    return send({ jsonrpc: '2.0', id: message.id!, result: {} }, options);
  };
  const inTurn: typeof begin = (message, extra) => {
    const beginInTurn = () => {
      const isRequest = isJSONRPCRequest(message);
      if (isRequest && isBatch && !mayKeep(keptBytes))
        return transport.send(noRoom(message.id), { relatedRequestId: message.id });
      const turn = Promise.withResolvers<void>();
      answered = turn.resolve;
      begin?.(message, extra);
      return isRequest ? turn.promise : undefined;
    };
    const mayBegin = lastAnswered ? lastAnswered.then(pause) : Promise.resolve();
    lastAnswered = mayBegin.then(beginInTurn).catch((error: Error) => transport.onerror?.(error));
  };
  Object.assign(transport, { onmessage: inTurn });
  return answers;
}

const noRoom = (id: string | number) => ({
  jsonrpc: '2.0' as const,
  id,
  error: {
    code: ProtocolErrorCode.InvalidRequest,
    message: 'The answers before this message left no room for its own, so it was not carried out. Send it alone.',
  },
});

const isListen = (message: unknown): message is { id: string | number } =>
  typeof message === 'object' &&
  message !== null &&
  'id' in message &&
  'method' in message &&
  message.method === 'subscriptions/listen';

const methodNotFound = (id: string | number): Response =>
  Response.json({ jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } }, { status: 404 });
