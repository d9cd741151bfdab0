import { afterAll, beforeAll, describe, expect } from 'vitest';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WorkspaceError } from '../../../schemas/errors.ts';
import type { Workspace, WorkspaceByName } from '../../../schemas/index.ts';
import { scopes } from '../../../schemas/operation.ts';
import { openCore } from '../../../src/commands/core.ts';
import { readConfig } from '../../../src/config.ts';
import { WorkspaceClient } from '../../../src/sdk/index.ts';
import { accessToken, listening, spawnGateway, stop, newDataFolder } from '../../support/product.ts';
import { addedSource } from '../../support/sources.ts';
import { addUsers } from '../../support/users.ts';

const colleague = 'mia@workspace.test';

/** An open door: the workspace of a folder as its local user, with one colleague and one source in it. */
export interface Opened {
  readonly workspace: Workspace;
  readonly colleagueId: string;
  readonly sourceId: string;
}

type Open = (dataFolder: string) => Promise<{ workspace: Workspace; close: () => Promise<void> }>;

/** In this process. */
async function embedded(dataFolder: string): ReturnType<Open> {
  const core = await openCore(await readConfig({ data: dataFolder, webhookHosts: ['*'] }, {}), {
    publicUrl: () => 'http://127.0.0.1:8787',
    gatewayUrl: async () => 'http://127.0.0.1:8787',
    onError: (error) => {
      throw error;
    },
  });
  const caller = await core.localCaller('cli');
  return { workspace: core.workspaceFor({ ...caller, scopes, interface: 'api' }), close: () => core.close() };
}

/** Over HTTP. The compiler checks that the client is a Workspace. */
async function acrossTheNetwork(dataFolder: string): ReturnType<Open> {
  const gateway = await listening(spawnGateway(dataFolder, '--webhook-hosts', '*'));
  const workspace = new WorkspaceClient({
    baseUrl: gateway.url,
    token: await accessToken(dataFolder, '--scope', scopes.join(' ')),
  });
  return { workspace, close: () => stop(gateway.process) };
}

const doors: Record<string, Open> = { 'the embedded core': embedded, 'the SDK over HTTP': acrossTheNetwork };
export const doorNames = Object.keys(doors);

/** The answers and refusals of the operations through a door, without anything that differs between workspaces. */
export type Transcript = readonly [operation: string, answer: unknown][];
export const transcripts = new Map<string, Transcript>();

/** The same tests through each door, and what they called. */
export function throughEachDoor(tests: (opened: Opened, name: string) => void): void {
  describe.each(doorNames)('through %s:', (name) => {
    const opened = {} as { -readonly [Key in keyof Opened]: Opened[Key] };
    let close: () => Promise<void>;
    let dataFolder: string;

    beforeAll(async () => {
      dataFolder = await newDataFolder();
      opened.colleagueId = (await addUsers(dataFolder, { email: colleague }))[colleague]!;
      opened.sourceId = (await sourceIn(dataFolder)).sourceId;
      const door = await doors[name]!(dataFolder);
      const transcript: [string, unknown][] = [];
      transcripts.set(name, transcript);
      opened.workspace = written(door.workspace, transcript);
      close = () => door.close();
    });
    afterAll(async () => {
      await close();
      await rm(dataFolder, { recursive: true, force: true });
    });

    tests(opened, name);
  });
}

async function sourceIn(dataFolder: string) {
  const path = join(dataFolder, 'guests.csv');
  await writeFile(path, 'Id\na\n');
  return addedSource(dataFolder, '--name', 'Guests', '--csv', path, '--key', 'Id');
}

function written(workspace: Workspace, transcript: [string, unknown][]): Workspace {
  const places = new Map<string, string>();
  const named = workspace as unknown as WorkspaceByName;
  const groupOf = (group: string) =>
    new Proxy(named[group]!, {
      get: (calls, name: string) => async (input: unknown) => {
        const note = (answer: unknown) => transcript.push([`${group}.${name}`, told(answer, places)]);
        try {
          const answer = await calls[name]!(input);
          note(answer);
          return answer;
        } catch (error) {
          const { code, message } = error as WorkspaceError;
          if (code === 'forbidden') note({ code, message });
          throw error;
        }
      },
    });
  return new Proxy({}, { get: (_target, group: string) => groupOf(group) }) as Workspace;
}

/** IDs by the order in which they came, and no times, addresses and cursors. */
function told(answer: unknown, ids: Map<string, string>): unknown {
  const text = JSON.stringify(answer)
    .replaceAll(/\b[a-z]+_[0-9a-z]{26}\b/g, (id) => {
      if (!ids.has(id)) ids.set(id, `id ${ids.size}`);
      return ids.get(id)!;
    })
    .replaceAll(/whsec_[\w+/]+=*/g, 'secret')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, 'time')
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'origin')
    .replaceAll(/\/invitation\/[\w-]{43}/g, '/invitation/secret')
    .replaceAll(/"nextCursor":"[^"]+"/g, '"nextCursor":"cursor"');
  return JSON.parse(text);
}

export const bytesOf = async (bytes: AsyncIterable<Uint8Array>) =>
  Buffer.concat(await Array.fromAsync(bytes)).toString();

/** As both doors take a file. */
export const fileOf = (fileName: string, text: string) => ({ fileName, bytes: sayings(text) });

async function* sayings(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text.slice(0, 3));
  yield Buffer.from(text.slice(3));
}

export async function refusal(call: Promise<unknown>): Promise<WorkspaceError> {
  const error: unknown = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(WorkspaceError);
  return error as WorkspaceError;
}
