import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ActivityItem } from '../../schemas/activity.ts';
import { limits } from '../../schemas/limits.ts';
import { patience } from '../support/patience.ts';
import { expectProblem } from '../support/problems.ts';
import { changesIn, type Receiver, startReceiver } from '../support/receiver.ts';
import { accountAt, gatewayWith } from '../support/rest.ts';
import { inStorage } from '../support/storage.ts';
import { accessToken, runWorkspace, startGateway, stop, temporaryFolder } from '../support/product.ts';

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

const [mia, ned] = ['mia@workspace.test', 'ned@workspace.test'];
const gateway = gatewayWith(() => ['--webhook-hosts', `${receiver.host},*`], { email: mia }, { email: ned });

let paths = 0;

/** A webhook of somebody at an address of its own, and what it has brought so far. */
async function hooked(email: string, wanted: Record<string, unknown> = {}) {
  const me = gateway.as(email);
  const path = `/${(paths += 1)}`;
  const { webhook, secret } = await me.done('POST /me/webhooks', { url: receiver.url + path, ...wanted });
  const deliveries = () => receiver.deliveries.filter((delivery) => delivery.path === path);
  const items = () => deliveries().flatMap((delivery) => changesIn(delivery, secret));
  const now = async () => (await me.done(`GET /me/webhooks/${webhook.id}`)).webhook;
  return { me, id: webhook.id, webhook, secret, deliveries, items, now, path };
}

const post = (channel: string, body: string) => gateway.admin.done(`POST /channels/${channel}/posts`, { body });
const titles = (items: readonly ActivityItem[]) => items.map(({ title }) => title);

test('a change is sent to its reader, signed as Standard Webhooks says', async () => {
  const hook = await hooked(mia);
  expect(hook.webhook).toMatchObject({ state: 'active', url: receiver.url + hook.path });
  await post('general', 'Good morning');
  await expect.poll(() => titles(hook.items()), patience).toEqual(['Good morning']);
  const [delivery] = hook.deliveries();
  expect(JSON.parse(delivery!.body)).toMatchObject({ type: 'activity', data: { webhookId: hook.id } });
  const items = await hook.me.done('GET /activity?order=newest&limit=1');
  expect(hook.items()).toEqual(items.items);
  expect(() => changesIn({ ...delivery!, body: delivery!.body.replace('morning', 'evening') }, hook.secret)).toThrow();
  await expect.poll(async () => (await hook.now()).deliveredAt, patience).toBeDefined();
  await hook.me.done(`DELETE /me/webhooks/${hook.id}`);
});

test('only what was asked for, and what its owner may read, is sent', async () => {
  await gateway.admin.done('POST /channels', { name: 'Board', slug: 'board', visibility: 'private' });
  await gateway.admin.done(`PUT /channels/board/members/${gateway.idOf(mia)}`, { role: 'reader' });
  const [member, outsider, posts] = [await hooked(mia), await hooked(ned), await hooked(mia, { types: ['post'] })];
  expectProblem(
    await gateway.as(ned).call('POST /me/webhooks', { url: receiver.url, channelId: 'board' }),
    'not_found',
  );
  const board = await hooked(mia, { channelId: 'board', types: [] });
  expect([posts.webhook.types, board.webhook.types]).toEqual([['post'], undefined]);
  await post('board', 'Secret');
  await gateway.admin.done('POST /channels/general/data-sets', { name: 'Deals', fields: [] });
  await post('general', 'Open');
  await expect.poll(() => titles(outsider.items()), patience).toEqual(['Deals', 'Open']);
  await expect.poll(() => titles(member.items()), patience).toEqual(['Secret', 'Deals', 'Open']);
  await expect.poll(() => titles(posts.items()), patience).toEqual(['Secret', 'Open']);
  await expect.poll(() => titles(board.items()), patience).toEqual(['Secret']);
  await gateway.admin.done(`DELETE /channels/board/members/${gateway.idOf(mia)}`);
  await post('board', 'More');
  await expect
    .poll(() => board.now(), patience)
    .toMatchObject({ state: 'stopped', problem: expect.stringContaining('channel') });
  expect(JSON.stringify(receiver.deliveries)).not.toContain('More');
  for (const { me, id } of [member, outsider, posts, board]) await me.done(`DELETE /me/webhooks/${id}`);
});

