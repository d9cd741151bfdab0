import type * as Undici from 'undici';

let undici: Promise<typeof Undici> | undefined;

export const loadUndici = (): Promise<typeof Undici> => (undici ??= undiciAlone());

/** Undici makes Node's own `fetch` use its agent, bypassing the environment's proxy. This restores Node's agent. */
async function undiciAlone(): Promise<typeof Undici> {
  await fetch('data:,'); // Makes Node's own `fetch` set its agent.
  const own = agents[ownAgent];
  const loaded = await import('undici');
  agents[ownAgent] = own;
  return loaded;
}

const ownAgent = Symbol.for('undici.globalDispatcher.1');
const agents = globalThis as { [ownAgent]?: unknown };
