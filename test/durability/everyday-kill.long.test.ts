import type { ChildProcess } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectSound } from '../support/check.ts';
import { form, textFile } from '../support/forms.ts';
import { accessToken, listening, newDataFolder, spawnGateway, stop } from '../support/product.ts';
import { type Account, accountAt } from '../support/rest.ts';
import { inStorage } from '../support/storage.ts';

const moments = [0, 30, 60, 120, 240];
const recordCount = 100;

let dataFolder: string;
let token: string;
let url: string;
let running: ChildProcess | undefined;

beforeAll(async () => {
  dataFolder = await newDataFolder();
  token = await accessToken(dataFolder);
});
afterAll(async () => {
  if (running) await stop(running);
  await rm(dataFolder, { recursive: true, force: true });
});

/** Starts a gateway on the folder of all tests. The next kill ends it. */
async function start() {
  const gateway = await listening(spawnGateway(dataFolder));
  running = gateway.process;
  url = gateway.url;
  return accountAt(url, token);
}

/** A gateway whose writes go on until it is killed. */
async function begun() {
  const account = running ? accountAt(url, token) : await start();
  const prefix = crypto.randomUUID();
  return {
    account,
    keyOf: (number: number) => ({ 'idempotency-key': `${prefix}-${number}` }),
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
      const killed = running!;
      running = undefined;
      killed.kill('SIGKILL');
      expect(await writing).toBeInstanceOf(TypeError);
      await expectSound(dataFolder);
      return told;
    },
  };
}

/** How many times something was done to a resource. */
const eventsOf = (resourceId: string, action: string) =>
  inStorage(dataFolder, async (db) => {
    const events = db.selectFrom('audit_events').select('id').where('action', '=', action);
    return (await events.where('resource_id', '=', resourceId).execute()).length;
  });

test.each(moments)(
  'a document is at home where what was answered or sent last put it, when the gateway is killed after %i ms',
  async (milliseconds) => {
    const { account, keyOf, killedAfter } = await begun();
    const word = `walrus${milliseconds}`;
    const { channel } = await account.done('POST /channels', { name: `Board ${milliseconds}`, visibility: 'private' });
    const [home, away] = [(await account.done('GET /channels/general')).channel.id, channel.id];
    const document = { kind: 'markdown', title: 'Plan', content: word, channelId: home };
    const { artifact } = await account.done('POST /artifacts', document, keyOf(-1));
    const homeOf = (moves: number) => (moves % 2 ? away : home);
    const move = ({ call }: Account, number: number) =>
      call(`PATCH /artifacts/${artifact.id}`, { channelId: homeOf(number + 1) }, keyOf(number));
    const { sent, answered } = await killedAfter(milliseconds, async (number) => {
      expect((await move(account, number)).body.artifact.channelId).toBe(homeOf(number + 1));
    });
    const stored = await eventsOf(artifact.id, 'artifact.moved');
    expect([answered, sent]).toContain(stored);
    const later = await start();
    expect((await later.done(`GET /artifacts/${artifact.id}`)).artifact.channelId).toBe(homeOf(stored));
    const retried = await move(later, sent - 1);
    expect(retried.body.artifact.channelId).toBe(homeOf(sent));
    expect(retried.headers.get('idempotency-replayed')).toBe(stored === sent ? 'true' : null);
    expect(await eventsOf(artifact.id, 'artifact.moved')).toBe(sent);
    expect((await later.done(`GET /search?q=${word}`)).results).toMatchObject([{ id: artifact.id }]);
    await expectSound(dataFolder);
  },
);

const timeOf = (number: number) => new Date(Date.UTC(2026, 0, 1) + 1_000 * number).toISOString();

test.each(moments)(
  'an inbox is seen until what was answered or sent last, when the gateway is killed after %i ms',
  async (milliseconds) => {
    const { account, keyOf, killedAfter } = await begun();
    const { userId } = await account.done('GET /me');
    const seen = () => eventsOf(userId, 'inbox.seen');
    const before = await seen();
    const untilOf = (number: number) => timeOf(before + number);
    const see = ({ call }: Account, number: number) =>
      call('POST /inbox/seen', { until: untilOf(number) }, keyOf(number));
    const { sent, answered } = await killedAfter(milliseconds, async (number) => {
      expect((await see(account, number)).body.seenUntil).toBe(untilOf(number));
    });
    const stored = (await seen()) - before;
    expect([answered, sent]).toContain(stored);
    const later = await start();
    const last = before + stored === 0 ? undefined : untilOf(stored - 1);
    expect((await later.done('GET /inbox')).seenUntil).toBe(last);
    const retried = await see(later, sent - 1);
    expect(retried.body.seenUntil).toBe(untilOf(sent - 1));
    expect(retried.headers.get('idempotency-replayed')).toBe(stored === sent ? 'true' : null);
    expect((await seen()) - before).toBe(sent);
  },
);

