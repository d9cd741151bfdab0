import type { Figure } from './support/figures.ts';
import { inPairs } from './support/pairs.ts';
import { bareServer, ourServer, type StdioServer } from './support/stdio.ts';

const starts = 20;

/** From spawning a server on an existing folder to its first `tools/list`, in turns. */
export async function start(dataFolder: string): Promise<Figure[]> {
  const measured = await inPairs(starts, {
    ours: () => timeToTools(() => ourServer(dataFolder)),
    baseline: () => timeToTools(bareServer),
  });
  return [{ name: 'cold start to the first tools/list: median time', ...measured, unit: 'ms', bound: { atMost: 1.4 } }];
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
