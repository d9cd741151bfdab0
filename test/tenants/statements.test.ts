import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scopes } from '../../schemas/operation.ts';
import type { CatalogueDataSet } from '../../src/query/catalogue.ts';
import { WorkspaceClient } from '../../src/sdk/index.ts';
import type { Opened } from '../sdk/doors/doors.ts';
import { everythingThrough } from '../sdk/doors/everything.ts';
import {
  authorizationUrl,
  addClient,
  Browser,
  exchangeCode,
  givePasswords,
  refresh,
} from '../support/authorization.ts';
import { startHttpHost } from '../support/http-hosts.ts';
import { accessToken, newDataFolder } from '../support/product.ts';
import { accountAt } from '../support/rest.ts';
import { addSlowTable, rowsOf } from '../support/slow-table.ts';
import { addedSource } from '../support/sources.ts';
import { addUsers } from '../support/users.ts';
import { gatewayHere } from './gateway-here.ts';
import { ofNoTenant } from './exceptions.ts';
import { sentStatements, type Statements } from './sent.ts';
import { untied } from './tied.ts';

const mia = 'mia@workspace.test';
const opened = {} as { -readonly [Key in keyof Opened]: Opened[Key] };
let dataFolder: string;
let gateway: Awaited<ReturnType<typeof gatewayHere>>;
let client: string;
let measurements: CatalogueDataSet;
let sent: Statements;

const token = () => accessToken(dataFolder, '--scope', scopes.join(' '));

beforeAll(async () => {
  dataFolder = await newDataFolder();
  opened.colleagueId = (await addUsers(dataFolder, { email: mia }))[mia]!;
  await addUsers(dataFolder, { email: 'eve@elsewhere.test', organization: 'Elsewhere' });
  await givePasswords(dataFolder, mia);
  client = await addClient(dataFolder);
  const path = join(dataFolder, 'guests.csv');
  await writeFile(path, 'Id\na\n');
  opened.sourceId = (await addedSource(dataFolder, '--name', 'Guests', '--csv', path, '--key', 'Id')).sourceId;
  measurements = await addSlowTable(dataFolder, 'general');
  const credentials = await token();
  sent = sentStatements();
  gateway = await gatewayHere(dataFolder);
  opened.workspace = new WorkspaceClient({ baseUrl: gateway.url, token: credentials });
});
afterAll(async () => {
  await gateway.close();
  await rm(dataFolder, { recursive: true, force: true });
});

describe('what is asked', () => {
  everythingThrough(opened);

  test('by the tools of an agent', async () => {
    const { done } = await startHttpHost(`${gateway.url}/mcp?tools=all`, await token());
    await done('workspace_channels_list', {});
    await done('workspace_search', { q: 'plan deals' });
    await done('workspace_people', { q: 'mia' });
    await done('workspace_inbox', {});
    await done('workspace_activity', { types: ['post', 'comment', 'record'] });
    await done('workspace_feed', { channelId: 'general' });
    await done('workspace_views_list', { channelId: 'general' });
    await done('workspace_files_list', {});
    await done('workspace_trash', {});
    const { artifact } = await done('workspace_artifact_create', { kind: 'markdown', title: 'Late', content: 'late' });
    await done('workspace_delete', { type: 'artifact', id: artifact.id });
    await done('workspace_restore', { id: artifact.id });
  });

  test('by an application that somebody lets in', async () => {
    const url = authorizationUrl(gateway.url, client);
    const code = (await new Browser(gateway.url).authorize(url, mia)).get('code')!;
    const { body } = await exchangeCode(gateway.url, client, code);
    const refreshed = await refresh(gateway.url, client, body.refresh_token);
    const account = accountAt(gateway.url, refreshed.body.access_token);
    expect((await account.call('GET /me')).status).toBe(200);
    const { signIns } = await account.done('GET /me/sign-ins');
    expect(signIns.length).toBeGreaterThan(0);
  });

  test('by a query over more records than are read in the process of the gateway', async () => {
    const { number, id, channelId } = measurements;
    const metrics = [{ alias: 'number', function: 'count_rows' }];
    const asked = { mode: 'deterministic', operation: 'aggregate', channelId, objectTypeId: id, groupBy: ['kind'] };
    expect(await rowsOf(accountAt(gateway.url, await token()), { ...asked, metrics })).toHaveLength(3);
    const counts = [...sent.keys()].filter((sql) => sql.includes(`data_${number}`) && sql.includes('count(*)'));
    expect(counts).not.toEqual([]);
  });

  test('by the work of every hour', async () => {
    await gateway.maintained();
    expect(gateway.errors).toEqual([]);
  });
});

test('each statement on a tenant’s table names its organisation, or a key of it', () => {
  const found = [...sent.keys()].flatMap((sql) => {
    const tables = untied(sql).filter((table) => !ofNoTenant(sql, table));
    return tables.length > 0 ? [{ tables, sql }] : [];
  });
  expect(found).toEqual([]);
  expect(sent.size).toBeGreaterThan(300);
});
