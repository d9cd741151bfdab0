import { type Figure, median } from './support/figures.ts';
import { cpuMicroseconds, pin, unpin } from './support/processes.ts';
import { bareServer, ourServer } from './support/stdio.ts';

const callsPerTurn = 2_000;
const turns = 12;

/**
 * `tools/call` of a point read beside an echo of the bare SDK, in turns: CPU a call and median time a call.
 *
 * Both servers run on one core and this client on another. Left to itself, the scheduler at times kept one of them, but not
 * the other, on the client's core, which spared it the waking of a core and doubled the ratio or halved it.
 */
export async function toolCall(dataFolder: string): Promise<Figure[]> {
  const [ours, bare] = [ourServer(dataFolder), bareServer()];
  await Promise.all([ours.initialize(), bare.initialize()]);
  pin(process.pid, 0);
  for (const server of [ours, bare]) pin(server.process.pid!, 1);
  const created = await ours.call('workspace_artifact_create', {
    kind: 'markdown',
    title: 'Read me',
    content: 'A short document.',
  });
  const { artifact } = created.structuredContent as { artifact: { id: string } };
  const read = () =>
    ours.exchange('tools/call', { name: 'workspace_artifact_get', arguments: { artifactId: artifact.id } });
  const echo = () => bare.exchange('tools/call', { name: 'echo', arguments: { text: 'A short document.' } });
  for (let turn = 0; turn < 3; turn += 1) {
    await series(read);
    await series(echo);
  }
  const cpuBefore = { ours: cpuMicroseconds(ours.process.pid!), bare: cpuMicroseconds(bare.process.pid!) };
  const times = { ours: [] as number[], bare: [] as number[] };
  for (let turn = 0; turn < turns; turn += 1) {
    times.ours.push(...(await series(read)));
    times.bare.push(...(await series(echo)));
  }
  const calls = turns * callsPerTurn;
  const cpu = {
    ours: (cpuMicroseconds(ours.process.pid!) - cpuBefore.ours) / calls,
    bare: (cpuMicroseconds(bare.process.pid!) - cpuBefore.bare) / calls,
  };
  await Promise.all([ours.stop(), bare.stop()]);
  unpin(process.pid);
  return [
    { name: 'tools/call point read: CPU a call', ours: cpu.ours, baseline: cpu.bare, unit: 'µs', bound: { atMost: 2 } },
    {
      name: 'tools/call point read: median time',
      ours: median(times.ours),
      baseline: median(times.bare),
      unit: 'µs',
      bound: { atMost: 1.5 },
    },
  ];
}

async function series(call: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < callsPerTurn; index += 1) {
    const start = performance.now();
    await call();
    times.push((performance.now() - start) * 1_000);
  }
  return times;
}
