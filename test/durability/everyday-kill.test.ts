import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { expectSound } from '../support/check.ts';
import { accessToken, startGateway, temporaryFolder } from '../support/product.ts';
import { type Account, accountAt } from '../support/rest.ts';
import { inStorage } from '../support/storage.ts';

const moments = [0, 30, 60, 120, 240];

/** A folder with a gateway, and one whose writes go on until the gateway is killed. */
async function begun() {
  const dataFolder = await temporaryFolder();
  const token = await accessToken(dataFolder);
  const gateway = await startGateway(dataFolder);
  return {
    dataFolder,
    account: accountAt(gateway.url, token),
    /** Writes one thing after the other, and kills the gateway meanwhile. Says how many were sent and answered. */
    async killedAfter(milliseconds: number, write: (number: number) => Promise<void>) {
      const told = { sent: 0, answered: 0 };
      const writing = (async () => {
        for (;;) {
          await write(told.sent++);
          told.answered += 1;
        }
      })().catch((error: unknown) => error);
      await pause(milliseconds);
      gateway.process.kill('SIGKILL');
      expect(await writing).toBeInstanceOf(TypeError);
      await expectSound(dataFolder);
      return told;
    },
    again: async () => accountAt((await startGateway(dataFolder)).url, token),
  };
}

const keyOf = (number: number) => ({ 'idempotency-key': `write-${number}` });

const eventsIn = (dataFolder: string, action: string) =>
  inStorage(dataFolder, async (db) => {
    const events = db.selectFrom('audit_events').select('id').where('action', '=', action);
    return (await events.execute()).length;
  });

test.each(moments)(
  'a document is at home where what was answered or sent last put it, when the gateway is killed after %i ms',
  async (milliseconds) => {
    const { dataFolder, account, killedAfter, again } = await begun();
    const { channel } = await account.done('POST /channels', { name: 'Board', visibility: 'private' });
    const [home, away] = [(await account.done('GET /channels/general')).channel.id, channel.id];
    const document = { kind: 'markdown', title: 'Plan', content: 'walrus', channelId: home };
    const { artifact } = await account.done('POST /artifacts', document, { 'idempotency-key': 'plan' });
    const homeOf = (moves: number) => (moves % 2 ? away : home);
    const move = ({ call }: Account, number: number) =>
      call(`PATCH /artifacts/${artifact.id}`, { channelId: homeOf(number + 1) }, keyOf(number));
    const { sent, answered } = await killedAfter(milliseconds, async (number) => {
      expect((await move(account, number)).body.artifact.channelId).toBe(homeOf(number + 1));
    });
    const stored = await eventsIn(dataFolder, 'artifact.moved');
    expect([answered, sent]).toContain(stored);
    const later = await again();
    expect((await later.done(`GET /artifacts/${artifact.id}`)).artifact.channelId).toBe(homeOf(stored));
    const retried = await move(later, sent - 1);
    expect(retried.body.artifact.channelId).toBe(homeOf(sent));
    expect(retried.headers.get('idempotency-replayed')).toBe(stored === sent ? 'true' : null);
    expect(await eventsIn(dataFolder, 'artifact.moved')).toBe(sent);
    expect((await later.done('GET /search?q=walrus')).results).toMatchObject([{ id: artifact.id }]);
    await expectSound(dataFolder);
  },
);

const timeOf = (number: number) => new Date(Date.UTC(2026, 0, 1) + 1_000 * number).toISOString();

test.each(moments)(
  'an inbox is seen until what was answered or sent last, when the gateway is killed after %i ms',
  async (milliseconds) => {
    const { dataFolder, account, killedAfter, again } = await begun();
    const see = ({ call }: Account, number: number) =>
      call('POST /inbox/seen', { until: timeOf(number) }, keyOf(number));
    const { sent, answered } = await killedAfter(milliseconds, async (number) => {
      expect((await see(account, number)).body.seenUntil).toBe(timeOf(number));
    });
    const stored = await eventsIn(dataFolder, 'inbox.seen');
    expect([answered, sent]).toContain(stored);
    const later = await again();
    expect((await later.done('GET /inbox')).seenUntil).toBe(stored === 0 ? undefined : timeOf(stored - 1));
    const retried = await see(later, sent - 1);
    expect(retried.body.seenUntil).toBe(timeOf(sent - 1));
    expect(retried.headers.get('idempotency-replayed')).toBe(stored === sent ? 'true' : null);
    expect(await eventsIn(dataFolder, 'inbox.seen')).toBe(sent);
  },
);

test.each(moments)(
  'a View has the versions that were answered, and at most the last one sent, when the gateway is killed after %i ms',
  async (milliseconds) => {
    const { dataFolder, account, killedAfter, again } = await begun();
    const { dataSet } = await account.done('POST /channels/general/data-sets', { name: 'Deals' });
    const table = { objectTypeId: dataSet.objectTypeId, renderer: 'table' };
    const { view } = await account.done('POST /channels/general/views', { ...table, name: 'View 0' });
    const path = `/channels/general/views/${view.id}`;
    const second = { ...table, name: 'View 1', expectedCurrentVersionId: view.currentVersionId };
    const ids = [view.currentVersionId, (await account.done(`PATCH ${path}`, second)).view.currentVersionId];
    /** The version before the current one becomes current again. */
    const restore = ({ call }: Account, number: number) =>
      call(
        `POST ${path}/versions/${ids[number]}/restore`,
        { expectedCurrentVersionId: ids[number + 1] },
        keyOf(number),
      );
    const { sent, answered } = await killedAfter(milliseconds, async (number) => {
      const { body } = await restore(account, number);
      expect(body.view).toMatchObject({ versionNumber: number + 3, name: `View ${number % 2}` });
      ids.push(body.view.currentVersionId);
    });
    const stored = await eventsIn(dataFolder, 'view.restored');
    expect([answered, sent]).toContain(stored);
    const later = await again();
    const { view: left } = await later.done(`GET ${path}`);
    expect(left).toMatchObject({ versionNumber: stored + 2, name: `View ${(stored + 1) % 2}` });
    const retried = await restore(later, sent - 1);
    expect(retried.body.view).toMatchObject({ versionNumber: sent + 2, name: `View ${(sent + 1) % 2}` });
    expect(retried.headers.get('idempotency-replayed')).toBe(stored === sent ? 'true' : null);
    expect(await eventsIn(dataFolder, 'view.restored')).toBe(sent);
    await expectSound(dataFolder);
  },
);
