import { beforeAll, expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { patience } from '../support/patience.ts';
import { gatewayWith } from '../support/rest.ts';
import { inStorage } from '../support/storage.ts';

let port = 0;
beforeAll(async () => {
  port = await freePort();
});

const gateway = gatewayWith(() => ['--metrics', String(port)], { email: 'mia@workspace.test' });

const post = (body: string, signal: AbortSignal) =>
  fetch(`${gateway.url}/api/workspace/channels/general/posts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${gateway.admin.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ body }),
    signal,
  });

/** How many transactions wait. Those of the background are among them. */
async function waiting(): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(/^workspace_writer_queue (\d+)$/m.exec(text)![1]);
}

test('a change that waits for others is given up when its client leaves, and its place is free', async () => {
  const impatient = new AbortController();
  let patient: Promise<unknown> | undefined;
  await inStorage(gateway.dataFolder, async () => {
    const asked = Array.from({ length: 8 }, (_, number) => post(`nobody waits ${number}`, impatient.signal));
    const refused = Promise.all(asked.map((answer) => expect(answer).rejects.toThrow(/abort/)));
    await expect.poll(waiting, patience).toBeGreaterThanOrEqual(8);
    patient = gateway.as('mia@workspace.test').done('POST /channels/general/posts', { body: 'she waits' });
    await expect.poll(waiting, patience).toBeGreaterThanOrEqual(9);
    impatient.abort();
    await refused;
    await expect.poll(waiting, { ...patience, interval: 20 }).toBeLessThanOrEqual(4);
  });
  await patient;
  await gateway.admin.done('POST /channels/general/posts', { body: 'another' });
  const { items } = await gateway.admin.done('GET /channels/general/feed');
  const said = items.flatMap((item) => ('post' in item ? [item.post.body] : []));
  expect(said.toSorted()).toEqual(['another', 'she waits']);
});
