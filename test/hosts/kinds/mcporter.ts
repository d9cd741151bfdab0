import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Host, resource, type Room, serverName } from '../host.ts';
import type { Recorded } from '../model.ts';

const serverOf = ({ door, place: { command, args, url, token } }: Room) => {
  if (door === 'stdio') return { command, args };
  if (door === 'http') return { url, headers: { Authorization: `Bearer ${token}` } };
  return { url, auth: 'oauth' };
};

export const mcporter: Host = {
  name: 'mcporter',
  packages: ['mcporter'],
  hasNoModel: true,
  async work(room) {
    const config = join(room.home, 'config', 'mcporter.json');
    await mkdir(join(room.home, 'config'), { recursive: true });
    await writeFile(config, JSON.stringify({ mcpServers: { [serverName]: serverOf(room) } }));
    const program = join(room.installed, 'node_modules/.bin/mcporter');
    const say = (...words: string[]) => room.run([program, '--config', config, ...words]);
    if (room.door === 'login') await say('auth', serverName);
    const { tools } = JSON.parse(await say('list', serverName, '--json')) as { tools: { name: string }[] };
    const results: unknown[] = [];
    const pictures = join(room.home, 'pictures');
    await mkdir(pictures);
    const output = ['--output', 'json', '--save-images', pictures];
    for (const { tool, input } of room.script) {
      const { name } = tools.find((one) => tool.test(one.name))!;
      const given = ['--args', JSON.stringify(input), ...output];
      const said = await say('call', `${serverName}.${name}`, ...given).catch((error: Error) => error.message);
      results.push(parsed(said));
    }
    results.push(...(await picturesIn(pictures)));
    const recorded: Recorded = { path: '', body: { results }, offered: tools, calls: [], results };
    const seen = await say('resource', serverName, resource);
    return {
      recorded: [recorded],
      resources: seen.includes('"channel"') || seen.includes('\\"channel\\"') ? 'good' : seen,
    };
  },
};

function parsed(said: string): unknown {
  try {
    return JSON.parse(said);
  } catch {
    return said;
  }
}

/** It saves images as files, which the agent opens by itself. */
async function picturesIn(folder: string): Promise<object[]> {
  const names = await readdir(folder);
  const pictures = names.map(async (name) => ({
    mimeType: 'image/png',
    data: (await readFile(join(folder, name))).toString('base64'),
  }));
  return Promise.all(pictures);
}
