import type { Server } from './gateway.ts';
import { cpuMicroseconds } from './processes.ts';

const turns = 10;

/** What is asked of a server in one turn. */
export interface Side {
  readonly server: Server;
  readonly send: () => Promise<void>;
}

export interface Compared {
  readonly ours: number;
  readonly baseline: number;
}

/** CPU a request in microseconds, of two sides that take turns; the first turns warm them up. */
export async function cpuInTurns(ours: Side, bare: Side, requestsPerTurn: number): Promise<Compared> {
  for (let turn = 0; turn < 3; turn += 1) {
    await ours.send();
    await bare.send();
  }
  const spent = { ours: 0, bare: 0 };
  for (let turn = 0; turn < turns; turn += 1) {
    spent.ours += await cpuWhile(ours);
    spent.bare += await cpuWhile(bare);
  }
  const requests = turns * requestsPerTurn;
  return { ours: spent.ours / requests, baseline: spent.bare / requests };
}

async function cpuWhile({ server, send }: Side): Promise<number> {
  const { pid } = server.process;
  const before = cpuMicroseconds(pid!);
  await send();
  return cpuMicroseconds(pid!) - before;
}
