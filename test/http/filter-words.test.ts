import { expect, test } from 'vitest';
import { startHttpHost } from '../support/http-hosts.ts';
import { importCsv } from '../support/imports.ts';
import { expectProblem } from '../support/problems.ts';
import { sharedGateway } from '../support/rest.ts';

const gateway = sharedGateway();
const ofView = { fieldKey: 'fee', op: 'eq', value: 2 };
const ofQuery = { field: 'fee', operator: 'eq', value: 2 };
const queryWords = 'is not a known field; known are field, operator, value';
const viewWords = 'is not a known field; known are fieldKey, op, value';

test('a query refuses a View’s filter and names its own keys, and the other way round', async () => {
  const { dataSet } = await importCsv(gateway.admin, 'general', 'Name,Fee\nAda,2\n', { name: 'Fees' });
  const { objectTypeId } = dataSet;
  const query = { mode: 'deterministic', operation: 'records', channelId: 'general', objectTypeId };
  const view = { name: 'Two', renderer: 'table', objectTypeId, columns: ['name'] };
  const asked = await gateway.admin.call('POST /queries', { ...query, filters: [ofView] });
  expect(expectProblem(asked, 'invalid_request').errors).toContainEqual({
    path: '/filters/0/fieldKey',
    message: queryWords,
  });
  const saved = await gateway.admin.call('POST /channels/general/views', { ...view, filters: [ofQuery] });
  expect(expectProblem(saved, 'invalid_request').errors).toContainEqual({
    path: '/filters/0/field',
    message: viewWords,
  });
  const host = await startHttpHost(`${gateway.url}/mcp`, gateway.admin.token!);
  const { mode: _mode, ...run } = query;
  const byTool = await host.call('workspace_query_run', { ...run, filters: [ofView] });
  expect(JSON.stringify(byTool.problem)).toContain('known are field, operator, value');
  const savedByTool = await host.call('workspace_view_save', { channelId: 'general', ...view, filters: [ofQuery] });
  expect(JSON.stringify(savedByTool.problem)).toContain(viewWords);
});
