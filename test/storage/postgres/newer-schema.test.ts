import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { severalGateways } from '../../support/gateways.ts';
import { postgresPrograms } from '../../support/postgres-programs.ts';
import { refusedServe } from '../../support/product.ts';
import type { Account } from '../../support/rest.ts';

/** Does to the tables what a migration of a newer release may do. */
async function updateTables(address: string): Promise<void> {
  const server = new pg.Client({ connectionString: address });
  await server.connect();
  onTestFinished(() => server.end());
  const { rows } = await server.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'workspace' and tablename !~ '^data_[0-9]+$'",
  );
  for (const { name } of rows) await server.query(`alter table workspace."${name}" add column of_later text`);
  await server.query('update workspace.schema_version set version = version + 1');
}

/** Asks for what is in many tables. Each request is expected to succeed. */
async function walk({ done }: Account): Promise<void> {
  const fields = [{ key: 'note', type: 'text' }];
  const made = await done('POST /channels/general/data-sets', { name: `Notes ${randomUUID()}`, fields });
  const { objectTypeId } = made.dataSet;
  const { record } = await done('POST /channels/general/records', {
    objectTypeId,
    title: 'One',
    values: { note: 'said' },
  });
  const { artifact } = await done('POST /artifacts', {
    kind: 'markdown',
    title: 'Text',
    content: 'said',
    idempotencyKey: randomUUID(),
  });
  for (const path of [`/channels/general/records/${record.id}`, `/artifacts/${artifact.id}`])
    await done(`DELETE ${path}`);
  await done(`POST /trash/${record.id}/restore`);
  await done(`DELETE /trash/${artifact.id}`);
  for (const path of ['/trash', '/me/webhooks', '/search?q=said', '/inbox', '/activity', '/channels/general/feed'])
    await done(`GET ${path}`);
  await done('POST /queries', {
    mode: 'deterministic',
    operation: 'records',
    channelId: record.channelId,
    objectTypeId,
  });
}

/** Needs a server; `npm run storage` says so where there is none. */
describe.skipIf(postgresPrograms() === undefined)('a gateway whose tables a newer release has updated', () => {
  const { started } = severalGateways();

  test('goes on as before, and is refused at its next start', async () => {
    const { address, accounts, folders } = await started(1);
    await walk(accounts[0]!);
    await updateTables(address);
    await walk(accounts[0]!);
    const { status, stderr } = await refusedServe('--port', '0', '--data', folders[0]!);
    expect(status).toBe(1);
    expect(stderr).toMatch(/written by a newer release .*Update workspace-mcp; nothing was changed/);
  });
});
