import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { callingWith } from '../support/hosts.ts';
import { Random } from '../support/random.ts';
import { accountAt } from '../support/rest.ts';
import { accessToken } from '../support/product.ts';
import { addUsers } from '../support/users.ts';
import { Product } from './product.ts';
import { restDoor, toolDoor } from './trash/door.ts';
import type { Reader } from './trash/looks.ts';
import { type Name, people } from './trash/model.ts';
import { steps } from './trash/steps.ts';
import type { Trial } from './trial.ts';

/**
 * Makes, links, deletes, restores and purges at random, over REST and tools. A model says what each person must then
 * see.
 */
export const trash: Trial = async ({ long, seed, folder }) => {
  const dataFolder = join(folder, 'data');
  await using product = new Product({ dataFolder });
  const addressOf = (name: Name) => `${name}@workspace.test`;
  const ids = await addUsers(dataFolder, ...people.map((name) => ({ email: addressOf(name) })));
  const gateway = await product.serve();
  const readers = {} as Record<Name, Reader>;
  const clients: Client[] = [];
  try {
    for (const [place, name] of people.entries()) {
      const token = await accessToken(dataFolder, '--user', addressOf(name), '--expires', '24h');
      const account = accountAt(gateway.url, token);
      const rest = restDoor(account);
      const client = new Client({ name: 'trial', version: '1.0.0' });
      const requestInit = { headers: { authorization: `Bearer ${token}` } };
      await client.connect(new StreamableHTTPClientTransport(new URL(`${gateway.url}/mcp?tools=all`), { requestInit }));
      clients.push(client);
      const tools = toolDoor(
        callingWith((request) => client.callTool(request)),
        rest,
      );
      readers[name] = { name, account, door: place % 2 === 0 ? tools : rest };
    }
    const counts = await steps({
      random: new Random(seed),
      readers,
      userIds: Object.fromEntries(people.map((name) => [name, ids[addressOf(name)]!])) as Record<Name, string>,
      steps: long ? 10_000 : 1_000,
      wholeEvery: 200,
    });
    await product.expectSound();
    return {
      'things made and connected': counts.made,
      deleted: counts.deleted,
      restored: counts.restored,
      purged: counts.purged,
      'refusals of what somebody may not do': counts.refused,
      'comparisons without a difference': counts.compared,
    };
  } finally {
    await Promise.all(clients.map((client) => client.close()));
  }
};
