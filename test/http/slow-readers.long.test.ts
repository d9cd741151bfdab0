import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import type { FieldInput } from '../../schemas/fields.ts';
import { limits } from '../../schemas/limits.ts';
import { newDataSet, savedView } from '../support/data-sets.ts';
import { patience } from '../support/patience.ts';
import { expectProblem } from '../support/problems.ts';
import { type Account, sharedGateway } from '../support/rest.ts';
import { inStorage } from '../support/storage.ts';

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

const resource = async (account: Account): Promise<string> => {
  const content = 'x'.repeat(limits.resourceBytes - 2);
  const input = { kind: 'markdown', title: 'Long', content, idempotencyKey: 'long' };
  return `workspace://artifacts/${(await account.done('POST /artifacts', input)).artifact.id}`;
};

const read = (uri: string) => ({ jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri } });

const overMcp = (account: Account, asked: object, headers: readonly string[] = []) => {
  const message = JSON.stringify(asked);
  const head = [
    'POST /mcp HTTP/1.1',
    'host: localhost',
    `authorization: Bearer ${account.token}`,
    'accept: application/json, text/event-stream',
    'content-type: application/json',
    `content-length: ${message.length}`,
    ...headers,
  ];
  return `${head.join('\r\n')}\r\n\r\n${message}`;
};

/**
 * Sends the requests of each connection one behind the other. Reads no answer until the gateway holds as many as it
 * will.
 */
async function answersTo(
  ofConnections: readonly (readonly string[])[],
  untilKept: () => Promise<void>,
): Promise<string> {
  const sockets = ofConnections.map((requests) => {
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1').pause();
    onTestFinished(() => void socket.destroy());
    socket.write(requests.join(''));
    return socket;
  });
  await untilKept();
  return (await Promise.all(sockets.map((socket) => text(socket.resume())))).join('');
}

const closed = ['connection: close'];
const eightTimes = <Item>(item: Item) => Array.from({ length: 8 }, () => item);
const statusesIn = (answers: string) => Array.from(answers.matchAll(/HTTP\/1\.1 (\d+)/g), ([, status]) => status);

/** Until no more of these answers is kept for will. */
const untilRefused = (uri: string) => async () => {
  const statuses = async () => statusesIn(await answersTo([[overMcp(will(), read(uri), closed)]], async () => {}));
  await expect.poll(statuses, patience).toEqual(['503']);
};

test('answers over MCP that nobody reads are counted one by one, and more of them are refused', async () => {
  const uri = await resource(will());
  const asked = [...Array.from({ length: 14 }, () => overMcp(will(), read(uri))), overMcp(will(), read(uri), closed)];
  const statuses = statusesIn(await answersTo(eightTimes(asked), untilRefused(uri)));
  expect(statuses).toHaveLength(8 * asked.length);
  expect(new Set(statuses)).toEqual(new Set(['200', '503']));
  expect(statuses.filter((status) => status === '200').length).toBeGreaterThan(50);
});

test('a stored change is not refused because its answer waits with others', async () => {
  const uri = await resource(will());
  const feedback = {
    jsonrpc: '2.0',
    id: 2,
    method: 'tools/call',
    params: { name: 'workspace_feedback_submit', arguments: { description: 'Long answers' } },
  };
  const oldProtocol = 'mcp-protocol-version: 2025-03-26';
  const reads = Array.from({ length: 11 }, () => overMcp(will(), read(uri)));
  const batches = Array.from({ length: 3 }, () => overMcp(will(), [feedback, read(uri)], [oldProtocol]));
  const asked = [...reads, ...batches, overMcp(will(), read(uri), closed)];
  const answers = await answersTo(eightTimes(asked), untilRefused(uri));
  const kept = await inStorage(gateway.dataFolder, (tx) => tx.selectFrom('feedback').select('id').execute());
  expect(kept.length).toBeGreaterThan(0);
  expect(answers.split('"status":"received"')).toHaveLength(kept.length + 1);
});

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
});
