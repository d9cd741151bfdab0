import { beforeAll, describe, expect, test } from 'vitest';
import { startHttpHost } from '../support/http-hosts.ts';
import { expectProblem, saidIn } from '../support/problems.ts';
import { accessToken, startGateway, temporaryFolder } from '../support/product.ts';
import { replyOf, sharedGateway } from '../support/rest.ts';

const gateway = sharedGateway();
const tokens: Record<string, string> = {};

beforeAll(async () => {
  for (const scopes of ['read', 'write', 'query', 'query read']) {
    const scope = scopes.replaceAll(/(\w+)/g, 'workspace.$1');
    tokens[scopes] = await accessToken(gateway.dataFolder, '--scope', scope);
  }
});

const request = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params });

async function post(address: string, body: unknown, token?: string) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  return replyOf(await fetch(gateway.url + address, { method: 'POST', headers, body: JSON.stringify(body) }));
}

/** The parameters of a challenge, by name. */
function challengeOf({ headers }: { headers: Headers }): Record<string, string> {
  const [, scheme, parameters] = /^(\w+) (.*)$/.exec(headers.get('www-authenticate') ?? '')!;
  const pairs = [...parameters!.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name!, value!]);
  return { scheme, ...Object.fromEntries(pairs) } as Record<string, string>;
}

const metadata = (resource: string) => `${gateway.url}/.well-known/oauth-protected-resource${resource}`;
const everything = 'workspace.query workspace.read workspace.write';

