import { readFile, rm } from 'node:fs/promises';
import type { ClientOptions } from '@modelcontextprotocol/client';
import { expect, onTestFinished, test } from 'vitest';
import { dealFields, newDataSet, newRecord } from '../support/deals.ts';
import { connectHost } from '../support/hosts.ts';
import { newDataFolder } from '../support/product.ts';

type Action = 'accept' | 'decline' | 'cancel';

/** A host whose person is asked, and answers so. */
async function hostThatAsks(answer: () => Action, options: ClientOptions = {}) {
  const dataFolder = await newDataFolder();
  const host = await connectHost(dataFolder, ['--tools', 'records'], {
    capabilities: { elicitation: { form: {} } },
    ...options,
  });
  const asked: string[] = [];
  host.client.setRequestHandler('elicitation/create', ({ params }) => {
    asked.push(params.message);
    return { action: answer(), content: {} };
  });
  onTestFinished(async () => {
    await host.client.close();
    await rm(dataFolder, { recursive: true, force: true });
  });
  return { ...host, asked };
}

test.each([
  ['2025-11-25', {}],
  ['2026-07-28', { versionNegotiation: { mode: { pin: '2026-07-28' as const } } }],
])('a host of %s asks its person before something goes to the trash', async (_revision, options) => {
  let answer: Action = 'decline';
  const host = await hostThatAsks(() => answer, options);
  const objectTypeId = await newDataSet(host, dealFields);
  const { id } = await newRecord(host, objectTypeId, { title: 'Acme\u202e', values: { company: 'Acme' } });
  const deletions: [tool: string, input: object][] = [
    ['workspace_delete', { type: 'record', id, channelId: 'general' }],
    ['workspace_record_delete', { recordId: id, channelId: 'general' }],
    ['workspace_records_write', { objectTypeId, delete: [id] }],
  ];
  for (answer of ['decline', 'cancel'] as const) {
    for (const [tool, input] of deletions) {
      expect((await host.call(tool, { ...input })).problem).toMatchObject({ code: 'forbidden' });
    }
  }
  expect(host.asked).toHaveLength(6);
  expect(host.asked[0]).toBe(
    'Move the record “Acme\\u{202e}” to the trash? It can be restored from there until it is purged.',
  );
  expect(host.asked[2]).toContain('1 record ');
  answer = 'accept';
  expect(await host.done('workspace_delete', { type: 'record', id, channelId: 'general' })).toEqual({ deleted: true });
  await host.done('workspace_records_write', {
    objectTypeId,
    create: [{ title: 'Next', values: { company: 'Next' } }],
  });
  expect(host.asked).toHaveLength(7);
  const { problem } = await host.call('workspace_delete', { type: 'view', id: 'view_none' });
  expect(problem).toMatchObject({ code: 'invalid_request', errors: [{ path: '/channelId' }] });
});

test('a host is shown the sign of the app', async () => {
  const host = await hostThatAsks(() => 'accept');
  const [icon] = host.client.getServerVersion()!.icons!;
  const drawn = Buffer.from(icon!.src.split(',')[1]!, 'base64').toString();
  expect(drawn).toBe((await readFile('web/app/icon.svg', 'utf8')).trim());
});
