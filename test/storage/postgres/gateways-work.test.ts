import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { limits } from '../../../schemas/limits.ts';
import { severalGateways } from '../../support/gateways.ts';
import { answers, scriptedModel } from '../../support/models.ts';
import { patience } from '../../support/patience.ts';
import { postgresPrograms } from '../../support/postgres-programs.ts';
import { folderOfItsOwn, startGateway, startWorker, stop } from '../../support/product.ts';
import { questionsIn, session, word } from '../../support/questions.ts';
import { changesIn, startReceiver } from '../../support/receiver.ts';
import { addedSource, csvFile, lastTried, rowsOf } from '../../support/sources.ts';
import { inStorage } from '../../support/storage.ts';

/** Needs a server; `npm run storage` says so where there is none. */
describe.skipIf(postgresPrograms() === undefined)('work that several gateways share', () => {
  const { key, started } = severalGateways();
  const model = scriptedModel();

  /** Questions are answered when they are released. */
  const holdAnswers = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    model.follow(async () => {
      await promise;
      return answers({ text: 'Nothing.', confidence: 'none' });
    });
    return resolve;
  };
  const held = () => ['--model', 'held', '--model-url', model.url];
  const statusesIn = async (folder: string) => (await questionsIn(folder)).map(({ status }) => status);

  test('each question is answered once, also those of a gateway that is killed', async () => {
    const release = holdAnswers();
    const { folders, gateways, accounts } = await started(3, ...held());
    const count = 4 * limits.questionsAtOnce;
    for (let turn = 0; turn < count; turn += 1)
      await accounts[turn % 3]!.done('POST /queries', session(`How many of ${turn}?`));
    const running = async () => (await statusesIn(folders[0]!)).filter((status) => status === 'running').length;
    await expect.poll(running, patience).toBe(3 * limits.questionsAtOnce);
    await stop(gateways[1]!.process, 'SIGKILL');
    release();
    await expect.poll(() => statusesIn(folders[0]!), patience).toEqual(Array(count).fill('completed'));
    const asked = await questionsIn(folders[0]!);
    for (const { answers: said, answer_message_id: id } of asked) expect([said, id]).toEqual([1, expect.any(String)]);
    const begunAgain = asked.filter(({ attempts }) => attempts !== 1);
    expect(begunAgain.length).toBe(limits.questionsAtOnce);
  });

  test('a gateway whose clock was set ahead begins no question that another one works on', async () => {
    const release = holdAnswers();
    const { folders, accounts } = await started(1, ...held());
    await accounts[0]!.done('POST /queries', session('How many?'));
    await expect.poll(() => statusesIn(folders[0]!), patience).toEqual(['running']);
    const setAhead = "const now = Date.now; process.on('SIGUSR2', () => { Date.now = () => now() + 20000; });";
    vi.stubEnv('NODE_OPTIONS', `--import data:text/javascript,${encodeURIComponent(setAhead)}`);
    const other = await startGateway(await folderOfItsOwn(), ...held()).finally(() => vi.stubEnv('NODE_OPTIONS', ''));
    other.process.kill('SIGUSR2');
    const renewals = new Set<unknown>();
    const renewed = async () => {
      const leases = await inStorage(folders[0]!, (tx) =>
        tx.selectFrom('queries').select(['claimed_until', 'attempts']).execute(),
      );
      expect(leases.map(({ attempts }) => attempts)).toEqual([1]);
      return renewals.add(leases[0]!.claimed_until).size;
    };
    await vi.waitFor(async () => expect(await renewed()).toBeGreaterThan(5), { timeout: 20_000, interval: 200 });
    release();
    await expect.poll(() => statusesIn(folders[0]!), patience).toEqual(['completed']);
  });

  test('gateways that only answer leave texts and sources to "workspace work", which has its key in a file', async () => {
    const { folders, accounts } = await started(2, '--no-work');
    const file = await csvFile('Id', 'a');
    const source = await addedSource(folders[0]!, '--name', 'Guests', '--csv', file.path, '--key', 'Id');
    await file.write('Id', 'a', 'b');
    await lastTried(folders[0]!, source, 60);
    const last = word();
    const content = `${'A line of a long text.\n'.repeat(10_000)}${last}`;
    await accounts[0]!.done('POST /artifacts', { kind: 'markdown', title: 'Long', content, idempotencyKey: last });
    const keyFile = join(await folderOfItsOwn(), 'key');
    await writeFile(keyFile, key, { mode: 0o600 });
    vi.stubEnv('WORKSPACE_KEY', '');
    await startWorker(await folderOfItsOwn(), '--key-file', keyFile).finally(() => vi.stubEnv('WORKSPACE_KEY', key));
    const done = async () => ({
      found: (await accounts[1]!.done(`GET /search?q=${last}`)).results.length,
      records: (await rowsOf(accounts[1]!, source)).length,
    });
    await expect.poll(done, patience).toEqual({ found: 1, records: 2 });
  });

  test('a webhook gets each change in order, also when the gateway that delivers is killed', async () => {
    const receiver = await startReceiver();
    const { gateways, accounts } = await started(3, '--webhook-hosts', receiver.host);
    const { channels } = await accounts[0]!.done('GET /channels');
    const channelId = channels.find(({ slug }) => slug === 'general')!.id;
    const { secret } = await accounts[0]!.done('POST /me/webhooks', { url: receiver.url, types: ['post'] });
    const posted: string[] = [];
    const say = async (turn: number) => {
      const { post } = await accounts[[0, 2][turn % 2]!]!.done(`POST /channels/${channelId}/posts`, {
        body: `said ${turn}`,
      });
      posted.push(post.id);
    };
    for (let turn = 0; turn < 20; turn += 1) await say(turn);
    await expect.poll(() => receiver.deliveries.length, patience).toBeGreaterThan(0);
    await stop(gateways[1]!.process, 'SIGKILL');
    for (let turn = 20; turn < 40; turn += 1) await say(turn);
    // A page may come again as part of a longer one. The gateway that sent it could not record the delivery.
    const delivered = () => [
      ...new Set(receiver.deliveries.flatMap((sent) => changesIn(sent, secret)).map(({ id }) => id)),
    ];
    await expect.poll(delivered, patience).toEqual(posted);
    await receiver.close();
  });
});
