import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { connectTo, startHost } from '../support/hosts.ts';
import { patience } from '../support/patience.ts';
import { executable, temporaryFolder } from '../support/product.ts';
import { hostWriter } from '../support/writers.ts';

const decade = 315_360_000_000;

/** An agent host whose clock is ten years ahead. */
async function startHostAhead(dataFolder: string) {
  const file = join(await temporaryFolder(), 'ahead');
  await writeFile(file, String(decade));
  const preload = `--import ${import.meta.resolve('../trust/turned-clock.ts')}`;
  const env = { ...(process.env as Record<string, string>), NODE_OPTIONS: preload, TURNED_CLOCK: file };
  const host = await connectTo({
    command: process.execPath,
    args: [executable, 'mcp', '--data', dataFolder, '--tools', 'all'],
    env,
  });
  onTestFinished(() => host.client.close());
  return host;
}

test('messages of a session keep their order when the clock is put back between two processes', async () => {
  const dataFolder = await temporaryFolder();
  const [ahead, host] = await Promise.all([startHostAhead(dataFolder), startHost(dataFolder, '--tools', 'all')]);
  const sessionId = await hostWriter(ahead).startSession('Order');
  const said = async () => {
    const { messages } = await host.done('workspace_session_get', { sessionId });
    return messages.map(({ role, body }) => (role === 'user' ? body : role));
  };
  const order: string[] = [];
  for (const [index, by] of [ahead, host, host, ahead].entries()) {
    const body = `Question ${index}`;
    await hostWriter(by).say(sessionId, body);
    order.push(body, 'assistant');
    await expect.poll(said, patience).toEqual(order);
  }
});
