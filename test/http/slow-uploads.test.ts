import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { filePart, rawForm, rawFormType } from '../support/forms.ts';
import { sharedGateway } from '../support/rest.ts';

const gateway = sharedGateway();

async function statusOf(sent: ClientRequest): Promise<number | undefined> {
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

/** Sends a file at this rate for longer than the gateway looks at, then the rest of its form. */
async function uploadAt(bytesASecond: number): Promise<number | undefined> {
  const headers = { ...rawFormType, authorization: `Bearer ${gateway.admin.token}` };
  const sent = request(`${gateway.url}/api/workspace/files`, { method: 'POST', headers });
  const answered = statusOf(sent);
  const [head, end] = rawForm([filePart('slow.bin'), '|'])
    .toString()
    .split('|') as [string, string];
  sent.on('error', () => {}).write(head);
  for (let second = 0; second < limits.bodySeconds + 3 && !sent.destroyed; second += 1) {
    sent.write(Buffer.alloc(Math.round(bytesASecond)));
    await sleep(1_000);
  }
  sent.end(end);
  return answered;
}

test('an upload that arrives slowly is kept, and a slower one is hung up on', async () => {
  const least = limits.uploadBytesASecond;
  expect(await Promise.all([uploadAt(1.2 * least), uploadAt(0.8 * least)])).toEqual([201, 400]);
});
