import { expect, test } from 'vitest';
import { WorkspaceError } from '../../schemas/errors.ts';
import { operations } from '../../schemas/index.ts';
import { WorkspaceClient } from '../../src/sdk/index.ts';
import { takesKey } from '../../src/http/takes-key.ts';
import { type Answer, answer, answeringFirst, nothing } from '../support/networks.ts';
import { accessToken, listening, spawnGateway, startGateway, stop, temporaryFolder } from '../support/product.ts';
import { sharedGateway } from '../support/rest.ts';

const gateway = sharedGateway();

async function clientBehind(...answers: Answer[]) {
  const proxy = await answeringFirst(gateway.url, ...answers);
  return { ...proxy, client: new WorkspaceClient({ baseUrl: proxy.url, token: gateway.admin.token! }) };
}

const html = { 'content-type': 'text/html' };
const page = '<html><h1>Bad gateway</h1></html>';
const problem = (code: string, status: number) =>
  JSON.stringify({ type: `/problems/${code}`, title: code, status, detail: 'Later.', code, requestId: 'r1' });

test('only requests that do nothing twice are retried: with a key, without a change, or idempotent in HTTP', () => {
  const ofOwner = ['organizations.add', 'clients.add', 'issuers.add', 'keys.rotate'];
  const ofSources = ['sources.add', 'sources.synchronize', 'sources.takeDue'];
  // An address is one user's alone, or one webhook's, and a token's name one token's. A link ends the one before, and
  // nobody is the owner over HTTP.
  const administered = ['users.add', 'invitations.create', ...ofOwner, ...ofSources];
  // A sign-out changes nothing the second time, and a preview nothing at all.
  const safe = new Set([
    'files.prepareUpload',
    'queries.run',
    'me.signOut',
    'users.signOut',
    'signIns.makeToken',
    'dataSets.previewImport',
    'webhooks.add',
    ...administered,
  ]);
  const unsafe = operations.filter(
    ({ group, name, operation }) =>
      !/^(GET|PUT|DELETE) /.test([operation.http].flat()[0]!) && !takesKey(operation) && !safe.has(`${group}.${name}`),
  );
  expect(unsafe).toEqual([]);
});

test.each<[what: string, refusal: Answer]>([
  ['429 with Retry-After', answer(429, problem('rate_limited', 429), { 'retry-after': '1' })],
  ['429 with a date', answer(429, problem('rate_limited', 429), { 'retry-after': new Date().toUTCString() })],
  ['503', answer(503, problem('unavailable', 503), { 'retry-after': '0' })],
  ['503 of a proxy, in HTML', answer(503, page, html)],
  ['502 of a proxy, in HTML', answer(502, page, html)],
  ['504 without a body', answer(504, '')],
  ['no answer', nothing],
  [
    'half an answer',
    (_asked, outgoing) => outgoing.writeHead(200, { 'content-length': '100' }).write('{"cha', () => outgoing.destroy()),
  ],
])('after %s a call is sent again, with the same key', async (_what, refusal) => {
  const { asked, client } = await clientBehind(refusal, refusal);
  const { post } = await client.posts.create({ channelId: 'general', body: 'Once' });
  expect(post.body).toBe('Once');
  const keys = asked.map(({ headers }) => headers['idempotency-key']);
  expect([keys.length, new Set(keys).size, typeof keys[0]]).toEqual([3, 1, 'string']);
});

test('as often as was said, and then with what was answered last', async () => {
  const { url, asked } = await answeringFirst(gateway.url, ...Array.from({ length: 9 }, () => answer(503, page, html)));
  const client = new WorkspaceClient({ baseUrl: url, token: gateway.admin.token!, retries: 1 });
  await expect(client.me.get({})).rejects.toMatchObject({ code: 'unavailable' });
  expect(asked).toHaveLength(2);
});

test('a call that may be retried only much later fails at once', async () => {
  const { asked, client } = await clientBehind(answer(429, problem('rate_limited', 429), { 'retry-after': '3600' }));
  await expect(client.me.get({})).rejects.toMatchObject({ code: 'rate_limited', requestId: 'r1' });
  expect(asked).toHaveLength(1);
});

const inAnHour = new Date(Date.now() + 3_600_000);
const [, day, month, year, time] = /, (\d+) (\w+) (\d+) ([\d:]+) GMT$/.exec(inAnHour.toUTCString())!;
const weekday = inAnHour.toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' });

test.each([
  ['until a date', inAnHour.toUTCString()],
  ['until a date as RFC 850 has it', `${weekday}, ${day}-${month}-${year!.slice(2)} ${time} GMT`],
  ['until a date as C has it', `${weekday.slice(0, 3)} ${month} ${day!.replace(/^0/, ' ')} ${time} ${year}`],
  ['longer than a number says', '9'.repeat(400)],
])('so is whoever is asked to wait %s', async (_what, until) => {
  const { asked, client } = await clientBehind(answer(503, problem('unavailable', 503), { 'retry-after': until }));
  await expect(client.me.get({})).rejects.toMatchObject({ code: 'unavailable' });
  expect(asked).toHaveLength(1);
});

/** The least that the client waits by itself is twice as long. */
const sooner = 60;

