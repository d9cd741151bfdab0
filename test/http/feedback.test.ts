import { describe, expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { newId } from '../../src/store/ids.ts';
import { accessToken, pipeIntoWorkspace } from '../support/product.ts';
import { expectProblem } from '../support/problems.ts';
import { accountAt, sharedGateway } from '../support/rest.ts';
import { inStorage, traces } from '../support/storage.ts';

const gateway = sharedGateway();
const stored = () =>
  inStorage(gateway.dataFolder, (tx) => tx.selectFrom('feedback').select(['id', 'description']).execute());

describe('feedback', () => {
  test('is kept, and acknowledged with no more than that', async () => {
    const { status, body } = await gateway.admin.call('POST /feedback', { description: 'The figures were right.' });
    expect([status, body]).toEqual([200, { feedback: { id: expect.stringMatching(/^fdb_/), status: 'received' } }]);
    expect(await stored()).toEqual([{ id: body.feedback.id, description: 'The figures were right.' }]);
    const event = await inStorage(gateway.dataFolder, (tx) =>
      tx
        .selectFrom('audit_events')
        .select(['action', 'interface'])
        .where('resource_id', '=', body.feedback.id)
        .execute(),
    );
    expect(event).toEqual([{ action: 'feedback.received', interface: 'api' }]);
  });

  test('is kept once for one idempotency key', async () => {
    const ask = () => gateway.admin.call('POST /feedback', { description: 'Once' }, { 'idempotency-key': 'once' });
    const first = await ask();
    const before = await traces(gateway.dataFolder);
    expect((await ask()).body).toEqual(first.body);
    expect(await traces(gateway.dataFolder)).toEqual(before);
  });

  test('is about no query but a session query that the caller can see', async () => {
    const typed = { mode: 'deterministic', channelId: 'general', operation: 'records', objectTypeId: '' };
    const dataSet = await gateway.admin.done('POST /channels/general/data-sets', { name: 'Deals', fields: [] });
    typed.objectTypeId = dataSet.dataSet.objectTypeId;
    const { query } = await gateway.admin.done('POST /queries', typed);
    const before = await traces(gateway.dataFolder);
    for (const queryId of [query.id, newId('qry'), 'none']) {
      const refused = await gateway.admin.call('POST /feedback', { description: 'Wrong', queryId });
      expectProblem(refused, 'invalid_feedback_query', ['/queryId']);
    }
    expect(await traces(gateway.dataFolder)).toEqual(before);
  });

  test(`is described in 1 to ${limits.feedback} characters`, async () => {
    const description = 'x'.repeat(limits.feedback);
    expect((await gateway.admin.call('POST /feedback', { description })).status).toBe(200);
    for (const wrong of [undefined, '', ' ', `${description}x`])
      expectProblem(await gateway.admin.call('POST /feedback', { description: wrong }), 'invalid_request', [
        '/description',
      ]);
  });

  test('is read by the operator of the folder', async () => {
    const description = 'It says:\n\u001b[2J"none"';
    const { query } = await gateway.admin.done('POST /queries', { mode: 'session', question: 'Good?' });
    const { feedback } = await gateway.admin.done('POST /feedback', { description, queryId: query.id });
    const me = await gateway.admin.done('GET /me');
    const list = (...args: string[]) =>
      pipeIntoWorkspace('', 'admin', 'feedback', 'list', '--data', gateway.dataFolder, ...args);
    const told = JSON.parse((await list('--json')).stdout) as { feedback: object[] };
    expect(told.feedback.at(-1)).toEqual({
      id: feedback.id,
      description,
      queryId: query.id,
      interfaceType: 'api',
      createdAt: expect.stringMatching(/Z$/),
      user: { id: me.userId, name: me.name },
      organization: { id: me.organization.id, name: me.organization.name },
    });
    const lines = (await list()).stdout.trimEnd().split('\n');
    expect([lines.length, lines.at(-1)]).toEqual([
      told.feedback.length,
      expect.stringContaining(` about ${query.id}: ${JSON.stringify(description)}`),
    ]);
  });

  test('needs the scope of queries, and that alone', async () => {
    const scoped = async (scope: string) =>
      accountAt(gateway.url, await accessToken(gateway.dataFolder, '--scope', scope));
    const asking = await scoped('workspace.query');
    expect((await asking.call('POST /feedback', { description: 'Good' })).status).toBe(200);
    const others = await scoped('workspace.read workspace.write');
    expectProblem(await others.call('POST /feedback', { description: 'Good' }), 'insufficient_scope');
  });
});
