import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { scopes } from '../../../schemas/operation.ts';
import { type Core, type CoreOptions, openCore } from '../../../src/commands/core.ts';
import { readConfig } from '../../../src/config.ts';
import { maintain } from '../../../src/folder/maintenance.ts';
import { severalGateways } from '../../support/gateways.ts';
import { importCsv, sendRows } from '../../support/imports.ts';
import { patience } from '../../support/patience.ts';
import { postgresPrograms } from '../../support/postgres-programs.ts';
import { accessToken, folderOfItsOwn } from '../../support/product.ts';
import { changesIn, startReceiver } from '../../support/receiver.ts';
import { type Account, accountAt } from '../../support/rest.ts';
import { addedSource, csvFile } from '../../support/sources.ts';
import { inStorage } from '../../support/storage.ts';

const minutes = 60_000;

/** Needs a server; `npm run storage` says so where there is none. */
describe.skipIf(postgresPrograms() === undefined)('gateways whose clocks differ', () => {
  const { started } = severalGateways();
  afterEach(() => void vi.useRealTimers());

  /** One more gateway, in this process, whose clock is that of the test. */
  async function gatewayHere({ work = 'none' }: Pick<CoreOptions, 'work'> = {}, settings: object = {}): Promise<Core> {
    const core = await openCore(await readConfig({ data: await folderOfItsOwn(), ...settings }), {
      isShared: true,
      work,
      publicUrl: () => 'http://127.0.0.1',
      gatewayUrl: async () => 'http://127.0.0.1',
      onError: () => {},
    });
    onTestFinished(() => core.close());
    return core;
  }

  const turnClock = (by: number) => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + by });
  const owner = async (core: Core) =>
    core.workspaceFor({ ...(await core.localCaller('cli')), scopes, ownsFolder: true });

  test('a source that one has just read is not read again by another whose clock is behind', async () => {
    const { folders } = await started(1, '--no-work');
    const core = await gatewayHere();
    const file = await csvFile('Id', 'a');
    await addedSource(folders[0]!, '--name', 'Guests', '--csv', file.path, '--key', 'Id');
    turnClock(-10 * minutes);
    expect(await (await owner(core)).sources.takeDue({})).toEqual({});
  });

  test('rows that one imports are not taken for those of a dead one by another whose clock is ahead', async () => {
    const { folders, accounts } = await started(1);
    const { dataSet } = await importCsv(accounts[0]!, 'general', 'Name,Text\nOld,a\n');
    const core = await gatewayHere();
    const rows = Array.from({ length: 20_000 }, (_, number) => `New ${number},${'long '.repeat(100)}`);
    const importing = sendRows(accounts[0]!, 'general', dataSet.objectTypeId, ['Name,Text', ...rows, ''].join('\n'));
    const pending = () => inStorage(folders[0]!, (tx) => tx.selectFrom('pending_rows').select('claim').execute());
    await expect.poll(async () => (await pending()).length, { ...patience, interval: 20 }).toBe(1);
    turnClock(10 * minutes);
    await maintain(core.services);
    const { status, body } = await importing;
    expect([status, body.imported]).toEqual([200, 20_000]);
  });

  test('a sign-out at one ends the tokens that another has issued, whose clock is ahead', async () => {
    const { folders, gateways, accounts } = await started(1);
    turnClock(4_000);
    const ahead = accountAt(gateways[0]!.url, await accessToken(folders[0]!));
    vi.useRealTimers();
    expect((await ahead.call('GET /me')).status).toBe(200);
    await accounts[0]!.done('POST /me/sign-out');
    expect((await ahead.call('GET /me')).status).toBe(401);
    turnClock(-4_000);
    const behind = accountAt(gateways[0]!.url, await accessToken(folders[0]!));
    expect((await behind.call('GET /me')).status).toBe(200);
  });

  test('a comment follows the last one, though its gateway’s clock is behind, so that no page leaves it out', async () => {
    const { accounts } = await started(1);
    const { channels } = await accounts[0]!.done('GET /channels');
    const channelId = channels.find(({ slug }) => slug === 'general')!.id;
    const { post } = await accounts[0]!.done(`POST /channels/${channelId}/posts`, { body: 'root' });
    const discussion = `/channels/${channelId}/feed/threads/post/${post.id}`;
    const core = await gatewayHere();
    turnClock(10 * minutes);
    const said = (body: string) => ({ channelId, subjectType: 'post', subjectId: post.id, body }) as const;
    await (await owner(core)).discussions.comment(said('first'));
    await accounts[0]!.done(`POST ${discussion}/comments`, { body: 'second' });
    await accounts[0]!.done(`POST ${discussion}/comments`, { body: 'third' });
    const { comments, nextCursor } = await accounts[0]!.done(`GET ${discussion}?limit=1`);
    const { comments: others } = await accounts[0]!.done(
      `GET ${discussion}?limit=9&cursor=${encodeURIComponent(nextCursor!)}`,
    );
    expect([...comments, ...others].map(({ body }) => body)).toEqual(['first', 'second', 'third']);
  });

  test('a webhook that failed at one whose clock is ahead is tried again soon by whichever is next', async () => {
    const receiver = await startReceiver(() => ({ status: 500 }));
    const { accounts } = await started(1, '--no-work', '--webhook-hosts', receiver.host);
    await accounts[0]!.done('POST /me/webhooks', { url: receiver.url, types: ['post'] });
    await gatewayHere({ work: 'all' }, { webhookHosts: receiver.host });
    const before = Date.now();
    turnClock(10 * minutes);
    await accounts[0]!.done('POST /channels/general/posts', { body: 'said' });
    const failing = async () => (await accounts[0]!.done('GET /me/webhooks')).webhooks[0]!.nextTryAt;
    await expect.poll(failing, patience).toBeDefined();
    expect(Date.parse((await failing())!) - before).toBeLessThan(5 * minutes);
    await receiver.close();
  });
});