describe('without a token', () => {
  test.each([
    ['all that its tools need', '/mcp', everything],
    ['all that its tools need, in every group', '/mcp?tools=all', everything],
    ['reading alone where that is all there is', '/mcp?readOnly', 'workspace.query workspace.read'],
  ])('/mcp says where to get one, and to ask for %s', async (_what, address, scope) => {
    const reply = await post(address, request('tools/list'));
    expectProblem(reply, 'unauthenticated');
    expect(challengeOf(reply)).toEqual({ scheme: 'Bearer', scope, resource_metadata: metadata('/mcp') });
  });

  test('REST says where to get one, and to ask for what was tried', async () => {
    const reply = await replyOf(await fetch(`${gateway.url}/api/workspace/me`));
    const expected = { scheme: 'Bearer', scope: 'workspace.read', resource_metadata: metadata('') };
    expect(challengeOf(reply)).toEqual(expected);
    expect(reply.headers.get('www-authenticate')).toMatch(/^Bearer resource_metadata="/);
  });

  test('nothing of the message is looked at', async () => {
    expectProblem(await post('/mcp', 'no message'), 'unauthenticated');
  });
});

test.each(['/mcp', '/api/workspace/sessions'])('%s says that a token is not valid', async (address) => {
  const reply = await post(address, {}, `${tokens.read!.slice(0, -4)}AAAA`);
  expectProblem(reply, 'unauthenticated');
  expect(challengeOf(reply)).toMatchObject({ error: 'invalid_token' });
});

test.each(['', '/mcp'])('the metadata of the resource "%s" says who issues its tokens', async (resource) => {
  const response = await fetch(metadata(resource), { headers: { origin: 'https://inspector.test' } });
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(await response.json()).toEqual({
    resource: gateway.url + resource,
    resource_name: 'Workspace',
    authorization_servers: [gateway.url],
    scopes_supported: [...everything.split(' '), ...(resource === '' ? ['workspace.admin'] : [])],
    bearer_methods_supported: ['header'],
  });
});

test('behind a proxy, metadata is found where the public URL says', async () => {
  const folder = await temporaryFolder();
  const { url } = await startGateway(folder, '--public-url', 'https://work.test/space');
  const refused = await replyOf(await fetch(`${url}/mcp`, { method: 'POST' }));
  const path = '/.well-known/oauth-protected-resource/space/mcp';
  const found = await replyOf(await fetch(url + path));
  expect(challengeOf(refused).resource_metadata).toBe(`https://work.test${path}`);
  expect(found.body).toMatchObject({
    resource: 'https://work.test/space/mcp',
    authorization_servers: ['https://work.test/space'],
  });
});

describe('a token sees the tools that it can use', () => {
  const listed = async (address: string, token: string) => {
    const { client } = await startHttpHost(gateway.url + address, token);
    const { tools } = await client.listTools();
    return tools.map(({ name }) => name.replace('workspace_', '')).join(' ');
  };
  const reading = 'channels_list channel_get search artifact_get files_list file_get file_content session_get';
  const figures = 'view_data record_get feed discussion_get people inbox';

  test.each([
    ['query', '/mcp', 'query_ask query_run'],
    ['read', '/mcp', `${reading} ${figures}`],
    ['query read', '/mcp', `${reading} query_ask query_run ${figures}`],
    ['read', '/mcp?tools=feed,views', `${reading} ${figures} members_list activity views_list`],
    ['query', '/mcp?tools=all&readOnly=false', 'query_ask query_run feedback_submit'],
  ])('with the scopes "%s" at %s', async (scopes, address, names) => {
    expect(await listed(address, tokens[scopes]!)).toBe(names);
  });

  test.each(['/mcp?readOnly', '/mcp?readOnly=true'])('and at %s none that stores anything', async (address) => {
    expect(await listed(address, gateway.admin.token!)).toBe(`${reading} query_run ${figures}`);
  });
});

describe('a call beyond the scopes of its token asks for these and the one that it needs:', () => {
  const named = (name: string) => request('tools/call', { name: `workspace_${name}`, arguments: {} });

  test.each([
    ['a tool that writes', 'read', named('artifact_create'), 'workspace.read workspace.write'],
    ['a typed query', 'read', named('query_run'), 'workspace.query workspace.read'],
    ['a tool that reads', 'write', named('search'), 'workspace.read workspace.write'],
    ['the list of resources', 'query', request('resources/list'), 'workspace.query workspace.read'],
    ['a resource', 'query', request('resources/read', { uri: 'x' }), 'workspace.query workspace.read'],
    ['the address of an upload', 'read', request('files/authorizeUpload'), 'workspace.read workspace.write'],
    ['the address of a download', 'query', request('files/authorizeDownload'), 'workspace.query workspace.read'],
    ['a prompt', 'query', request('prompts/get', { name: 'x' }), 'workspace.query workspace.read'],
    [
      'one call of several',
      'read',
      [named('search'), { ...named('file_upload'), id: 2 }],
      'workspace.read workspace.write',
    ],
  ])('%s', async (_what, scopes, message, scope) => {
    const reply = await post('/mcp', message, tokens[scopes]);
    expectProblem(reply, 'insufficient_scope');
    const expected = { scheme: 'Bearer', error: 'insufficient_scope', scope, resource_metadata: metadata('/mcp') };
    expect(challengeOf(reply)).toEqual(expected);
  });

  test('but the page of an app is read with any token, because it holds nothing of the workspace', async () => {
    const page = await post('/mcp', request('resources/read', { uri: 'ui://workspace/query.html' }), tokens.query);
    expect([page.status, page.bytes.toString().slice(0, 80)]).toEqual([200, expect.stringContaining('"contents"')]);
    const other = await post('/mcp', request('resources/read', { uri: 'ui://workspace/none.html' }), tokens.query);
    expectProblem(other, 'insufficient_scope');
  });

  test('but a tool that the address leaves out is not there, whatever the token may do', async () => {
    const reply = await post('/mcp?readOnly', named('artifact_create'), tokens.read);
    expect(reply.status).toBe(200);
    expect(reply.bytes.toString()).toContain('There is no tool workspace_artifact_create here');
  });
});

test.each([
  ['an unknown group', 'tools=nonsense', 'tools', /knows no nonsense; it takes feed, records, views/],
  ['groups in two parameters', 'tools=feed&tools=views', 'tools', /commas/],
  ['neither true nor false', 'readOnly=maybe', 'readOnly', /true or false/],
  ['both true and false', 'readOnly=true&readOnly=false', 'readOnly', /true or false/],
  ['a parameter that is misspelt', 'readonly=true', 'readonly', /not a known parameter/],
])('an address with %s is refused', async (_what, query, name, sentence) => {
  const reply = await post(`/mcp?${query}`, request('tools/list'), gateway.admin.token);
  expect(saidIn(expectProblem(reply, 'invalid_request', [name]))).toMatch(sentence);
});
