import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { anthropic } from './dialects/anthropic.ts';
import { chat } from './dialects/chat.ts';
import type { Body, Dialect, Offered, Reply } from './dialects/dialect.ts';
import { gemini } from './dialects/gemini.ts';
import { responses } from './dialects/responses.ts';

const dialects: readonly Dialect[] = [anthropic, responses, chat, gemini];

/** A call that the model makes, of the first tool whose name fits. */
export interface Step {
  readonly tool: RegExp;
  readonly input: object;
}

/** A request of a host to its model. */
export interface Recorded {
  readonly path: string;
  readonly body: Body;
  readonly offered: readonly Offered[];
  readonly calls: readonly string[];
  readonly results: readonly unknown[];
}

export interface RecordingModel {
  readonly url: string;
  /** Begins a script. Returns what is recorded from then on. */
  follow(script: readonly Step[]): readonly Recorded[];
  close(): Promise<void>;
}

/**
 * A model on loopback. It records each request whole, and calls the tools of its script in turn. A step waits
 * until its tool is offered. Requests without tools, such as those for a title, are answered in words.
 */
export async function recordingModel(): Promise<RecordingModel> {
  let left = new Set<Step>();
  let recorded: Recorded[] = [];
  let count = 0;
  const server = createServer((request, response) => {
    void answerTo(request).then(
      ({ type, text }) => response.writeHead(200, { 'content-type': type }).end(text),
      () => response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{"message":"unknown"}}'),
    );
  });

  async function answerTo(request: IncomingMessage) {
    const path = new URL(request.url!, 'http://127.0.0.1').pathname;
    const dialect = dialects.find(({ speaksAt }) => speaksAt(path));
    if (!dialect) throw new Error(path);
    const body = (await json(request)) as Body;
    const offered = dialect.offered(body);
    recorded.push({ path, body, offered, calls: dialect.calls(body), results: dialect.results(body) });
    const reply = replyTo(offered);
    const id = String((count += 1));
    return dialect.isStream(body, path)
      ? { type: 'text/event-stream', text: dialect.stream(reply, id) }
      : { type: 'application/json', text: JSON.stringify(dialect.answer(reply, id)) };
  }

  function replyTo(offered: readonly Offered[]): Reply {
    for (const step of left) {
      const tool = offered.find(({ name }) => step.tool.test(name));
      if (!tool) continue;
      left.delete(step);
      return { tool, input: step.input };
    }
    return { text: 'Done.' };
  }

  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    follow(steps) {
      left = new Set(steps);
      recorded = [];
      return recorded;
    },
    close: async () => {
      server.closeAllConnections();
      await server[Symbol.asyncDispose]();
    },
  };
}
