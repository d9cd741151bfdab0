import { expect, test } from 'vitest';
import { expectSound } from '../support/check.ts';
import { startHttpHost } from '../support/http-hosts.ts';
import { Random } from '../support/random.ts';
import { gatewayWith } from '../support/rest.ts';
import { restDoor, toolDoor } from '../trust/trash/door.ts';
import type { Reader } from '../trust/trash/looks.ts';
import { type Name, people } from '../trust/trash/model.ts';
import { steps } from '../trust/trash/steps.ts';

const addressOf = (name: Name) => `${name}@workspace.test`;
const gateway = gatewayWith(() => ['--rate-limit', '0'], ...people.map((name) => ({ email: addressOf(name) })));

/** 10,000 steps are `npm run trust -- trash --long`. */
test('whatever is made, linked, deleted, restored and purged, everybody meets what a model says', async () => {
  const readers = {} as Record<Name, Reader>;
  for (const [place, name] of people.entries()) {
    const account = gateway.as(addressOf(name));
    const rest = restDoor(account);
    const host = await startHttpHost(`${gateway.url}/mcp?tools=all`, account.token!);
    readers[name] = { name, account, door: place % 2 === 0 ? toolDoor(host, rest) : rest };
  }
  const userIds = Object.fromEntries(people.map((name) => [name, gateway.idOf(addressOf(name))]));
  const counts = await steps({
    random: new Random(17),
    readers,
    userIds: userIds as Record<Name, string>,
    steps: 600,
    wholeEvery: 150,
  });
  expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([]);
  await expectSound(gateway.dataFolder);
});