/** Leaves a copy of the event `again` uncommitted. A later event of another organisation is committed meanwhile. */
async function slowEvent(address: string, again: string) {
  const [slow, fast] = [new pg.Client({ connectionString: address }), new pg.Client({ connectionString: address })];
  await Promise.all([slow.connect(), fast.connect()]);
  onTestFinished(async () => void (await Promise.all([slow.end(), fast.end()])));
  const copied = (organization: string, audience: string) => `
    insert into workspace.audit_events
      (id, organization_id, at, user_id, action, resource_id, subject_id, interface, audience)
    select 'aud_' || gen_random_uuid(), ${organization}, at, user_id, action, resource_id, subject_id, interface, ${audience}
      from workspace.audit_events where resource_id = $1 limit 1`;
  await slow.query('begin');
  await slow.query(copied('organization_id', 'audience'), [again]);
  await fast.query(copied(`'org_other'`, 'null'), [again]);
  return { commit: () => slow.query('commit') };
}

describe.skipIf(postgresPrograms() === undefined)('an event that is committed after later ones of others', () => {
  const { started } = severalGateways();
  const posted = async (account: Account) =>
    (await account.done('POST /channels/general/posts', { body: 'said' })).post.id;

  test('is in the activity from now on that began before', async () => {
    const { address, accounts } = await started(1);
    const id = await posted(accounts[0]!);
    const { commit } = await slowEvent(address, id);
    const { nextCursor } = await accounts[0]!.done('GET /activity?after=now');
    await commit();
    const { items } = await accounts[0]!.done(`GET /activity?after=${encodeURIComponent(nextCursor!)}`);
    expect(items.map(({ id }) => id)).toEqual([id]);
  });

  test('is sent to a webhook that was looked through meanwhile', async () => {
    const receiver = await startReceiver();
    const { address, accounts } = await started(1, '--webhook-hosts', receiver.host);
    const { secret } = await accounts[0]!.done('POST /me/webhooks', { url: receiver.url, types: ['post'] });
    const id = await posted(accounts[0]!);
    const sent = () => receiver.deliveries.flatMap((delivery) => changesIn(delivery, secret)).map(({ id }) => id);
    await expect.poll(sent, patience).toEqual([id]);
    const { commit } = await slowEvent(address, id);
    await sleep(4_000);
    await commit();
    await expect.poll(sent, patience).toEqual([id, id]);
    await receiver.close();
  });

  test('is told to its own readers, whatever number others have got meanwhile', async () => {
    const { address, accounts } = await started(1);
    const { nextCursor } = await accounts[0]!.done('GET /activity?after=now');
    const server = new pg.Client({ connectionString: address });
    await server.connect();
    await server.query(`
      create function workspace.overtake() returns trigger language plpgsql as $$ begin
        insert into workspace.audit_events (id, organization_id, at, user_id, action, resource_id, interface)
          values ('aud_' || gen_random_uuid(), 'org_other', new.at, new.user_id, new.action, 'art_other', 'api');
        return null;
      end $$;
      create trigger overtaken after insert on workspace.audit_events for each row
        when (new.organization_id <> 'org_other') execute function workspace.overtake()`);
    await server.end();
    const made = { kind: 'markdown', title: 'Told', content: 'text', idempotencyKey: randomUUID() };
    const { artifact } = await accounts[0]!.done('POST /artifacts', made);
    const { items } = await accounts[0]!.done(`GET /activity?after=${encodeURIComponent(nextCursor!)}`);
    expect(items.map(({ id }) => id)).toEqual([artifact.id]);
  });
});