test.each(moments)(
  'a View has the versions that were answered, and at most the last one sent, when the gateway is killed after %i ms',
  async (milliseconds) => {
    const { account, keyOf, killedAfter } = await begun();
    const { dataSet } = await account.done('POST /channels/general/data-sets', { name: `Deals ${milliseconds}` });
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
    const stored = await eventsOf(view.id, 'view.restored');
    expect([answered, sent]).toContain(stored);
    const later = await start();
    const { view: left } = await later.done(`GET ${path}`);
    expect(left).toMatchObject({ versionNumber: stored + 2, name: `View ${(stored + 1) % 2}` });
    const retried = await restore(later, sent - 1);
    expect(retried.body.view).toMatchObject({ versionNumber: sent + 2, name: `View ${(sent + 1) % 2}` });
    expect(retried.headers.get('idempotency-replayed')).toBe(stored === sent ? 'true' : null);
    expect(await eventsOf(view.id, 'view.restored')).toBe(sent);
    await expectSound(dataFolder);
  },
);

test.each(moments)(
  'a document has the versions that were answered, and at most the last one sent, when the gateway is killed after %i ms',
  async (milliseconds) => {
    const { account, keyOf, killedAfter } = await begun();
    const document = { kind: 'markdown', title: 'Plan', content: 'Text 0' };
    const { artifact } = await account.done('POST /artifacts', document, keyOf(-2));
    const path = `/artifacts/${artifact.id}`;
    const second = { content: 'Text 1', expectedVersionId: artifact.versionId };
    const ids = [artifact.versionId, (await account.done(`PATCH ${path}`, second, keyOf(-1))).artifact.versionId];
    const restore = ({ call }: Account, number: number) =>
      call(`POST ${path}/versions/${ids[number]}/restore`, { expectedVersionId: ids[number + 1] }, keyOf(number));
    const { sent, answered } = await killedAfter(milliseconds, async (number) => {
      const { body } = await restore(account, number);
      expect(body.artifact.versionNumber).toBe(number + 3);
      ids.push(body.artifact.versionId);
    });
    const stored = await eventsOf(artifact.id, 'artifact.restored');
    expect([answered, sent]).toContain(stored);
    const later = await start();
    const { artifact: left } = await later.done(`GET ${path}`);
    expect(left).toMatchObject({ versionNumber: stored + 2, content: `Text ${(stored + 1) % 2}` });
    const retried = await restore(later, sent - 1);
    expect(retried.body.artifact.versionNumber).toBe(sent + 2);
    expect(retried.headers.get('idempotency-replayed')).toBe(stored === sent ? 'true' : null);
    expect(await eventsOf(artifact.id, 'artifact.restored')).toBe(sent);
    await expectSound(dataFolder);
  },
);

test.each(moments)(
  'a file has the name and the places that were answered or sent last, when the gateway is killed after %i ms',
  async (milliseconds) => {
    const { account, keyOf, killedAfter } = await begun();
    const { file } = await account.done('POST /files', form(['file', textFile('text'), 'name-0.txt']));
    const channels = await channelsNamed(account, `Files ${milliseconds}`);
    const path = `/files/${file.id}`;
    const nameOf = (renames: number) => `name-${renames}.txt`;
    /** Each renames the file, and as long as there are channels attaches it in another one. */
    const rename = ({ call }: Account, number: number) =>
      call(`PATCH ${path}`, { fileName: nameOf(number + 1), channelId: channels[number] }, keyOf(number));
    const { sent, answered } = await killedAfter(milliseconds, async (number) => {
      expect((await rename(account, number)).body.file.fileName).toBe(nameOf(number + 1));
    });
    const stored = await eventsOf(file.id, 'file.renamed');
    expect([answered, sent]).toContain(stored);
    const later = await start();
    const places = async () => {
      const { fileName, links } = (await later.done(`GET ${path}`)).file;
      return [fileName, links.map(({ targetId }) => targetId).toSorted()];
    };
    const placesAfter = (renames: number) => [nameOf(renames), channels.slice(0, renames).toSorted()];
    expect(await places()).toEqual(placesAfter(stored));
    const retried = await rename(later, sent - 1);
    expect(retried.body.file.fileName).toBe(nameOf(sent));
    expect(retried.headers.get('idempotency-replayed')).toBe(stored === sent ? 'true' : null);
    expect(await places()).toEqual(placesAfter(sent));
    expect(await eventsOf(file.id, 'file.renamed')).toBe(sent);
    await expectSound(dataFolder);
  },
);

