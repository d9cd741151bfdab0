import type { ChildProcess } from 'node:child_process';
import { cores, familyRanMs, idleMs, ranMs } from './processes.ts';

/** The values of both sides from one turn each, measured one after the other. */
interface Pair<Turn> {
  readonly ours: Turn;
  readonly baseline: Turn;
}

export interface Measured<Turn> {
  readonly pairs: readonly Pair<Turn>[];
  /** Whether the processors were there for it. */
  readonly isQuiet: boolean;
}

/** The most pairs that are measured for this number of wanted pairs, warm-up included. */
export const mostPairs = (count: number): number => warmUps + mostTries * count;

type Sides<Turn> = Readonly<Record<'ours' | 'baseline', () => Promise<Turn>>>;

const warmUps = 2;
/** How much of the processors others may have in a turn. */
const quietShare = 0.05;
/**
 * At most this many times the wanted pairs are tried until enough are quiet. Where hardly any pair is quiet, trying
 * half of the wanted pairs is enough.
 */
const mostTries = 2;
const hardlyAny = 1 / 4;

/**
 * Many short turns of both, each pair in an order that chance decides. Pairs in which others had the processors are
 * left out where enough are left.
 */
export async function inPairs<Turn>(count: number, sides: Sides<Turn>): Promise<Measured<Turn>> {
  for (let turn = 0; turn < warmUps; turn += 1) await pairOf(sides);
  const all: Pair<Turn>[] = [];
  const quiet: Pair<Turn>[] = [];
  const isHopeless = () => all.length >= count / 2 && quiet.length < all.length * hardlyAny;
  while (quiet.length < count && all.length < mostTries * count && !isHopeless()) {
    const [began, before] = [performance.now(), idleAndOwnMs()];
    const pair = await pairOf(sides);
    const offered = cores * (performance.now() - began);
    const share = (offered - idleAndOwnMs() + before) / offered;
    all.push(pair);
    if (share < quietShare) quiet.push(pair);
  }
  const isQuiet = quiet.length >= count / 2;
  return { pairs: isQuiet ? quiet : all, isQuiet };
}

async function pairOf<Turn>({ ours, baseline }: Sides<Turn>): Promise<Pair<Turn>> {
  if (Math.random() < 0.5) return { ours: await ours(), baseline: await baseline() };
  const first = await baseline();
  return { ours: await ours(), baseline: first };
}

/** The time in which nobody else had the processors, in milliseconds. */
const idleAndOwnMs = () => idleMs() + familyRanMs(process.pid);

/** The same measured otherwise, such as one figure of several that a turn has. */
export const each = <Turn>({ pairs, isQuiet }: Measured<Turn>, figureOf: (turn: Turn) => number): Measured<number> => ({
  pairs: pairs.map(({ ours, baseline }) => ({ ours: figureOf(ours), baseline: figureOf(baseline) })),
  isQuiet,
});

/** A server and the request that a turn sends to it. */
export interface Side {
  readonly server: { readonly process: ChildProcess };
  readonly send: () => Promise<unknown>;
}

/** CPU a request in microseconds. */
export function cpuInPairs(ours: Side, baseline: Side, requestsPerTurn: number): Promise<Measured<number>> {
  const turn =
    ({ server, send }: Side) =>
    async () => {
      const before = ranMs(server.process.pid!);
      await send();
      return (1_000 * (ranMs(server.process.pid!) - before)) / requestsPerTurn;
    };
  return inPairs(cpuTurns, { ours: turn(ours), baseline: turn(baseline) });
}

const cpuTurns = 40;
