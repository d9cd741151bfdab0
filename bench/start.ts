import { type Figure, median } from './support/figures.ts';
import { bareServer, ourServer, type StdioServer } from './support/stdio.ts';

const starts = 20;

/** From spawning a server on an existing folder to its first `tools/list`, in turns. */
export async function start(dataFolder: string): Promise<Figure[]> {
  await timeToTools(() => ourServer(dataFolder));
  await timeToTools(bareServer);
  const times = { ours: [] as number[], bare: [] as number[] };
  for (let turn = 0; turn < starts; turn += 1) {
    times.ours.push(await timeToTools(() => ourServer(dataFolder)));
    times.bare.push(await timeToTools(bareServer));
  }
  return [
    {
      name: 'cold start to the first tools/list: median time',
      ours: median(times.ours),
      baseline: median(times.bare),
      unit: 'ms',
      bound: { atMost: 1.4 },
    },
  ];
}

async function timeToTools(spawn: () => StdioServer): Promise<number> {
  const begin = performance.now();
  const server = spawn();
  await server.initialize();
  await server.request('tools/list', {});
  const elapsed = performance.now() - begin;
  await server.stop();
  return elapsed;
}
