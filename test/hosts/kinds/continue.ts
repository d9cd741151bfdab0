import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Host, prompt, type Room, serverName } from '../host.ts';

const serverOf = ({ door, place: { command, args, url, token } }: Room) => {
  if (door === 'stdio') return { name: serverName, command, args };
  const headers = door === 'http' && { requestOptions: { headers: { Authorization: `Bearer ${token}` } } };
  return { name: serverName, type: 'streamable-http', url, ...headers };
};

export const continueCli: Host = {
  name: 'Continue',
  packages: ['@continuedev/cli'],
  async work(room) {
    const model = {
      name: 'Recorder',
      provider: 'anthropic',
      model: 'claude-sonnet-4-5',
      apiKey: 'none',
      apiBase: `${room.modelUrl}/v1/`,
      capabilities: ['tool_use', 'image_input'],
      roles: ['chat'],
    };
    const config = { name: 'Trial', version: '1.0.0', schema: 'v1', models: [model], mcpServers: [serverOf(room)] };
    const file = join(room.home, 'config.yaml');
    await writeFile(file, JSON.stringify(config));
    const continued = join(room.installed, 'node_modules/.bin/cn');
    await room.run([continued, '--config', file, '--auto', '-p', prompt]);
  },
  showsNoImage: true,
  reasons: {
    image: 'it writes the image as text, prunes that text, and asks for it again without end',
    resources: 'its model has no tool for them; people attach them',
    login: 'it cannot log in to a server without its terminal',
  },
};
