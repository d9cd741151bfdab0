import type { CallToolResult, Client } from '@modelcontextprotocol/client';
import { beforeAll, expect, test } from 'vitest';
import { startHttpHost } from '../support/http-hosts.ts';
import { connectHost } from '../support/hosts.ts';
import { staffedGateway } from '../support/people.ts';
import { addShowcase, type Show } from '../support/showcase.ts';
import { htmlOf, showing } from '../support/shown-apps.ts';
import { appNames, forAppKey } from '../../schemas/mcp-apps.ts';
import { temporaryFolder } from '../support/product.ts';

const gateway = staffedGateway();
const allUris = appNames.map((name) => `ui://workspace/${name}.html`);
let shows: Record<string, Show>;

beforeAll(async () => {
  shows = await addShowcase(gateway.as('mia'), 'news', gateway.idOf('will'));
});

/** Will's chat, which shows apps. */
async function willsHost(options: object = showing) {
  const { client } = await startHttpHost(`${gateway.url}/mcp`, gateway.as('will').token!, options);
  return client;
}

/** An answer without the keys that are new each time. */
const withoutKeys = ({ _meta, ...answer }: CallToolResult): string =>
  JSON.stringify(answer).replaceAll(/idempotencyKey=[\w-]+|\bqry_\w+/g, '');

test('one that shows no apps sees and hears the same as before', async () => {
  const [plain, shower] = [await willsHost({}), await willsHost()];
  const [{ tools }, { tools: withApps }] = [await plain.listTools(), await shower.listTools()];
  expect(JSON.stringify(tools)).not.toContain('_meta');
  expect(JSON.stringify(withApps.map(({ _meta, ...tool }) => tool))).toBe(JSON.stringify(tools));
  expect(withApps.flatMap(({ name, _meta }) => (_meta ? [[name, _meta.ui]] : []))).toEqual([
    ['workspace_artifact_get', { resourceUri: 'ui://workspace/artifact.html' }],
    ['workspace_file_upload_prepare', { resourceUri: 'ui://workspace/upload.html' }],
    ['workspace_query_run', { resourceUri: 'ui://workspace/query.html' }],
    ['workspace_view_data', { resourceUri: 'ui://workspace/view.html' }],
  ]);
  for (const [name, { tool, input }] of Object.entries(shows)) {
    const asked = { name: tool, arguments: input };
    const [told, shown] = [await plain.callTool(asked), await shower.callTool(asked)];
    expect({ name, told: '_meta' in told, shown: forAppKey in (shown._meta ?? {}) }).toEqual({
      name,
      told: false,
      shown: true,
    });
    expect(withoutKeys(shown)).toBe(withoutKeys(told));
  }
  const listed = async (client: Client) =>
    (await client.listResources()).resources.map(({ uri }) => uri).filter((uri) => uri.startsWith('ui:'));
  expect([await listed(plain), await listed(shower)]).toEqual([[], allUris]);
});

test('over stdio they are told the same', async () => {
  const dataFolder = await temporaryFolder();
  const host = await connectHost(dataFolder, [], showing);
  const plain = await connectHost(dataFolder, []);
  const { client } = host;
  const [{ tools }, { tools: withApps }] = [await plain.client.listTools(), await client.listTools()];
  expect(JSON.stringify(tools)).not.toContain('_meta');
  expect(JSON.stringify(withApps.map(({ _meta, ...tool }) => tool))).toBe(JSON.stringify(tools));
  expect(withApps.filter(({ _meta }) => _meta !== undefined)).toHaveLength(appNames.length);
  for (const name of appNames) expect(await htmlOf(client, name)).toBe(await htmlOf(await willsHost(), name));
  await Promise.all([client.close(), plain.client.close()]);
});

test('an app is one small page that names no address and loads nothing', async () => {
  const client = await willsHost();
  for (const name of appNames) {
    const { contents } = await client.readResource({ uri: `ui://workspace/${name}.html` });
    const [{ text, mimeType, _meta }] = contents as unknown as [{ text: string; mimeType: string; _meta: object }];
    expect({ mimeType, _meta }).toEqual({
      mimeType: 'text/html;profile=mcp-app',
      _meta: { ui: { prefersBorder: true } },
    });
    expect({ name, isSmall: Buffer.byteLength(text) <= 150_000 }).toEqual({ name, isSmall: true });
    const named = text.replaceAll(/http:\/\/www\.w3\.org\/[\w/]+/g, '').match(/https?:\/\/\w.{20}|\bimport\(.{20}/g);
    const [, style] = /<style>(.*)<\/style>/s.exec(text)!;
    expect([name, named, style!.match(/@import.{20}|url\(.{20}/g)]).toEqual([name, null, null]);
  }
});
