import { expect, test } from 'vitest';
import { dealFields, newDataSet, newRecord } from '../support/deals.ts';
import { sharedHost } from '../support/mcp.ts';

const host = sharedHost('--tools', 'records');

test('workspace_record_get tells who changed what through which agent', async () => {
  const objectTypeId = await newDataSet(host, dealFields);
  const { id: recordId } = await newRecord(host, objectTypeId, { title: 'Crane', values: { company: 'Nordhavn' } });
  const place = { channelId: 'general', recordId };
  await host.done('workspace_record_update', { ...place, values: { stage: 'won' } });
  const { record, versions } = await host.done('workspace_record_get', { ...place, versions: 5 });
  expect(record).toMatchObject({ id: recordId, versionNumber: 2, values: {} });
  const via = { interface: 'mcp', agent: { name: 'test-host', version: '1.0.0' } };
  expect(versions).toEqual([
    {
      versionNumber: 2,
      createdAt: expect.any(String),
      createdBy: expect.any(String),
      via,
      changes: [{ fieldKey: 'stage', to: 'won' }],
    },
    { versionNumber: 1, createdAt: expect.any(String), createdBy: expect.any(String), via },
  ]);
  const newest = await host.done('workspace_record_get', { ...place, versions: 1 });
  const older = await host.done('workspace_record_get', { ...place, cursor: newest.nextCursor });
  expect([...newest.versions, ...older.versions]).toEqual(versions);
  const { problem } = await host.call('workspace_record_get', { ...place, versions: 21 });
  expect(problem).toMatchObject({ code: 'invalid_request', errors: [{ path: '/versions' }] });
});
