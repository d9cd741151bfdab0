import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { placesIn } from '../../src/folder/places/places.ts';
import { form, textFile } from '../support/forms.ts';
import { accessToken, startGateway, stop, temporaryFolder } from '../support/product.ts';
import { accountAt } from '../support/rest.ts';

const secret = 'kept-to-themselves';
const headers = { cookie: `session=${secret}`, 'x-request-id': secret, 'idempotency-key': secret, referer: secret };

test('at trace level, nothing that was sent is in the log but methods, patterns of addresses and who asked', async () => {
  const folder = await temporaryFolder();
  const gateway = await startGateway(folder, '--log-level', 'trace');
  const token = await accessToken(folder);
  const account = accountAt(gateway.url, token);
  const me = await account.done('GET /me');
  const tour: [string, unknown?][] = [
    [`GET /search?q=${secret}`],
    [`GET /search?${secret}=1`],
    ['POST /sessions', { title: secret }],
    ['POST /sessions', { [secret]: 1 }],
    ['POST /sessions', `{"title": ${secret}`],
    ['POST /files', form(['file', textFile(secret), `${secret}.txt`])],
    ['POST /queries', { mode: secret }],
    [`GET /files/${secret}`],
    [`PATCH /artifacts/${secret}`, { content: secret, expectedVersionId: secret }],
    [`PUT /${secret}`],
  ];
  for (const [request, body] of tour) await account.call(request, body, headers);
  for (const path of [
    `/oauth/authorize?client_id=${secret}&state=${secret}&code_challenge=${secret}`,
    `/oauth/token?code=${secret}`,
    `/problems/${secret}`,
    `/${secret}`,
  ]) {
    await fetch(gateway.url + path, { headers });
    const body = new URLSearchParams({ code: secret, refresh_token: secret, client_secret: secret, password: secret });
    await fetch(gateway.url + path, {
      method: 'POST',
      headers: { ...headers, authorization: `Basic ${secret}` },
      body,
    });
  }
  const { file } = await account.done('POST /files', form(['file', textFile('gone'), `${secret}.txt`]));
  await rm(join(placesIn(folder).blobs, file.sha256.slice(0, 2), file.sha256));
  const defect = await account.call(`GET /files/${file.id}/content?`);
  await stop(gateway.process);

  const log = gateway.log();
  for (const hidden of [secret, file.id, ...token.split('.')]) expect(log).not.toContain(hidden);
  const lines = log
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const requests = lines.filter(({ msg }) => msg === 'request');
  const known = ['level', 'method', 'milliseconds', 'msg', 'requestId', 'route', 'status', 'time', 'userId'];
  for (const line of requests) expect(known).toEqual(expect.arrayContaining(Object.keys(line)));
  expect(requests.length).toBeGreaterThan(tour.length);
  const { requestId } = defect.body;
  expect(requests).toContainEqual(
    expect.objectContaining({
      requestId,
      userId: me.userId,
      route: '/api/workspace/files/:fileId/content',
      status: 500,
    }),
  );
  expect(lines).toContainEqual(expect.objectContaining({ requestId, level: 50, err: expect.anything() }));
});
