import { type RemoteInfo, createSocket } from 'node:dgram';
import { getServers, setServers } from 'node:dns/promises';
import { once } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fetchPublic, isPublicAddress, publicFetch } from '../../src/auth/authorization-server/public-fetch.ts';
import { certificate, secureServer } from '../support/secure-server.ts';

/** Undici wraps what went wrong. */
const refusalOf = (fetched: Promise<Response>) =>
  fetched.then(
    ({ status }) => `answered ${status}`,
    ({ message, cause }: Error) => (cause instanceof Error ? cause.message : message),
  );

/** A resolver for which every name has these addresses, another list each time, the last for good. */
const resolving =
  (...lists: string[][]) =>
  async (): Promise<string[]> =>
    lists.length > 1 ? lists.shift()! : lists[0]!;

/** Fetches as if loopback were public. */
const fetchHere = publicFetch({ resolve: resolving(['127.0.0.1']), isAllowed: () => true, ca: certificate });

describe('documents are fetched from', () => {
  test.each([
    '127.0.0.1',
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '192.0.0.1',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::10.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:7f00:1',
    '::ffff:8.8.8.8',
    '64:ff9b::a00:1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    '4000::1',
    '5f00::1',
    'fc00::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    'localhost',
    'a.localhost.',
  ])('no %s', async (address) => {
    expect(isPublicAddress(address)).toBe(false);
    const host = address.includes(':') ? `[${address}]` : address;
    expect(await refusalOf(fetchPublic(`https://${host}/client.json`, {}))).toMatch(/is not a public address/);
  });

  test.each(['93.184.216.34', '8.8.8.8', '2606:4700::1111', '2a00:1450:4001::1'])('%s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test('no address without https', async () => {
    expect(await refusalOf(fetchPublic('http://93.184.216.34/client.json', {}))).toMatch(/is not a public address/);
  });

  test.each([
    ['an inner address', ['127.0.0.1']],
    ['an inner address beside a public one', ['93.184.216.34', '127.0.0.1']],
  ])('no name that has %s, to which nothing connects', async (_what, addresses) => {
    const { url, sockets } = await secureServer((_request, response) => response.end('{}'));
    const fetch = publicFetch({ resolve: resolving(addresses), ca: certificate });
    expect(await refusalOf(fetch(url, {}))).toBe('documents.test is not a public address');
    expect(sockets).toEqual([]);
  });

  test('the address that was checked, each time anew', async () => {
    const { url, sockets } = await secureServer(({ headers }, response) => response.end(headers.host));
    const isAllowed = (address: string) => address === '127.0.0.1';
    const resolve = resolving(['127.0.0.1'], ['127.0.0.2']);
    const fetch = publicFetch({ resolve, isAllowed, ca: certificate });
    expect(await (await fetch(url, {})).text()).toBe(new URL(url).host);
    expect(await refusalOf(fetch(url, {}))).toBe('documents.test is not a public address');
    expect(sockets).toHaveLength(1);
  });
});