test('a failed delivery is sent again until it is taken, in order and whole', async () => {
  let asked = 0;
  const hook = await hooked(ned);
  receiver.answerWith(() => {
    asked += 1;
    return asked % 3 === 0 ? { status: 200 } : asked % 3 === 1 ? { status: 503 } : 'nothing';
  });
  const bodies = Array.from({ length: 5 }, (_, index) => `Number ${index}`);
  for (const body of bodies) await post('general', body);
  const taken = () => [
    ...new Map(hook.deliveries().map((delivery) => [delivery.headers['webhook-id'], delivery])).values(),
  ];
  await expect
    .poll(() => [...new Set(taken().flatMap((delivery) => titles(changesIn(delivery, hook.secret))))], patience)
    .toEqual(bodies);
  await expect.poll(() => hook.now(), patience).toMatchObject({ state: 'active' });
  receiver.answerWith(() => ({ status: 204 }));
  await hook.me.done(`DELETE /me/webhooks/${hook.id}`);
});

describe('a receiver that', () => {
  test('is gone stops its webhook, until it is resumed', async () => {
    const hook = await hooked(mia);
    receiver.answerWith(() => ({ status: 410 }));
    await post('general', 'Unheard');
    await expect.poll(() => hook.now(), patience).toMatchObject({ state: 'stopped', problem: 'It answered 410.' });
    receiver.answerWith(() => ({ status: 204 }));
    const { webhook } = await hook.me.done(`PUT /me/webhooks/${hook.id}/deliveries`);
    expect(webhook.state).toBe('active');
    await expect.poll(() => hook.deliveries().length, patience).toBe(2);
    expect(titles(changesIn(hook.deliveries()[1]!, hook.secret))).toEqual(['Unheard']);
    await hook.me.done(`DELETE /me/webhooks/${hook.id}`);
  });

  test('asks for time is given it, and a redirect is not followed', async () => {
    const hook = await hooked(mia);
    receiver.answerWith(() => ({ status: 307, headers: { location: '/elsewhere', 'retry-after': '3000' } }));
    await post('general', 'Moved');
    await expect.poll(() => hook.now(), patience).toMatchObject({ state: 'failing', problem: 'It answered 307.' });
    const { nextTryAt = '', triedAt = '' } = await hook.now();
    expect(Date.parse(nextTryAt) - Date.parse(triedAt)).toBe(3_000_000);
    expect(receiver.deliveries.some(({ path }) => path === '/elsewhere')).toBe(false);
    receiver.answerWith(() => ({ status: 204 }));
    await hook.me.done(`DELETE /me/webhooks/${hook.id}`);
  });

  test('asks for too much time is tried after the longest wait', async () => {
    const hook = await hooked(mia);
    const later = new Date(Date.now() + 10_000 * limits.webhookRetrySecondsMost).toUTCString();
    receiver.answerWith(() => ({ status: 429, headers: { 'retry-after': later } }));
    await post('general', 'Much later');
    await expect.poll(() => hook.now(), patience).toMatchObject({ state: 'failing', problem: 'It answered 429.' });
    const { nextTryAt = '', triedAt = '' } = await hook.now();
    expect(Date.parse(nextTryAt) - Date.parse(triedAt)).toBe(limits.webhookRetrySecondsMost * 1_000);
    receiver.answerWith(() => ({ status: 204 }));
    await hook.me.done(`DELETE /me/webhooks/${hook.id}`);
  });

  test('never answers is given up after its time', async () => {
    const hook = await hooked(mia);
    receiver.answerWith(() => 'silence');
    await post('general', 'Anybody?');
    const late = `It gave no answer within ${limits.webhookSeconds} s.`;
    await expect.poll(() => hook.now(), { timeout: 50_000 }).toMatchObject({ state: 'failing', problem: late });
    receiver.answerWith(() => ({ status: 204 }));
    await hook.me.done(`DELETE /me/webhooks/${hook.id}`);
  });

  test('has failed for too long is left alone', async () => {
    const hook = await hooked(mia);
    await inStorage(gateway.dataFolder, (db) =>
      db
        .updateTable('webhooks')
        .set({ failures: 30, failing_since: Date.now() - (limits.webhookFailingSeconds + 1) * 1_000 })
        .where('id', '=', hook.id)
        .execute(),
    );
    receiver.answerWith(() => ({ status: 500 }));
    await post('general', 'Too late');
    await expect.poll(() => hook.now(), patience).toMatchObject({ state: 'stopped', problem: 'It answered 500.' });
    receiver.answerWith(() => ({ status: 204 }));
    await hook.me.done(`DELETE /me/webhooks/${hook.id}`);
  });
});

