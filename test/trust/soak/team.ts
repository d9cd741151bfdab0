import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { WorkspaceClient } from '../../../src/sdk/index.ts';
import { type Calls, callingWith } from '../../support/hosts.ts';
import { accessToken, executable } from '../../support/product.ts';
import { addUsers } from '../../support/users.ts';
import { Agent } from './agent.ts';
import { Chance } from './chance.ts';
import type { Door } from './door.ts';
import type { Meter } from './meter.ts';
import { restDoor } from './rest-door.ts';
import type { Server } from './server.ts';
import { toolDoor } from './tool-door.ts';
import type { Workplace } from './workplace.ts';

/** A user with a token, and the tools where they come by MCP. */
export interface Person {
  readonly name: string;
  readonly userId: string;
  readonly token: string;
  readonly client: WorkspaceClient;
  /** One that sends nothing again of itself, so that each refusal is seen. */
  readonly frank: WorkspaceClient;
  readonly tools?: Calls;
  close(): Promise<void>;
}

export interface Team {
  /** The user of this machine, whose agent works over stdio in a process of its own on the same folder. */
  readonly local: Person;
  readonly hostPid: number;
  readonly impatient: Person;
  /** All who work, the local one too. */
  readonly workers: readonly Person[];
}

const groups = 'records,feed';

export async function gather(server: Server, overRest: number, overMcp: number): Promise<Team> {
  const names = Array.from({ length: overRest + overMcp }, (_, index) => `agent-${String(index + 1).padStart(2, '0')}`);
  const emailOf = (name: string) => `${name}@workspace.test`;
  const ids = await addUsers(server.dataFolder, ...[...names, 'impatient'].map((name) => ({ email: emailOf(name) })));
  const person = async (name: string): Promise<Person> =>
    personOf(server, name, ids[emailOf(name)]!, await accessToken(server.dataFolder, '--user', emailOf(name)));
  const remote = await Promise.all(
    names.map(async (name, index) => {
      const one = await person(name);
      return index < overRest ? one : withTools(one, endpointFor(server, one.token));
    }),
  );
  const impatient = await person('impatient');
  const overStdio = new StdioClientTransport(hostOn(server));
  const local = await withTools(await localPerson(server), overStdio);
  return { local, hostPid: overStdio.pid!, impatient, workers: [...remote, local] };
}

function personOf(server: Server, name: string, userId: string, token: string): Person {
  const at = { baseUrl: server.url, token };
  const frank = new WorkspaceClient({ ...at, retries: 0 });
  return { name, userId, token, client: new WorkspaceClient(at), frank, close: async () => {} };
}

async function localPerson(server: Server): Promise<Person> {
  const token = await accessToken(server.dataFolder);
  const { userId } = await personOf(server, 'local', '', token).client.me.get({});
  return personOf(server, 'agent-local', userId, token);
}

async function withTools(person: Person, transport: Parameters<Client['connect']>[0]): Promise<Person> {
  const host = new Client({ name: 'soaking-host', version: '1.0.0' });
  await host.connect(transport);
  const tools = callingWith((request) => host.callTool(request));
  return { ...person, tools, close: () => host.close() };
}

const endpointFor = ({ url }: Server, token: string) =>
  new StreamableHTTPClientTransport(new URL(`${url}/mcp?tools=${groups}`), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });

const hostOn = ({ dataFolder, temporaryFolder }: Server) => ({
  command: process.execPath,
  args: [executable, 'mcp', '--data', dataFolder, '--tools', groups],
  env: { TMPDIR: temporaryFolder },
});

/** Sets a person's agent to work. */
export function agentOf(
  person: Person,
  { workplace, meter, seed }: { workplace: Workplace; meter: Meter; seed: number },
): Agent {
  return new Agent({ ...person, door: doorOf(person, meter), chance: new Chance(seed), workplace, meter });
}

const doorOf = ({ tools, frank, token }: Person, meter: Meter): Door =>
  tools ? toolDoor(tools, token, meter) : restDoor(frank, token, meter);
