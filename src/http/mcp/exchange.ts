import {
  createMcpHandler,
  isJSONRPCRequest,
  isJSONRPCResponse,
  isLegacyRequest,
  type McpServer,
  ProtocolErrorCode,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';

/** Answers the messages of one HTTP request with a server of its own; with nothing when its client is gone first. */
export type McpExchange = (
  server: McpServer,
  messages: unknown,
  request: Request,
  sender: Sender,
) => Promise<Response | undefined>;

interface Sender {
  readonly gone: Promise<undefined>;
  /** Lets the requests of others go first; asked for between the messages of a batch. */
  readonly pause: () => Promise<void>;
  /** Told how many bytes the answers of a batch have come to; whether the next of its messages may be begun. */
  readonly mayKeep: (bytes: number) => boolean;
}

/** Every protocol revision: since 2026-07-28 a request says all that there is to know, before it there was a handshake. */
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
    // The SDK closes it with the answer; closed before, it tells the call that nobody waits any more.
    if (!response) await server.close();
    return response;
  };
}

/** Such a request is never of the handshake's era; whether it is a good one is looked at once, and not twice. */
const namesCurrentRevision = ({ headers }: Request, message: unknown): boolean =>
  headers.get('mcp-protocol-version') === '2026-07-28' &&
  typeof message === 'object' &&
  message !== null &&
  'id' in message &&
  'method' in message;

/** The SDK prints what JSON answers leave out, which is meant; stderr holds lines of JSON only. */
function withoutWarning<Made>(make: () => Made): Made {
  const { warn } = console;
  Object.assign(console, { warn: () => {} });
  try {
    return make();
  } finally {
    Object.assign(console, { warn });
  }
}

/** Each request stands for itself here as well. A client that takes JSON alone is answered too, since JSON is all there is. */
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
 * The messages of a batch are answered one after the other, with a pause between them. A server answers nothing once it is closed,
 * so that none of the rest is begun when the client has gone. Nor is any begun once there is no room for more answers, for they are
 * kept until the last: what is refused has not been done.
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
