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
  const startNow = (folder: string) => startHost(folder, '--tools', 'all');
  let sessionId: string | undefined;
  const order: string[] = [];
  for (const [index, start] of [startHostAhead, startNow, startNow, startHostAhead].entries()) {
    const host = await start(dataFolder);
    const body = `Question ${index}`;
    sessionId ??= await hostWriter(host).startSession('Order');
    await hostWriter(host).say(sessionId, body);
    order.push(body, 'assistant');
    const said = async () => {
      const { messages } = await host.done('workspace_session_get', { sessionId });
      return messages.map((message) => (message.role === 'user' ? message.body : message.role));
    };
    await expect.poll(said, patience).toEqual(order);
    await host.client.close();
  }
});
