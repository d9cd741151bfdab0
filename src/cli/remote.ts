import { realpathSync } from 'node:fs';
import type { Agent } from '../../schemas/common.ts';
import { contract, type Workspace } from '../../schemas/index.ts';
import { quoted } from '../../schemas/shell.ts';
import { type GatewayOptions, WorkspaceClient } from '../sdk/index.ts';
import { gatewayOf, type Settings } from './connection.ts';

/** A gateway for agents on this machine. Each call is made in the name of its agent. */
export async function openRemote(settings: Settings): Promise<(agent?: Agent) => Workspace> {
  const gateway = await gatewayOf(settings, 'mcp');
  return (agent) => workspaceAt({ ...gateway, agent }, settings);
}

function workspaceAt(gateway: GatewayOptions, settings: Settings): Workspace {
  const client = new WorkspaceClient(gateway);
  if (settings.token !== undefined) return client;
  const prepareUpload: Workspace['files']['prepareUpload'] = async (input) => {
    const prepared = await client.files.prepareUpload(input);
    const example = uploadCommand(gateway.baseUrl, prepared.fields, input.fileName);
    const instructions = `The example sends the file as whoever is signed in at ${gateway.baseUrl} on this machine. Or send an access token of that gateway that has the scope workspace.write. Where no shell can run the example, give the user the handoffUrl.`;
    return { ...prepared, authentication: { ...prepared.authentication, instructions }, example };
  };
  const groups = Object.keys(contract) as (keyof Workspace)[];
  return {
    ...(Object.fromEntries(groups.map((group) => [group, client[group]])) as Workspace),
    files: { ...client.files, prepareUpload },
  };
}

/** Maps upload fields to command line options. Other fields from a gateway never reach a command. */
const options = {
  channelId: '--channel',
  sessionId: '--session',
  recordId: '--record',
  sha256: '--sha256',
} as const;

/** A POSIX shell command that uploads with this machine's login, so that tokens need not be passed around. */
function uploadCommand(url: string, fields: Readonly<Record<string, string>>, fileName = 'FILE'): string {
  const placed = Object.entries(options).filter(([name]) => Object.hasOwn(fields, name));
  const given = placed.map(([name, option]) => `${option}=${fields[name]}`);
  const executable = [process.execPath, realpathSync(process.argv[1]!)];
  const words = [...executable, 'files', `--upload=${fileName}`, ...given, `--url=${url}`, '--allow-write', '--json'];
  return words.map(quoted).join(' ');
}
