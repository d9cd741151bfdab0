import { beforeAll, expect, test } from 'vitest';
import { dealFields, newDataSet, newRecord } from '../support/deals.ts';
import { sharedHost } from '../support/mcp.ts';

const host = sharedHost('--tools', 'records');
let deals: string;

beforeAll(async () => {
  deals = await newDataSet(host, dealFields);
});

const listed = async (more: object = {}) =>
  ((await host.done('workspace_trash', { ...more })) as unknown as { trash: { id: string; type: string }[] }).trash;

test('an agent deletes, finds in the trash and restores what it named', async () => {
  const { id } = await newRecord(host, deals, { title: 'Acme', values: { company: 'Acme' } });
  await host.done('workspace_delete', { type: 'record', id, channelId: 'general' });
  expect(await listed({ type: 'record', fields: ['id', 'title'] })).toEqual([{ id, title: 'Acme' }]);
  expect(await host.done('workspace_restore', { id })).toEqual({ restored: { type: 'record', id } });
  expect(await listed({ type: 'record' })).toEqual([]);
  await host.done('workspace_record_delete', { channelId: 'general', recordId: id });
  await host.done('workspace_delete', { type: 'data_set', id: deals, channelId: 'general' });
  expect((await listed()).map(({ type }) => type)).toEqual(['data_set']);
  expect(await host.done('workspace_restore', { id: deals })).toEqual({ restored: { type: 'data_set', id: deals } });
  expect((await listed()).map(({ type }) => type)).toEqual(['record']);
});

test('a record, View or Data Set is named with its channel', async () => {
  const { problem } = await host.call('workspace_delete', { type: 'view', id: 'view_none' });
  expect(problem).toMatchObject({ code: 'invalid_request', errors: [{ path: '/channelId' }] });
});
