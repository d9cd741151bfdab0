import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequests,
  inputRequired,
  inputResponse,
  McpServer,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ResourceTemplate,
  type ServerContext,
  completable,
  createRequestStateCodec,
} from '@modelcontextprotocol/server';
import * as z from 'zod';

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=';
const states = createRequestStateCodec({ key: crypto.getRandomValues(new Uint8Array(32)) });

/**
 * A server with the tools, resources and prompts that the conformance suite looks for, in the words of its scenarios.
 */
export function fixtureServer(handshakeEra: boolean): McpServer {
  const server = new McpServer(
    { name: 'conformance-fixtures', version: '1.0.0' },
    {
      capabilities: {
        logging: {},
        tools: { listChanged: false },
        resources: { listChanged: false },
        prompts: { listChanged: false },
      },
      requestState: states,
    },
  );
  addTools(server);
  addResources(server);
  addPrompts(server);
  if (handshakeEra) addSubscriptions(server);
  return server;
}

interface FixtureTool {
  readonly description: string;
  readonly run: (context: ServerContext) => Result | Promise<Result>;
}
type Result = CallToolResult | ReturnType<typeof inputRequired>;

function addTools({ server }: McpServer): void {
  const tools: Record<string, FixtureTool> = { ...answeringTools, ...streamingTools, ...askingTools };
  server.setRequestHandler('tools/list', () => ({
    tools: Object.entries(tools).map(([name, { description }]) => ({
      name,
      description,
      inputSchema: { type: 'object' },
    })),
  }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    try {
      return await tools[params.name]!.run(context);
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      return { isError: true, content: [text(String(error))] };
    }
  });
}

type Content = CallToolResult['content'];
const text = (said: string): Content[number] => ({ type: 'text', text: said });
const image: Content[number] = { type: 'image', data: png, mimeType: 'image/png' };
const embedded = (uri: string, mimeType: string, said: string): Content[number] => ({
  type: 'resource',
  resource: { uri, mimeType, text: said },
});

const answering = (...content: Content): FixtureTool => ({ description: 'Answers', run: () => ({ content }) });
const running = (description: string, run: FixtureTool['run']): FixtureTool => ({ description, run });

const answeringTools = {
  test_simple_text: answering(text('This is a simple text response for testing.')),
  test_image_content: answering(image),
  test_audio_content: answering({ type: 'audio', data: wav, mimeType: 'audio/wav' }),
  test_embedded_resource: answering(
    embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
  ),
  test_multiple_content_types: answering(
    text('Multiple content types test:'),
    image,
    embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
  ),
  test_error_handling: running('Fails', () => {
    throw new Error('This tool intentionally returns an error for testing');
  }),
  test_missing_capability: running('Needs sampling', (context) => {
    if (capabilitiesOf(context).sampling) return { content: [text('sampling is there')] };
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
  }),
};

/** Asks the client while it is called, which has no way to it where answers are JSON. */
const requesting = (method: 'sampling/createMessage' | 'elicitation/create', params: Record<string, unknown>) =>
  running('Asks the client', async ({ mcpReq }) => {
    const answer = await mcpReq.send({ method, params }, { timeout: 200 });
    return { content: [text(JSON.stringify(answer))] };
  });
const form = { message: 'Please fill this in', requestedSchema: { type: 'object', properties: {} } };

/** JSON answers lose the messages that these tools send before their answer. */
const streamingTools = {
  test_tool_with_logging: running('Logs on the way', async ({ mcpReq }) => {
    for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await mcpReq.notify({ method: 'notifications/message', params: { level: 'info', data } });
    }
    return { content: [text('Tool with logging executed')] };
  }),
  test_logging_tool: running('Logs when asked to', async ({ mcpReq }) => {
    await mcpReq.log('info', 'Tool execution started');
    return { content: [text('Tool executed')] };
  }),
  test_tool_with_progress: running('Reports progress', async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of progressToken === undefined ? [] : [0, 50, 100]) {
      await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
    }
    return { content: [text('Tool with progress executed')] };
  }),
  test_sampling: requesting('sampling/createMessage', {
    messages: [{ role: 'user', content: { type: 'text', text: 'Say hello' } }],
    maxTokens: 100,
  }),
  test_elicitation: requesting('elicitation/create', form),
  test_elicitation_sep1034_defaults: requesting('elicitation/create', form),
  test_elicitation_sep1330_enums: requesting('elicitation/create', form),
};

const ask = (message: string, ...fields: string[]) =>
  inputRequired.elicit({
    message,
    requestedSchema: {
      type: 'object',
      properties: Object.fromEntries(fields.map((name) => [name, { type: 'string' as const }])),
      required: fields,
    },
  });
const askModel = (said: string) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: { type: 'text', text: said } }], maxTokens: 100 });