test.each(['-5', '1.5', '+1', '0x10', '1e3', 'soon', '2027-01-01', new Date(0).toUTCString(), 'Thu, 01 Jan 1970'])(
  'a Retry-After of %s asks for nothing: the client waits as it does by itself',
  async (odd) => {
    const aborting = new AbortController();
    const refusal = answer(503, problem('unavailable', 503), { 'retry-after': odd });
    const first: Answer = (...exchange) => {
      exchange[1].on('finish', () => setTimeout(() => aborting.abort(), sooner));
      refusal(...exchange);
    };
    const { asked, client } = await clientBehind(first, refusal, refusal, refusal, refusal);
    await expect(client.me.get({}, { signal: aborting.signal })).rejects.toThrow(/aborted/);
    expect(asked).toHaveLength(1);
  },
);

test.each([NaN, -1, 1.5, Infinity, '4', null])('%j is not a number of retries', (retries) => {
  const options = { baseUrl: gateway.url, token: 'token', retries: retries as number };
  expect(() => new WorkspaceClient(options)).toThrow(WorkspaceError);
  expect(() => new WorkspaceClient(options)).toThrow('/retries: must be a whole number, 0 or more');
});

test.each([400, 403, 404, 409, 413, 422, 500])('%i is not asked again', async (status) => {
  const { asked, client } = await clientBehind(answer(status, page, html));
  const error: unknown = await client.me.get({}).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(WorkspaceError);
  expect((error as Error).message).toMatch(new RegExp(`answered with status ${status} but not as a workspace gateway`));
  expect(asked).toHaveLength(1);
});

test.each([
  ['HTML with status 200', answer(200, page, html)],
  ['nothing with status 204', answer(204, '')],
])('%s is no answer', async (_what, foreign) => {
  const { asked, client } = await clientBehind(foreign);
  await expect(client.me.get({})).rejects.toMatchObject({ message: expect.stringMatching(/Check its address/) });
  expect(asked).toHaveLength(1);
});

test('a code that this client does not know yet is that of its status', async () => {
  const { client } = await clientBehind(answer(409, problem('from_the_future', 409), { 'x-request-id': 'r1' }));
  await expect(client.me.get({})).rejects.toMatchObject({
    code: 'version_conflict',
    message: 'Later.',
    requestId: 'r1',
  });
});

test.each([301, 302, 307, 308])(
  'a redirect (%i) is not followed: the token is for the gateway alone',
  async (status) => {
    const elsewhere = await answeringFirst(gateway.url);
    const { client } = await clientBehind(answer(status, '', { location: `${elsewhere.url}/api/workspace/me` }));
    const message = expect.stringContaining(`redirects to ${elsewhere.url}/api/workspace/me, which is not followed`);
    await expect(client.me.get({})).rejects.toMatchObject({ code: 'invalid_request', message });
    expect(elsewhere.asked).toEqual([]);
  },
);

test('the rate limit of a gateway', async () => {
  const folder = await temporaryFolder();
  const { url } = await startGateway(folder, '--rate-limit', '40');
  const client = new WorkspaceClient({ baseUrl: url, token: await accessToken(folder), retries: 0 });
  const calls = await Promise.allSettled(Array.from({ length: 41 }, () => client.me.get({})));
  const refused = calls.filter(({ status }) => status === 'rejected');
  expect(refused).toMatchObject([{ reason: { code: 'rate_limited', message: expect.stringMatching(/./) } }]);
});

test('a gateway that is killed and started again is found again', async () => {
  const folder = await temporaryFolder();
  const token = await accessToken(folder);
  const first = await listening(spawnGateway(folder));
  const { port } = new URL(first.url);
  const client = new WorkspaceClient({ baseUrl: first.url, token, retries: 6 });
  await client.me.get({});
  await stop(first.process, 'SIGKILL');
  const posted = client.posts.create({ channelId: 'general', body: 'In between' });
  await startGateway(folder, '--port', port);
  const { post } = await posted;
  const { items } = await client.feed.list({ channelId: 'general' });
  expect([post.body, items.length]).toEqual(['In between', 1]);
});

test('nobody there', async () => {
  const gone = await listening(spawnGateway(await temporaryFolder()));
  await stop(gone.process);
  const client = new WorkspaceClient({ baseUrl: `${gone.url}/`, token: 'token', retries: 0 });
  const message = `The gateway at ${gone.url} cannot be reached, or the connection to it was lost. Check that it runs, and its address.`;
  await expect(client.me.get({})).rejects.toMatchObject({ code: 'unavailable', message, cause: expect.any(Error) });
});

test.each([
  '',
  'workspace.example.com',
  'ftp://a.example',
  'https://u:p@a.example',
  'https://a.example/?a=b',
  'https://a.example/#a',
])('%j is no address of a gateway', (baseUrl) => {
  expect(() => new WorkspaceClient({ baseUrl, token: 'token' })).toThrow(/^\/baseUrl: must be the address/);
});

test('an upload that is too large is refused with its limit', async () => {
  const client = new WorkspaceClient({ baseUrl: gateway.url, token: gateway.admin.token! });
  const bytes = new Uint8Array(50 * 1024 * 1024 + 1);
  await expect(client.files.upload({ file: { fileName: 'big', bytes } })).rejects.toMatchObject({
    code: 'too_large',
    extras: { maxBytes: 50 * 1024 * 1024 },
    requestId: expect.stringMatching(/./),
  });
});
