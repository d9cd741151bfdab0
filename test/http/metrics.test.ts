import { expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { accessToken, startGateway, temporaryFolder } from '../support/product.ts';
import { accountAt } from '../support/rest.ts';

test('metrics are at an address of their own, by patterns of addresses and without identifiers', async () => {
  const folder = await temporaryFolder();
  const port = await freePort();
  const gateway = await startGateway(folder, '--metrics', String(port));
  const account = accountAt(gateway.url, await accessToken(folder));
  const { session } = await account.done('POST /sessions', { title: 'Talk' });
  await account.call(`GET /sessions/${session.id}`);
  await account.call('GET /sessions/ses_unknown');
  await accountAt(gateway.url, 'bad').call('GET /me');
  await fetch(`${gateway.url}/nowhere/ses_unknown`);

  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  const text = await response.text();
  expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
  const count = (labels: string) =>
    new RegExp(`^http_request_duration_seconds_count\\{${labels}\\} (\\d+)$`, 'm').exec(text)?.[1];
  expect(count('method="GET",route="/api/workspace/sessions/:sessionId",status="200"')).toBe('1');
  expect(count('method="GET",route="/api/workspace/sessions/:sessionId",status="404"')).toBe('1');
  expect(count('method="GET",route="unknown",status="404"')).toBe('1');
  expect(text).toMatch(/^workspace_tokens_total\{result="verified"\} 3$/m);
  expect(text).toMatch(/^workspace_tokens_total\{result="refused"\} 1$/m);
  expect(text).toMatch(/^workspace_writer_queue \d+$/m);
  expect(text).toMatch(/^workspace_index_queue \d+$/m);
  expect(text).toMatch(/^workspace_question_queue 0$/m);
  for (const name of [
    'process_cpu_seconds_total',
    'process_resident_memory_bytes',
    'nodejs_eventloop_lag_p99_seconds',
  ]) {
    expect(text).toContain(`${name} `);
  }
  expect(text).not.toMatch(/ses_|usr_|org_/);
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
  expect((await fetch(`${gateway.url}/metrics`)).status).toBe(404);
});

test('nobody measures unless told to', async () => {
  const gateway = await startGateway(await temporaryFolder());
  expect((await fetch(`${gateway.url}/metrics`)).status).toBe(404);
});