test('a sign-out everywhere ends the webhooks too', async () => {
  const hook = await hooked(ned);
  await gateway.admin.done('POST /channels/general/posts', { body: 'Before' });
  await expect.poll(() => titles(hook.items()), patience).toEqual(['Before']);
  await runWorkspace('admin', 'users', 'sign-out', '--user', ned, '--data', gateway.dataFolder);
  await post('general', 'After');
  const other = await hooked(mia);
  await post('general', 'Later');
  await expect.poll(() => titles(other.items()), patience).toEqual(['Later']);
  expect(titles(hook.items())).toEqual(['Before']);
  await other.me.done(`DELETE /me/webhooks/${other.id}`);
});

const longest = (more = '') => 'https://hooks.invalid/'.padEnd(limits.webhookUrl, 'x') + more;

test('the longest address is taken', async () => {
  const me = gateway.as(mia);
  const { webhook } = await me.done('POST /me/webhooks', { url: longest(), types: ['file'] });
  await me.done(`DELETE /me/webhooks/${webhook.id}`);
});

test.each([
  ['no address', 'workspace'],
  ['another protocol', 'ftp://127.0.0.1/'],
  ['a password in it', 'https://mia:secret@hooks.example.com/'],
  ['a fragment', 'https://hooks.example.com/#there'],
  ['a host that is not allowed by http', 'http://127.0.0.1:1/'],
  ['too many characters', longest('x')],
])('an address is refused that is or has %s', async (_what, url) => {
  const refused = expectProblem(await gateway.as(mia).call('POST /me/webhooks', { url }), 'invalid_request');
  expect(refused.errors?.[0]?.path).toBe('/url');
});

test('a private address under * is never reached', async () => {
  const me = gateway.as(mia);
  const { webhook } = await me.done('POST /me/webhooks', { url: 'https://127.0.0.1:9/' });
  await post('general', 'Hidden');
  const now = async () => (await me.done(`GET /me/webhooks/${webhook.id}`)).webhook;
  await expect.poll(now, patience).toMatchObject({ state: 'failing', problem: 'It could not be reached.' });
  await me.done(`DELETE /me/webhooks/${webhook.id}`);
});

test('a person has one webhook of an address, and as many as the limit says', async () => {
  const me = gateway.as(mia);
  const all = [];
  for (let count = 0; count < limits.webhooksEach; count += 1) all.push(await hooked(mia, { types: ['file'] }));
  const { webhooks } = await me.done('GET /me/webhooks');
  expect(webhooks.map(({ id }: { id: string }) => id)).toEqual(all.map(({ id }) => id));
  const { nextCursor } = await me.done('GET /me/webhooks?limit=3');
  expect((await me.done(`GET /me/webhooks?cursor=${nextCursor}`)).webhooks).toEqual(webhooks.slice(3));
  const again = expectProblem(await me.call('POST /me/webhooks', { url: all[0]!.webhook.url }), 'invalid_request');
  expect(again.errors?.[0]?.path).toBe('/url');
  expectProblem(await me.call('POST /me/webhooks', { url: `${receiver.url}/one-more` }), 'forbidden');
  expectProblem(await gateway.admin.call(`GET /me/webhooks/${all[0]!.id}`), 'not_found');
  await gateway.admin.done(`DELETE /me/webhooks/${all[0]!.id}`);
  expect((await me.done('GET /me/webhooks')).webhooks).toHaveLength(limits.webhooksEach);
  for (const { id } of all) await me.done(`DELETE /me/webhooks/${id}`);
});

