import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { connectHost, type Host } from './hosts.ts';
import { receivedMessage, sentMessage } from './leaks.ts';
import { executable, newDataFolder, stop } from './product.ts';
import { hideSecretsOf } from './storage.ts';

export interface SharedHost extends Pick<Host, 'call' | 'done' | 'log'> {
  readonly client: Host['client'];
  readonly dataFolder: string;
}

/**
 * A host on an empty workspace that all tests of a file share. It starts before the first and ends after the last. It
 * has listed the tools, so its client holds every answer against the tool's output schema.
 */
export function sharedHost(...args: string[]): SharedHost {
  let dataFolder = '';
  let host: Host;

  beforeAll(async () => {
    dataFolder = await newDataFolder();
    host = await connectHost(dataFolder, args);
    await host.client.listTools();
    await hideSecretsOf(dataFolder);
  });
  afterAll(async () => {
    await host.client.close();
    await rm(dataFolder, { recursive: true, force: true });
  });

  return {
    get client() {
      return host.client;
    },
    get dataFolder() {
      return dataFolder;
    },
    call: (...asked) => host.call(...asked),
    done: (...asked) => host.done(...asked),
    log: () => host.log(),
  };
}

/** A JSON-RPC answer as it stands on the wire. */
interface WireAnswer {
  readonly jsonrpc: string;
  readonly id: number | string;
  readonly result?: Record<string, unknown>;
  readonly error?: { code: number; message: string };
}

/** `workspace mcp` spoken to line by line, as no client library would. */
export interface Wire {
  readonly processId: number;
  /** Lines on stdout so far. */
  readonly lines: readonly string[];
  /** Its stderr so far. */
  log(): string;
  send(line: string): void;
  sendBytes(bytes: Uint8Array): void;
  notify(method: string): void;
  request(method: string, params?: object): Promise<WireAnswer>;
  /** Ends stdin; resolves to the exit status of the process, which nobody kills. */
  end(): Promise<number | null>;
  kill(): Promise<void>;
}

/** Killed when the test is over. */
export function startWire(dataFolder: string, ...args: string[]): Wire {
  const wire = openWire(dataFolder, args);
  onTestFinished(() => wire.kill());
  return wire;
}

function openWire(dataFolder: string, args: string[]): Wire {
  const child = spawn(process.execPath, [executable, 'mcp', '--data', dataFolder, ...args]);
  child.stdin.on('error', () => {});
  const exited = once(child, 'exit');
  const lines: string[] = [];
  const waiting = new Map<unknown, (answer: WireAnswer) => void>();
  let log = '';
  let lastId = 0;
  child.stderr.on('data', (chunk: Buffer) => {
    log += chunk.toString();
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    receivedMessage(line);
    const answer = JSON.parse(line) as WireAnswer;
    waiting.get(answer.id)?.(answer);
  });
  const sendBytes = (bytes: Uint8Array) => {
    sentMessage(Buffer.from(bytes).toString());
    child.stdin.write(bytes);
  };
  const send = (line: string) => sendBytes(Buffer.from(`${line}\n`));

  return {
    processId: child.pid!,
    lines,
    log: () => log,
    send,
    sendBytes,
    notify: (method) => send(JSON.stringify({ jsonrpc: '2.0', method })),
    request(method, params) {
      const id = (lastId += 1);
      const answer = new Promise<WireAnswer>((resolve) => waiting.set(id, resolve));
      send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
      const ended = exited.then(() => Promise.reject(new Error(`ended before it answered ${method}: ${log}`)));
      return Promise.race([answer, ended]);
    },
    async end() {
      child.stdin.end();
      const [status] = (await exited) as [number | null];
      return status;
    },
    kill: () => stop(child, 'SIGKILL'),
  };
}

/** The same after the handshake of a protocol revision. */
export async function startInitializedWire(dataFolder: string, revision = newestHandshake, ...args: string[]) {
  const wire = startWire(dataFolder, ...args);
  return { ...wire, initialized: await initialize(wire, revision) };
}

/** One such wire for all tests of a file, on an empty workspace. */
export function sharedWire(): () => Wire {
  let dataFolder: string;
  let wire: Wire;
  beforeAll(async () => {
    dataFolder = await newDataFolder();
    wire = openWire(dataFolder, []);
    await initialize(wire, newestHandshake);
  });
  afterAll(async () => {
    await wire.kill();
    await rm(dataFolder, { recursive: true, force: true });
  });
  return () => wire;
}

/** The newest revision that begins with a handshake. */
const newestHandshake = '2025-11-25';

async function initialize(wire: Wire, revision: string): Promise<Record<string, unknown>> {
  const { result } = await wire.request('initialize', handshake(revision));
  wire.notify('notifications/initialized');
  return result!;
}

export const handshake = (protocolVersion: string) => ({
  protocolVersion,
  capabilities: {},
  clientInfo: { name: 'test-host', version: '1.0.0' },
});
