import {
  createMcpHandler,
  isJSONRPCRequest,
  isJSONRPCResponse,
  isLegacyRequest,
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
  request: Request,
  sender: Sender,
) => Promise<Response | undefined>;

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
  const servers = new WeakMap<Request, McpServer>();
  const handler = withoutWarning(() =>
    createMcpHandler(({ requestInfo }) => servers.get(requestInfo!)!, {
      legacy: 'reject',
      responseMode: 'json',
      maxSubscriptions: 0,
      onerror: onRefusal,
    }),
  );
  return async (server, messages, request, sender) => {
    const isOlder = !namesCurrentRevision(request, messages) && (await isLegacyRequest(request, messages));
    if (isOlder) return answerHandshakeEra(server, messages, request, sender);
    if (isListen(messages)) return methodNotFound(messages.id);
    servers.set(request, server);
    const response = await Promise.race([handler.fetch(request, { parsedBody: messages }), sender.gone]);
    // The SDK closes the server with the answer. Closing it earlier tells the call that its client left.
    if (!response) await server.close();
    return response;
  };
}

/** Such a request belongs to the current revision. The SDK validates it once, not twice. */
const namesCurrentRevision = ({ headers }: Request, message: unknown): boolean =>
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
  const widened = new Request(request);
  widened.headers.set('accept', 'application/json, text/event-stream');
  await server.connect(transport);
  takeTurns(transport, Array.isArray(messages), sender);
  try {
    return await Promise.race([transport.handleRequest(widened, { parsedBody: messages }), sender.gone]);
  } finally {
    await server.close();
  }
};

/**
 * Answers the messages of a batch one after the other, pausing between them. A closed server answers nothing, so the
 * rest is not begun once the client has left. Answers are kept until the last, so messages without room for theirs are
 * refused. A refused message was not carried out.
 */
function takeTurns(
  transport: WebStandardStreamableHTTPServerTransport,
  isBatch: boolean,
  { pause, mayKeep }: Sender,
): void {
  const { onmessage: begin } = transport;
  const send = transport.send.bind(transport);
  let keptBytes = 0;
  let lastAnswered: Promise<void> | undefined;
  let answered = () => {};
  transport.send = (message, options) => {
    if (isJSONRPCResponse(message)) {
      if (isBatch) keptBytes += Buffer.byteLength(JSON.stringify(message));
      answered();
    }
    return send(message, options);
  };
  const inTurn: typeof begin = (message, extra) => {
    const beginInTurn = () => {
      const isRequest = isJSONRPCRequest(message);
      if (isRequest && isBatch && !mayKeep(keptBytes))
        return send(noRoom(message.id), { relatedRequestId: message.id });
      const turn = Promise.withResolvers<void>();
      answered = turn.resolve;
      begin?.(message, extra);
      return isRequest ? turn.promise : undefined;
    };
    const mayBegin = lastAnswered ? lastAnswered.then(pause) : Promise.resolve();
    lastAnswered = mayBegin.then(beginInTurn).catch((error: Error) => transport.onerror?.(error));
  };
  Object.assign(transport, { onmessage: inTurn });
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
