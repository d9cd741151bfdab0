import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import type { FieldInput } from '../../schemas/fields.ts';
import { limits } from '../../schemas/limits.ts';
import { newDataSet, savedView } from '../support/data-sets.ts';
import { patience } from '../support/patience.ts';
import { expectProblem } from '../support/problems.ts';
import { type Account, sharedGateway } from '../support/rest.ts';

const gateway = sharedGateway({ email: 'mia@workspace.test' }, { email: 'will@workspace.test' });
const mia = () => gateway.as('mia@workspace.test');
const will = () => gateway.as('will@workspace.test');
const fields: FieldInput[] = Array.from({ length: 60 }, (_, n) => ({ key: `note_${n}`, type: 'long_text' }));

let path = '';
beforeAll(async () => {
  const values = Object.fromEntries(fields.map(({ key }) => [key, '\u0001'.repeat(limits.cell)]));
  const { id: objectTypeId } = await newDataSet(gateway.dataFolder, 'general', 'Notes', fields, [
    { title: 'Long', values },
  ]);
  const { slug } = await savedView(gateway.admin, 'general', { name: 'Notes', objectTypeId, renderer: 'table' });
  path = `/channels/general/views/${slug}/data`;
});

/** A connection that asks for tens of megabytes and reads nothing. */
async function unread(account: Account): Promise<void> {
  const { port } = new URL(gateway.url);
  const socket = connect(Number(port), '127.0.0.1').pause();
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  const head = [
    `GET /api/workspace${path} HTTP/1.1`,
    'host: localhost',
    `authorization: Bearer ${account.token}`,
    '',
    '',
  ];
  socket.on('error', () => {}).write(head.join('\r\n'));
}

const readLong = (account: Account) => account.call(`GET ${path}`);
const statusFor = (account: Account) => async () => (await readLong(account)).status;

test('who leaves long answers unread gets no more of them until those are given up; others do', async () => {
  await Promise.all(Array.from({ length: 8 }, () => unread(mia())));
  await expect.poll(statusFor(mia()), patience).toBe(503);
  const refused = await readLong(mia());
  expectProblem(refused, 'unavailable');
  expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  expect(await statusFor(will())()).toBe(200);
  const givenUp = { timeout: 3 * limits.unreadSeconds * 1_000, interval: 500 };
  await expect.poll(statusFor(mia()), givenUp).toBe(200);
}, 150_000);
