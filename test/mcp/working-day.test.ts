import { expect, test } from 'vitest';
import { sharedHost } from '../support/mcp.ts';
import { expectToldInReadme, Task } from '../support/task.ts';
import { posts, tracker } from '../support/working-day.ts';

/** An agent's host with the default tools alone. `tools-import` has the figures of an import. */
const host = sharedHost();
test('a tracker of 12 fields, 200 records and four Views is made in 6 calls and 16,000 tokens; 25 are changed in 2', async () => {
  const task = new Task();
  const made = await task.done(host, 'workspace_data_set_save', {
    channelId: 'general',
    name: 'Tasks',
    fields: tracker.fields,
  });
  const { objectTypeId } = made.dataSet;
  const { created } = await task.done(host, 'workspace_records_write', { objectTypeId, create: tracker.records });
  const common = { channelId: 'general', objectTypeId };
  for (const view of tracker.views) await task.done(host, 'workspace_view_save', { ...common, ...view });

  expect(created).toHaveLength(200);
  expect(task.calls).toBeLessThanOrEqual(12);
  expect(task.tokens).toBeLessThanOrEqual(16_000);
  await expectToldInReadme('a tracker with 12 fields, 200 records and four Views', task);

  const change = new Task();
  const { filters, change: values } = tracker;
  const metrics = [{ alias: 'tasks', function: 'count_rows' }];
  const { data } = await change.done(host, 'workspace_query_run', {
    ...common,
    operation: 'aggregate',
    filters,
    metrics,
  });
  const updateWhere = { filters, values, expectedCount: data.rows![0]!.tasks };
  const { updatedCount } = await change.done(host, 'workspace_records_write', { objectTypeId, updateWhere });
  expect(updatedCount).toBe(25);
  expect(change.calls).toBe(2);
  await expectToldInReadme('25 records found by a filter and updated', change);
});

test("a document's last versions are compared and one is restored in 3 calls", async () => {
  const document = { kind: 'markdown', title: 'Plan', content: 'one\ntwo\n', channelId: 'general' };
  const { artifact } = await host.done('workspace_artifact_create', document);
  let expectedVersionId = artifact.versionId;
  for (const newText of ['three', 'four'])
    expectedVersionId = (
      await host.done('workspace_artifact_update', {
        artifactId: artifact.id,
        expectedVersionId,
        edits: [{ oldText: newText === 'three' ? 'two' : 'three', newText }],
      })
    ).artifact.versionId;

  const task = new Task();
  const { versions } = await task.done(host, 'workspace_artifact_get', { artifactId: artifact.id, versions: 3 });
  const first = versions.at(-1)!;
  const { diff } = await task.done(host, 'workspace_artifact_get', {
    artifactId: artifact.id,
    diffFrom: first.versionId,
  });
  const restored = await task.done(host, 'workspace_artifact_restore', {
    artifactId: artifact.id,
    versionId: first.versionId,
    expectedVersionId,
  });
  expect(versions).toHaveLength(3);
  expect(diff).toContain('-two\n+four');
  expect(restored.artifact.versionNumber).toBe(4);
  expect(task.calls).toBe(3);
  await expectToldInReadme('the last three versions of a document compared, and one restored', task);
});

test('a channel of 124 posts is read from 12,000 tokens', async () => {
  for (const body of posts) await host.done('workspace_post_create', { channelId: 'general', body });
  const task = new Task();
  const read: unknown[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await task.done(host, 'workspace_feed', { channelId: 'general', types: ['post'], limit: 100, cursor });
    read.push(...page.items);
    cursor = page.nextCursor;
    if (cursor === undefined) break;
  }
  expect(read).toHaveLength(124);
  expect(task.tokens).toBeLessThanOrEqual(12_000);
  await expectToldInReadme('a channel of 124 posts read', task);
});
