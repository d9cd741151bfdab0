import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Host, prompt, resource, type Room, serverName } from '../host.ts';

const codex = ({ installed }: Room) => join(installed, 'node_modules/.bin/codex');

const serverOf = ({ door, place: { command, args, url } }: Room) => {
  if (door === 'stdio') return `command = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}`;
  return `url = ${JSON.stringify(url)}${door === 'http' ? '\nbearer_token_env_var = "WORKSPACE_TOKEN"' : ''}`;
};

async function configure(room: Room): Promise<void> {
  await mkdir(join(room.home, '.codex'), { recursive: true });
  const config = `model = "gpt-5"
model_provider = "recorder"
mcp_oauth_credentials_store = "file"

[model_providers.recorder]
name = "Recorder"
base_url = "${room.modelUrl}/v1"
wire_api = "responses"

[mcp_servers.${serverName}]
startup_timeout_sec = 60
${serverOf(room)}
`;
  await writeFile(join(room.home, '.codex', 'config.toml'), config);
}

export const codexCli: Host = {
  name: 'Codex',
  packages: ['@openai/codex'],
  async logIn(room) {
    await configure(room);
    return room.run([codex(room), 'mcp', 'login', serverName]);
  },
  async work(room) {
    await configure(room);
    const options = ['--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox'];
    const environment = { WORKSPACE_TOKEN: room.place.token };
    await room.run([codex(room), 'exec', ...options, prompt], { environment });
  },
  readResource: {
    tool: /^read_mcp_resource$/,
    input: { server: serverName, uri: resource },
  },
};
