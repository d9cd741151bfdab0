import { type CallToolResult, Client, type ClientOptions } from '@modelcontextprotocol/client';
import { StdioClientTransport, type StdioServerParameters } from '@modelcontextprotocol/client/stdio';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { onTestFinished } from 'vitest';
import type { Problem } from '../../schemas/problem.ts';
import type { Contract, Workspace } from '../../schemas/index.ts';
import { receivedMessage, sentMessage } from './leaks.ts';
import { executable } from './product.ts';

type Output<Group extends keyof Contract, Name extends keyof Contract[Group]> = Awaited<
  ReturnType<Extract<Workspace[Group][Name], (input: never) => unknown>>
>;

type ViewData = Output<'views', 'data'>['data'];
type QueryData = Output<'queries', 'run'>['data'];

/** The data of a View or a typed query; which of it is there depends on what was asked. */
interface Data extends Omit<ViewData, 'rows'> {
  columns?: QueryData['columns'];
  rows?: (NonNullable<QueryData['rows']>[number] & NonNullable<ViewData['rows']>[number])[];
  /** These fields say that something was left out. */
  columnCount?: number;
  groupCount?: number;
  shortened?: string[];
  notShown?: string[];
}

/** Every envelope that a tool may answer with; which of them is there depends on the tool. */
export interface Structured
  extends Output<'channels', 'list'>,
    Output<'channels', 'get'>,
    Output<'files', 'list'>,
    Output<'files', 'get'>,
    Output<'files', 'prepareUpload'>,
    Output<'artifacts', 'get'>,
    Output<'sessions', 'get'>,
    Output<'sessions', 'messages'>,
    Output<'members', 'list'>,
    Output<'people', 'list'>,
    Output<'search', 'run'>,
    Output<'artifacts', 'link'>,
    Output<'artifacts', 'unlink'>,
    Output<'dataSets', 'import'>,
    Output<'records', 'get'>,
    Output<'views', 'list'>,
    Output<'views', 'create'>,
    Output<'posts', 'create'>,
    Output<'posts', 'reply'>,
    Output<'discussions', 'get'>,
    Output<'discussions', 'comment'>,
    Output<'discussions', 'react'>,
    Output<'feed', 'list'>,
    Output<'queries', 'list'>,
    Output<'feedback', 'submit'> {
  data: Data;
  query: Output<'queries', 'get'>['query'];
  message: Output<'sessions', 'send'>['message'];
  deleted: boolean;
  created?: string[];
  updated?: Record<string, number>;
  unchanged?: string[];
  deletedCount?: number;
  updatedCount?: number;
  unchangedCount?: number;
  nextOffsets?: Record<string, number>;
  versions: { versionId: string; versionNumber: number; title: string; createdAt: string }[];
  diff: string;
  valuesLeftOut?: number;
  fileId: string;
  encoding: 'text' | 'base64';
  text?: string;
  contentBase64?: string;
  contentType: string;
  offset: number;
  length: number;
  size: number;
  nextOffset?: number;
  downloadUrl: string;
}

/** The answer of a tool: its structured content, or the problem of its refusal. */
interface Answer {
  readonly content: { type: string; text?: string; data?: string; mimeType?: string }[];
  readonly structured: Structured;
  readonly problem: Problem | undefined;
}

/** Calls tools, whichever way they are reached. */
export interface Calls {
  /** Calls a tool; a refusal is an answer too. */
  call(name: string, input?: Record<string, unknown>): Promise<Answer>;
  /** Calls a tool that must not refuse, and returns its structured content. */
  done(name: string, input?: Record<string, unknown>): Promise<Structured>;
}

export interface Host extends Calls {
  readonly client: Client;
  readonly transport: StdioClientTransport;
  /** The server's stderr so far. */
  log(): string;
}

/** An agent host: the current SDK client on `workspace mcp` over stdio; closed when the test is over. */
export async function startHost(dataFolder: string, ...args: string[]): Promise<Host> {
  const host = await connectHost(dataFolder, args);
  onTestFinished(() => host.client.close());
  return host;
}

/** The same for whoever closes it otherwise, such as a hook, or wants another client. */
export async function connectHost(dataFolder: string, args: string[], options?: ClientOptions): Promise<Host> {
  return connectTo(command(dataFolder, args), options);
}

/** The same to a server that is started otherwise. */
export async function connectTo(server: StdioServerParameters, options?: ClientOptions): Promise<Host> {
  const client = new Client({ name: 'test-host', version: '1.0.0' }, options);
  const transport = new StdioClientTransport({ ...server, stderr: 'pipe' });
  let log = '';
  transport.stderr?.on('data', (chunk: Buffer) => {
    log += chunk.toString();
  });
  await client.connect(watched(transport));
  return { client, transport, ...callingWith((request) => client.callTool(request)), log: () => log };
}

/** The same with the client of the SDK's maintenance line, which older hosts are built with. */
export async function startOlderHost(dataFolder: string, ...args: string[]) {
  const client = new OlderClient({ name: 'older-test-host', version: '1.0.0' });
  await client.connect(watched(new OlderTransport({ ...command(dataFolder, args), stderr: 'ignore' })));
  onTestFinished(() => client.close());
  return { client, ...callingWith((request) => client.callTool(request)) };
}

interface Transport<Message> {
  onmessage?: (message: Message) => void;
  send(message: Message): Promise<void>;
}

/** Searches every answer, resource, prompt and definition that passes for leaks (leaks.ts). */
export function watched<Message, T extends Transport<Message>>(transport: T & Transport<Message>): T {
  const sendOn = transport.send.bind(transport);
  const send = async (message: Message) => {
    sentMessage(JSON.stringify(message));
    await sendOn(message);
  };
  const onmessage = (message: Message) => receivedMessage(JSON.stringify(message));
  return Object.assign(transport, { send, onmessage });
}

function command(dataFolder: string, args: string[]) {
  return { command: process.execPath, args: [executable, 'mcp', '--data', dataFolder, ...args] };
}

export function callingWith(
  callTool: (request: { name: string; arguments: Record<string, unknown> }) => Promise<unknown>,
): Calls {
  const call = async (name: string, input: Record<string, unknown> = {}): Promise<Answer> => {
    const result = (await callTool({ name, arguments: input })) as CallToolResult;
    const content = result.content as Answer['content'];
    const problem = result.isError ? (JSON.parse(content[0]?.text ?? '') as Problem) : undefined;
    return { content, structured: result.structuredContent as Structured, problem };
  };
  const done = async (name: string, input?: Record<string, unknown>) => {
    const { structured, problem } = await call(name, input);
    if (problem) throw new Error(`${name}: ${problem.detail}`);
    return structured;
  };
  return { call, done };
}