describe('what is fetched', () => {
  test('comes over a connection of its own, which is closed', async () => {
    const { url, sockets } = await secureServer((_request, response) => response.end('{}'));
    for (const _again of [1, 2]) expect(await (await fetchHere(url, {})).json()).toEqual({});
    expect(sockets).toHaveLength(2);
    for (const socket of sockets) if (!socket.destroyed) await once(socket, 'close');
  });

  test('is not fetched from where it redirects to, whatever the caller says', async () => {
    const paths: unknown[] = [];
    const { url } = await secureServer((request, response) => {
      paths.push(request.url);
      response.writeHead(302, { location: '/other.json' }).end();
    });
    expect((await fetchHere(url, { redirect: 'follow' })).status).toBe(302);
    expect(paths).toEqual(['/client.json']);
  });

  test('ends with the time that it is given, and with what is read of it', async () => {
    const { url, sockets } = await secureServer((request, response) => {
      if (request.headers['x-endless']) response.write('x'.repeat(100_000));
    });
    expect(await refusalOf(fetchHere(url, { signal: AbortSignal.timeout(200) }))).toMatch(/timeout/);
    const endless = await fetchHere(url, { headers: { 'x-endless': '1' } });
    const reader = endless.body!.getReader();
    expect((await reader.read()).value?.byteLength).toBeGreaterThan(0);
    await reader.cancel();
    for (const socket of sockets) if (!socket.destroyed) await once(socket, 'close');
  });

  test('is not what a server answers that speaks no HTTP', async () => {
    const { url } = await secureServer((_request, response) => {
      response.socket!.end('HTTP/1.1 700 Odd\r\nContent-Length: 2\r\n\r\n{}');
    });
    const answer = await refusalOf(fetchHere(url, {}));
    expect(answer).not.toBe('answered 200');
  });

  test('leaves all other requests to the agent that Node has for them', async () => {
    const { url } = await secureServer((_request, response) => response.end('{}'));
    await fetchHere(url, {});
    await fetch('data:,');
    const { Dispatcher1Wrapper } = await import('undici');
    const agent = (globalThis as Record<symbol, unknown>)[Symbol.for('undici.globalDispatcher.1')];
    expect(agent).toBeDefined();
    expect(agent).not.toBeInstanceOf(Dispatcher1Wrapper);
  });
});

/** A name server that answers only for names below `quick.test`: all have this address. Returns the names it is asked for. */
async function nameServer(address: string): Promise<Set<string>> {
  const asked = new Set<string>();
  const socket = createSocket('udp4');
  socket.on('message', (query: Buffer, sender: RemoteInfo) => {
    const name = nameIn(query);
    asked.add(name);
    if (name.endsWith('.quick.test')) socket.send(answerTo(query, address), sender.port, sender.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const usual = getServers();
  setServers([`127.0.0.1:${socket.address().port}`]);
  onTestFinished(() => {
    setServers(usual);
    socket.close();
  });
  return asked;
}

const headBytes = 12;

function nameIn(query: Buffer): string {
  const labels: string[] = [];
  for (let at = headBytes; query[at]! > 0; at += query[at]! + 1)
    labels.push(query.toString('latin1', at + 1, at + 1 + query[at]!));
  return labels.join('.');
}

/** An answer with one address (RFC 1035 section 4). IPv6 addresses are not known here. */
function answerTo(query: Buffer, address: string): Buffer {
  const question = query.subarray(headBytes, headBytes + nameIn(query).length + 2 + 4);
  const isOfIPv4 = question.readUInt16BE(question.length - 4) === 1;
  const head = Buffer.from(query.subarray(0, headBytes));
  for (const [at, word] of [0x8180, 1, isOfIPv4 ? 1 : 0, 0, 0].entries()) head.writeUInt16BE(word, 2 + 2 * at);
  const found = Buffer.from([0xc0, headBytes, 0, 1, 0, 1, 0, 0, 0, 1, 0, 4, ...address.split('.').map(Number)]);
  return Buffer.concat(isOfIPv4 ? [head, question, found] : [head, question]);
}

describe('name servers that never answer', () => {
  test('hold up no other name', async () => {
    const asked = await nameServer('127.0.0.1');
    const given = new AbortController();
    const names = Array.from({ length: 20 }, (_name, number) => `n${number}.slow.test`);
    const waiting = names.map((name) => refusalOf(fetchPublic(`https://${name}/`, { signal: given.signal })));
    expect(await refusalOf(fetchPublic('https://one.quick.test/', {}))).toBe('one.quick.test is not a public address');
    await expect.poll(() => names.filter((name) => asked.has(name))).toEqual(names);
    given.abort();
    for (const refusal of await Promise.all(waiting)) expect(refusal).toMatch(/aborted/);
  });
});
