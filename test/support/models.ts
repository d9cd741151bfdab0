import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';

/** The request to a model in one step. */
export interface Asked {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: ChatRequest;
  /** All of it that is text: rules, question and what tools have answered. */
  readonly text: string;
  /** The answer of the tool that was called last. */
  readonly result: string;
}

interface ChatRequest {
  readonly model: string;
  readonly max_tokens?: number;
  readonly system?: unknown;
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  readonly tools: readonly { readonly name?: string; readonly function?: { readonly name: string } }[];
}

interface Call {
  readonly tool: string;
  /** A text need not be JSON. */
  readonly input: unknown;
}

interface Raw {
  readonly raw: (response: ServerResponse) => void;
}

/** Calls of tools, a text, or whatever else is done with the connection. */
type Reply = readonly Call[] | string | Raw;

export type Step = Reply | ((asked: Asked) => Reply | Promise<Reply>);

/** One step after the other; the last is said for ever. */
type Script = readonly Step[];

export const calls = (tool: string, input: unknown = {}): Call[] => [{ tool, input }];
export const answers = (claim: object): Call[] => calls('answer', claim);
export const raw = (handle: Raw['raw']): Raw => ({ raw: handle });
export const status = (code: number, body: object = { error: { message: 'planted-error-text' } }): Raw =>
  raw((response) => response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body)));

export interface ScriptedModel {
  readonly url: string;
  /** The requests since its script began. */
  readonly asked: readonly Asked[];
  follow(...script: Script): void;
}

/** A server for all tests of a file that speaks OpenAI's chat completions and Anthropic's messages, by a script. */
export function scriptedModel(): ScriptedModel {
  const asked: Asked[] = [];
  let script: Script = [];
  let step = 0;
  const server = createServer((request, response) => void answer(request, response));
  beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const one = await askedIn(request);
    asked.push(one);
    const next = script[Math.min(step, script.length - 1)]!;
    step += 1;
    const reply = typeof next === 'function' ? await next(one) : next;
    if (typeof reply === 'object' && 'raw' in reply) return reply.raw(response);
    const message = one.path.endsWith('/messages') ? anthropicMessage(reply) : chatCompletion(reply);
    response.setHeader('content-type', 'application/json').end(JSON.stringify(message));
  }

  return {
    get url() {
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    },
    asked,
    follow(...next) {
      script = next;
      step = 0;
      asked.length = 0;
    },
  };
}

async function askedIn(request: IncomingMessage): Promise<Asked> {
  const body = JSON.parse(Buffer.concat(await request.toArray()).toString()) as ChatRequest;
  const texts = [body.system, ...body.messages.map(({ content }) => content)].map(textOf);
  return { path: request.url!, headers: request.headers, body, text: texts.join('\n'), result: texts.at(-1)! };
}

/** Both protocols have content as a text or as blocks of it. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((block: { text?: string; content?: unknown }) => block.text ?? textOf(block.content)).join('\n');
}

let lastId = 0;
const newId = () => `call_${(lastId += 1)}`;
const asText = (input: unknown) => (typeof input === 'string' ? input : JSON.stringify(input));

export const chatCompletion = (reply: string | readonly Call[]) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'scripted',
  choices: [
    {
      index: 0,
      finish_reason: typeof reply === 'string' ? 'stop' : 'tool_calls',
      message:
        typeof reply === 'string'
          ? { role: 'assistant', content: reply }
          : {
              role: 'assistant',
              content: null,
              tool_calls: reply.map(({ tool, input }) => ({
                id: newId(),
                type: 'function',
                function: { name: tool, arguments: asText(input) },
              })),
            },
    },
  ],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
});

const anthropicMessage = (reply: string | readonly Call[]) => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'scripted',
  content:
    typeof reply === 'string'
      ? [{ type: 'text', text: reply }]
      : reply.map(({ tool, input }) => ({ type: 'tool_use', id: newId(), name: tool, input })),
  stop_reason: typeof reply === 'string' ? 'end_turn' : 'tool_use',
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
});
