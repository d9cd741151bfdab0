import { timed } from './figures.ts';
import type { HttpClient } from './http-client.ts';
import type { ImportedSales } from './sales.ts';

export const clients = 32;
const readsPerClient = 150;

export async function someRecords(http: HttpClient, { channelId, objectTypeId }: ImportedSales): Promise<string[]> {
  const query = { mode: 'deterministic', operation: 'records', channelId, objectTypeId, fields: [], limit: 1_000 };
  const { data } = await http.post<{ data: { rows: { id: string }[] } }>('/queries', query);
  return data.rows.map(({ id }) => id);
}

export async function readTogether(
  http: HttpClient,
  { channelId }: ImportedSales,
  ids: readonly string[],
): Promise<number[]> {
  const times: number[] = [];
  const client = async (number: number) => {
    for (let read = 0; read < readsPerClient; read += 1) {
      const id = ids[(number * readsPerClient + read) % ids.length]!;
      times.push(await timed(() => http.get(`/channels/${channelId}/records/${id}`)));
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
  return times;
}

/** Work that begins anew whenever it is done. */
export class Repeated {
  #ends = false;
  readonly #done: Promise<void>;

  constructor(work: () => Promise<unknown>) {
    this.#done = this.#repeat(work);
  }

  async stop(): Promise<void> {
    this.#ends = true;
    await this.#done;
  }

  async #repeat(work: () => Promise<unknown>): Promise<void> {
    while (!this.#ends) await work();
  }
}

/** Milliseconds of each run, the kinds of work in turns that last until the scheduler has settled. */
export async function inTurns<Kind extends string>(
  turns: number,
  runs: number,
  work: Record<Kind, () => unknown>,
): Promise<Record<Kind, number[]>> {
  const kinds = Object.keys(work) as Kind[];
  const times = Object.fromEntries(kinds.map((kind) => [kind, [] as number[]])) as Record<Kind, number[]>;
  for (const kind of kinds) await work[kind]();
  for (let turn = 0; turn < turns; turn += 1) {
    for (const kind of kinds) {
      for (let run = 0; run < runs; run += 1) times[kind].push(await timed(work[kind]));
    }
  }
  return times;
}