/** The IDs of ten new channels. */
async function channelsNamed(account: Account, name: string): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 0; number < 10; number += 1)
    ids.push((await account.done('POST /channels', { name: `${name} ${number}` })).channel.id);
  return ids;
}

test.each(moments)(
  'records have all answered changes, and at most the last one sent, when the gateway is killed after %i ms',
  async (milliseconds) => {
    const { account, keyOf, killedAfter } = await begun();
    const fields = [{ key: 'turn', type: 'number' }];
    const { dataSet } = await account.done('POST /channels/general/data-sets', {
      name: `Rows ${milliseconds}`,
      fields,
    });
    const { objectTypeId } = dataSet;
    const batch = 'POST /channels/general/records/batch';
    const create = Array.from({ length: recordCount }, (_, row) => ({ title: `Row ${row}`, values: { turn: 0 } }));
    const { records } = await account.done(batch, { objectTypeId, create }, keyOf(-1));
    /** Every other change is of records by their IDs, the others are of all that a filter finds. */
    const change = ({ call }: Account, number: number) => {
      const values = { turn: number + 1 };
      const update = records.map(({ id }: { id: string }) => ({ id, values }));
      if (number % 2 === 0) return call(batch, { objectTypeId, update }, keyOf(number));
      const filters = [{ field: 'turn', operator: 'eq', value: number }];
      const where = { objectTypeId, filters, values, expectedCount: recordCount };
      return call('POST /channels/general/records/update', where, keyOf(number));
    };
    const { sent, answered } = await killedAfter(milliseconds, async (number) => {
      expect((await change(account, number)).status).toBe(200);
    });
    const later = await start();
    const turns = async () => {
      const query = { mode: 'deterministic', operation: 'records', channelId: 'general', objectTypeId };
      return (await later.done('POST /queries', query)).data.rows!.map(({ turn }) => turn);
    };
    const [stored] = await turns();
    expect([answered, sent]).toContain(stored);
    expect(await turns()).toEqual(create.map(() => stored));
    const retried = await change(later, sent - 1);
    expect(retried.headers.get('idempotency-replayed')).toBe(stored === sent ? 'true' : null);
    expect(await turns()).toEqual(create.map(() => sent));
    expect(await eventsOf(records[0]!.id, 'record.updated')).toBe(sent);
    await expectSound(dataFolder);
  },
);

test.each(moments)(
  'a document is in the trash or not as the last answered or sent request said, when the gateway is killed after %i ms',
  async (milliseconds) => {
    const { account, keyOf, killedAfter } = await begun();
    const document = { kind: 'markdown', title: 'Plan', content: `seal${milliseconds}` };
    const { artifact } = await account.done('POST /artifacts', document, keyOf(-1));
    const turn = ({ call }: Account, number: number) =>
      number % 2 === 0
        ? call(`DELETE /artifacts/${artifact.id}`, undefined, keyOf(number))
        : call(`POST /trash/${artifact.id}/restore`, undefined, keyOf(number));
    const { sent, answered } = await killedAfter(milliseconds, async (number) => {
      expect((await turn(account, number)).status).toBe(200);
    });
    const events = async () =>
      (await eventsOf(artifact.id, 'artifact.deleted')) + (await eventsOf(artifact.id, 'artifact.untrashed'));
    const stored = await events();
    expect([answered, sent]).toContain(stored);
    const later = await start();
    const isThere = async () => (await later.call(`GET /artifacts/${artifact.id}`)).status === 200;
    const isFound = async () => (await later.done(`GET /search?q=seal${milliseconds}`)).results.length === 1;
    expect([await isThere(), await isFound()]).toEqual([stored % 2 === 0, stored % 2 === 0]);
    expect((await turn(later, sent - 1)).status).toBe(200);
    expect([await isThere(), await isFound()]).toEqual([sent % 2 === 0, sent % 2 === 0]);
    await expectSound(dataFolder);
  },
);
