import { type Figure, median, timed } from './support/figures.ts';
import { each, inPairs } from './support/pairs.ts';
import { pin, ranMs, unpin } from './support/processes.ts';
import { bareServer, ourServer } from './support/stdio.ts';

const callsPerTurn = 500;
const turns = 40;

/**
 * `tools/call` of a point read beside an echo of the bare SDK, in turns: CPU and median time per call.
 *
 * Both servers run on one core and this client on another. Without pinning, the scheduler at times kept only one of the
 * servers on the client's core. This spared that server the waking of a core, and doubled or halved the ratio.
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
  const measured = await inPairs(turns, {
    ours: () => series(ours.process.pid!, read),
    baseline: () => series(bare.process.pid!, echo),
  });
  await Promise.all([ours.stop(), bare.stop()]);
  unpin(process.pid);
  return [
    {
      name: 'tools/call point read: CPU a call',
      ...each(measured, ({ cpu }) => cpu),
      unit: 'µs',
      bound: { atMost: 2 },
    },
    {
      name: 'tools/call point read: median time',
      ...each(measured, ({ time }) => time),
      unit: 'µs',
      bound: { atMost: 1.5 },
    },
  ];
}

/** Microseconds of CPU and of time that a call takes. */
async function series(pid: number, call: () => Promise<unknown>): Promise<{ cpu: number; time: number }> {
  const times: number[] = [];
  const before = ranMs(pid);
  for (let index = 0; index < callsPerTurn; index += 1) times.push(1_000 * (await timed(call)));
  return { cpu: (1_000 * (ranMs(pid) - before)) / callsPerTurn, time: median(times) };
}