test('an organisation has as many webhooks as the limit says', async () => {
  const { me, id } = await hooked(mia);
  const planted = (count: number) =>
    inStorage(gateway.dataFolder, async (db) => {
      const { id: _id, ...row } = await db
        .selectFrom('webhooks')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const others = Array.from({ length: count }, (_, place) => ({
        ...row,
        id: `whk_${place}`,
        url: `${row.url}/${place}`,
      }));
      for (let from = 0; from < count; from += 100)
        await db
          .insertInto('webhooks')
          .values(others.slice(from, from + 100).map((other) => ({ ...other, user_id: gateway.idOf(ned), since: 0 })))
          .execute();
    });
  const { count } = await inStorage(gateway.dataFolder, (db) =>
    db
      .selectFrom('webhooks')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  );
  await planted(limits.webhooksInOrganization - count - 1);
  const last = await hooked(mia);
  const beyond = await me.call('POST /me/webhooks', { url: `${receiver.url}/beyond` });
  expect(expectProblem(beyond, 'forbidden').detail).toContain('Your organisation');
  for (const each of [id, last.id]) await me.done(`DELETE /me/webhooks/${each}`);
});

test('a token that may not read adds no webhook', async () => {
  const token = await accessToken(gateway.dataFolder, '--user', mia, '--scope', 'workspace.write');
  const refused = await accountAt(gateway.url, token).call('POST /me/webhooks', { url: `${receiver.url}/unread` });
  expectProblem(refused, 'insufficient_scope');
});

test('a webhook whose host is no longer allowed waits, and says why', async () => {
  const hook = await hooked(mia);
  await inStorage(gateway.dataFolder, (db) =>
    db.updateTable('webhooks').set({ url: 'http://127.0.0.1:1/' }).where('id', '=', hook.id).execute(),
  );
  await post('general', 'Into the void');
  expect(await hook.now()).toMatchObject({ state: 'stopped', problem: expect.stringContaining('--webhook-hosts') });
  expectProblem(await hook.me.call(`PUT /me/webhooks/${hook.id}/deliveries`), 'forbidden');
  await hook.me.done(`DELETE /me/webhooks/${hook.id}`);
});

describe('without the operator’s word', () => {
  const plain = gatewayWith(() => []);
  test('no webhook is added', async () => {
    const refused = await plain.admin.call('POST /me/webhooks', { url: `${receiver.url}/` });
    expect(expectProblem(refused, 'forbidden').detail).toContain('--webhook-hosts');
  });
});

test('the bot of the examples answers a question once', async () => {
  const place = await startReceiver();
  const port = Number(new URL(place.url).port);
  await place.close();
  const folder = await temporaryFolder();
  const own = await startGateway(folder, '--webhook-hosts', `127.0.0.1:${port}`);
  const token = await accessToken(folder);
  const me = accountAt(own.url, token);
  const { secret } = await me.done('POST /me/webhooks', { url: `http://127.0.0.1:${port}/`, types: ['post'] });
  const environment = { WORKSPACE_URL: own.url, WORKSPACE_TOKEN: token, WEBHOOK_SECRET: secret, PORT: String(port) };
  const bot = spawn(process.execPath, ['examples/bot/bot.js'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(bot.stdout, 'data');
  await me.done('POST /artifacts', {
    kind: 'markdown',
    title: 'Keys',
    content: 'Ida keeps the key of the warehouse.\n',
    channelId: 'general',
    idempotencyKey: 'keys',
  });
  const { post: asked } = await me.done('POST /channels/general/posts', {
    body: '?Who keeps the key of the warehouse?',
  });
  const replies = async () => (await me.done(`GET /channels/general/posts/${asked.id}/replies`)).replies;
  await expect
    .poll(async () => (await replies()).map(({ body }) => body), patience)
    .toEqual([expect.stringContaining('Ida')]);
  expect((await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}' })).status).toBe(401);
  await stop(bot);
  await stop(own.process);
});
