import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Host, prompt, type Room, serverName } from '../host.ts';

const opencode = ({ installed }: Room) => join(installed, 'node_modules/.bin/opencode');

const serverOf = ({ door, place: { command, args, url, token } }: Room) => {
  if (door === 'stdio') return { type: 'local', command: [command, ...args], enabled: true };
  return {
    type: 'remote',
    url,
    enabled: true,
    ...(door === 'http' && { headers: { Authorization: `Bearer ${token}` } }),
  };
};

async function configure(room: Room): Promise<void> {
  const model = {
    name: 'Recorder',
    attachment: true,
    tool_call: true,
    modalities: { input: ['text', 'image'], output: ['text'] },
  };
  const config = {
    model: 'recorder/recorder',
    provider: {
      recorder: {
        npm: '@ai-sdk/anthropic',
        options: { baseURL: `${room.modelUrl}/v1`, apiKey: 'none' },
        models: { recorder: model },
      },
    },
    mcp: { [serverName]: serverOf(room) },
    permission: 'allow',
  };
  await writeFile(join(room.home, 'opencode.json'), JSON.stringify(config));
}

export const opencodeCli: Host = {
  name: 'opencode',
  packages: ['opencode-ai'],
  async logIn(room) {
    await configure(room);
    return room.run([opencode(room), 'mcp', 'auth', serverName]);
  },
  async work(room) {
    await configure(room);
    await room.run([opencode(room), 'run', '--auto', prompt]);
  },
  reasons: { resources: 'its model has no tool for them; people attach them' },
};
