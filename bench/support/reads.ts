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

/** Measures while other work begins anew whenever it is done. */
export async function beside<Figure>(work: () => Promise<unknown>, measure: () => Promise<Figure>): Promise<Figure> {
  const over = new AbortController();
  const repeat = async () => {
    while (!over.signal.aborted) await work();
  };
  const repeated = repeat();
  const measured = await measure();
  over.abort();
  await repeated;
  return measured;
}
