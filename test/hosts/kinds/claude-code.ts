import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Host, prompt, resource, type Room, serverName } from '../host.ts';

const claude = ({ installed }: Room) => join(installed, 'node_modules/.bin/claude');

const serverOf = ({ door, place: { command, args, url, token } }: Room) => {
  if (door === 'stdio') return { type: 'stdio', command, args };
  return { type: 'http', url, ...(door === 'http' && { headers: { Authorization: `Bearer ${token}` } }) };
};

export const claudeCode: Host = {
  name: 'Claude Code',
  packages: ['@anthropic-ai/claude-code'],
  async logIn(room) {
    await room.run([claude(room), 'mcp', 'add-json', '-s', 'user', serverName, JSON.stringify(serverOf(room))]);
    return room.run(['script', '-qfec', `${claude(room)} mcp login ${serverName}`, '/dev/null']);
  },
  async work(room) {
    const config = join(room.home, 'servers.json');
    await writeFile(config, JSON.stringify({ mcpServers: { [serverName]: serverOf(room) } }));
    const options = ['--mcp-config', config, '--strict-mcp-config', '--allowed-tools', `mcp__${serverName}`];
    const more = ['--dangerously-skip-permissions', '--output-format', 'json'];
    const environment = {
      ANTHROPIC_BASE_URL: room.modelUrl,
      ANTHROPIC_API_KEY: 'none',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      IS_SANDBOX: '1',
    };
    await room.run([claude(room), '-p', prompt, ...options, ...more], { environment });
  },
  findTools: (tools) => {
    const wanted = [...tools.map((tool) => `mcp__${serverName}__${tool}`), 'ReadMcpResourceTool'];
    return { tool: /^ToolSearch$/, input: { query: `select:${wanted.join()}` } };
  },
  readResource: {
    tool: /^ReadMcpResource/,
    input: { server: serverName, uri: resource },
  },
};
