import { expect, test } from 'vitest';
import { WorkspaceClient } from '../../src/sdk/index.ts';
import { openedPage } from '../support/app-sessions.ts';
import { sharedGateway } from '../support/rest.ts';

const gateway = sharedGateway();

test('without a token, a page calls with its session and the headers that it gives for each call', async () => {
  const page = await openedPage(gateway.dataFolder, gateway.url);
  let asked = 0;
  const headers = () => {
    asked += 1;
    return page.headers;
  };
  const client = new WorkspaceClient({ baseUrl: gateway.url, headers });
  const { userId } = await client.me.get({});
  const { file } = await client.files.upload({ file: { fileName: 'a.txt', bytes: new Uint8Array([104, 105]) } });
  expect(file).toMatchObject({ size: 2, createdBy: { id: userId }, interfaceType: 'app' });
  expect(asked).toBe(2);
});

test('without either, no client is made', () => {
  expect(() => new WorkspaceClient({ baseUrl: gateway.url })).toThrow(/^\/token: must be an access token/);
});
