import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { onTestFinished } from 'vitest';
import type { Problem } from '../../schemas/errors.ts';
import { executable } from './product.ts';

/** What a tool answered: its structured content, or the problem that it refused with. */
export interface Answer {
  readonly content: { type: string; text?: string; data?: string; mimeType?: string }[];
  readonly structured: any;
  readonly problem: Problem | undefined;
}

export interface Host {
  readonly client: Client;
  readonly transport: StdioClientTransport;
  /** Calls a tool; a refusal is an answer too. */
  call(name: string, input?: Record<string, unknown>): Promise<Answer>;
  /** Calls a tool that must not refuse, and returns its structured content. */
  done(name: string, input?: Record<string, unknown>): Promise<any>;
  /** What the server has written to stderr so far. */
  log(): string;
}

/** An agent host: the current SDK client on `workspace mcp` over stdio; closed when the test is over. */
export async function startHost(dataFolder: string, ...args: string[]): Promise<Host> {
  const client = new Client({ name: 'test-host', version: '1.0.0' });
  const transport = new StdioClientTransport({ ...command(dataFolder, args), stderr: 'pipe' });
  let log = '';
  transport.stderr?.on('data', (chunk: Buffer) => {
    log += chunk.toString();
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return { client, transport, ...callingWith((request) => client.callTool(request)), log: () => log };
}

/** The same with the client of the SDK's maintenance line, which older hosts are built with. */
export async function startOlderHost(dataFolder: string, ...args: string[]) {
  const client = new OlderClient({ name: 'older-test-host', version: '1.0.0' });
  await client.connect(new OlderTransport({ ...command(dataFolder, args), stderr: 'ignore' }));
  onTestFinished(() => client.close());
  return { client, ...callingWith((request) => client.callTool(request)) };
}

function command(dataFolder: string, args: string[]) {
  return { command: process.execPath, args: [executable, 'mcp', '--data', dataFolder, ...args] };
}

function callingWith(callTool: (request: { name: string; arguments: Record<string, unknown> }) => Promise<any>) {
  const call = async (name: string, input: Record<string, unknown> = {}): Promise<Answer> => {
    const { content, structuredContent, isError } = await callTool({ name, arguments: input });
    return { content, structured: structuredContent, problem: isError ? JSON.parse(content[0].text) : undefined };
  };
  const done = async (name: string, input?: Record<string, unknown>) => {
    const { structured, problem } = await call(name, input);
    if (problem) throw new Error(`${name}: ${problem.detail}`);
    return structured;
  };
  return { call, done };
}
