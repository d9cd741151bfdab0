import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Host, prompt, resource, type Room, serverName } from '../host.ts';

const serverOf = ({ door, place: { command, args, url, token } }: Room) => {
  if (door === 'stdio') return { command, args };
  return { httpUrl: url, ...(door === 'http' && { headers: { Authorization: `Bearer ${token}` } }) };
};

export const gemini: Host = {
  name: 'Gemini CLI',
  packages: ['@google/gemini-cli'],
  async work(room) {
    await mkdir(join(room.home, '.gemini'), { recursive: true });
    const settings = {
      mcpServers: { [serverName]: { ...serverOf(room), trust: true } },
      security: { auth: { selectedType: 'gemini-api-key' } },
      privacy: { usageStatisticsEnabled: false },
    };
    await writeFile(join(room.home, '.gemini', 'settings.json'), JSON.stringify(settings));
    const environment = { GEMINI_API_KEY: 'none', GOOGLE_GEMINI_BASE_URL: room.modelUrl };
    const options = ['--yolo', '--skip-trust', '-m', 'gemini-2.5-pro', '-p', prompt];
    await room.run([join(room.installed, 'node_modules/.bin/gemini'), ...options], { environment });
  },
  reasons: { login: 'it logs in only from its terminal (/mcp auth)' },
  readResource: { tool: /^read_mcp_resource$/, input: { uri: resource } },
};