/** A tool that asks its client for input, and answers when all of it has come in the right shape. */
const asking = (inputRequests: InputRequests, done: string, { keepsState = false } = {}) =>
  running('Asks the client, and answers when it is called again', async ({ mcpReq }) => {
    const hasAll = Object.entries(inputRequests).every(([key, { method }]) => {
      const given = inputResponse(mcpReq.inputResponses, key);
      if (method === 'elicitation/create') return given.kind === 'elicit' && given.content !== undefined;
      return given.kind !== 'missing' && given.kind !== 'elicit';
    });
    if (hasAll && (!keepsState || mcpReq.requestState() === done)) {
      return { content: [text(`${done} ${JSON.stringify(mcpReq.inputResponses)}`)] };
    }
    return inputRequired({ inputRequests, ...(keepsState && { requestState: await states.mint(done) }) });
  });

const user_name = ask('What is your name?', 'name');
const confirm = ask('Please confirm', 'ok');
const client_roots = inputRequired.listRoots();
const greeting = askModel('Generate a greeting');
const steps = ['Step 1: What is your name?', 'Step 2: What is your favorite color?'];

const askingTools = {
  test_streaming_elicitation: asking({ user_name }, 'Hello,'),
  test_input_required_result_elicitation: asking({ user_name }, 'Hello,'),
  test_input_required_result_sampling: asking(
    { capital_question: askModel('What is the capital of France?') },
    'It is',
  ),
  test_input_required_result_list_roots: asking({ client_roots }, 'Roots:'),
  test_input_required_result_request_state: asking({ confirm }, 'state-ok', { keepsState: true }),
  test_input_required_result_tampered_state: asking({ confirm }, 'state-ok', { keepsState: true }),
  test_input_required_result_multiple_inputs: asking({ user_name, greeting, client_roots }, 'All of it:', {
    keepsState: true,
  }),
  test_input_required_result_multi_round: running('Asks twice', async ({ mcpReq }) => {
    const asked = mcpReq.requestState<number>() ?? 0;
    const step = inputResponse(mcpReq.inputResponses, `step${asked}`).kind === 'elicit' ? asked : 0;
    if (step === steps.length) return { content: [text('Both steps are done.')] };
    return inputRequired({
      inputRequests: { [`step${step + 1}`]: ask(steps[step]!, 'answer') },
      requestState: await states.mint(step + 1),
    });
  }),
  test_input_required_result_capabilities: running('Asks what its client can answer', (context) => {
    const { sampling, elicitation } = capabilitiesOf(context);
    return inputRequired({ inputRequests: { ...(sampling && { greeting }), ...(elicitation && { user_name }) } });
  }),
};

function capabilitiesOf({ mcpReq }: ServerContext): Record<string, object | undefined> {
  const envelope = (mcpReq.envelope ?? {}) as Record<string, Record<string, object> | undefined>;
  return envelope[CLIENT_CAPABILITIES_META_KEY] ?? {};
}

function addSubscriptions({ server }: McpServer): void {
  server.registerCapabilities({ resources: { subscribe: true } });
  server.setRequestHandler('resources/subscribe', () => ({}));
  server.setRequestHandler('resources/unsubscribe', () => ({}));
}

function addResources(server: McpServer): void {
  const plain = { description: 'Text that stays', mimeType: 'text/plain' };
  const says = 'This is the content of the static text resource.';
  server.registerResource('static-text', 'test://static-text', plain, ({ href: uri }) => ({
    contents: [{ uri, mimeType: 'text/plain', text: says }],
  }));
  const picture = { description: 'One red point', mimeType: 'image/png' };
  server.registerResource('static-binary', 'test://static-binary', picture, ({ href: uri }) => ({
    contents: [{ uri, mimeType: 'image/png', blob: png }],
  }));
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined });
  const json = { description: 'Data by ID', mimeType: 'application/json' };
  server.registerResource('template', template, json, ({ href: uri }, { id }) => ({
    contents: [
      {
        uri,
        mimeType: 'application/json',
        text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` }),
      },
    ],
  }));
}

const saying = (...content: Content) => ({ messages: content.map((content) => ({ role: 'user' as const, content })) });

function addPrompts(server: McpServer): void {
  const described = (argument: string) => completable(z.string().describe(argument), () => []);
  server.registerPrompt('test_simple_prompt', { description: 'Says one thing' }, () =>
    saying(text('This is a simple prompt for testing.')),
  );
  server.registerPrompt(
    'test_prompt_with_arguments',
    {
      description: 'Says its arguments',
      argsSchema: z.object({ arg1: described('First test argument'), arg2: described('Second test argument') }),
    },
    ({ arg1, arg2 }) => saying(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    {
      description: 'Holds a resource',
      argsSchema: z.object({ resourceUri: z.string().describe('URI of the resource to embed') }),
    },
    ({ resourceUri }) =>
      saying(
        embedded(resourceUri, 'text/plain', 'Embedded resource content for testing.'),
        text('Please process the embedded resource above.'),
      ),
  );
  server.registerPrompt('test_prompt_with_image', { description: 'Holds an image' }, () =>
    saying(image, text('Please analyze the image above.')),
  );
  server.registerPrompt('test_input_required_result_prompt', { description: 'Asks for a context' }, ({ mcpReq }) => {
    const given = inputResponse(mcpReq.inputResponses, 'user_context');
    if (given.kind === 'elicit') return saying(text(`In the context ${JSON.stringify(given.content)}`));
    return inputRequired({ inputRequests: { user_context: ask('What context should the prompt use?', 'context') } });
  });
}
