import { lookup as resolve, type LookupAddress, type LookupOptions } from 'node:dns';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { Readable } from 'node:stream';

/** Every address that is not one of the public internet (IANA's special-purpose registries). */
const special = new BlockList();
const specialNetworks: readonly [network: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];
for (const [network, prefix] of specialNetworks) special.addSubnet(network, prefix, 'ipv4');

/** Of IPv6 only what is handed out to the public (2000::/3), and of that nothing that leads back to IPv4 or is for examples. */
const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  special.addSubnet(network, prefix, 'ipv6');

export function isPublicAddress(address: string): boolean {
  if (isIPv6(address)) return global.check(address, 'ipv6') && !special.check(address, 'ipv6');
  return isIP(address) === 4 && !special.check(address, 'ipv4');
}

/**
 * Fetches what a stranger names: by https from a public address, without following redirects. The address that was looked at is
 * the one that is connected to. How much and how long is up to the caller.
 */
export function fetchPublic(url: string | URL, options: RequestInit): Promise<Response> {
  const { protocol, hostname } = new URL(url);
  const literal = hostname.replace(/^\[|\]$/g, '');
  if (protocol !== 'https:' || (isIP(literal) && !isPublicAddress(literal))) return Promise.reject(refusal(hostname));
  const headers = Object.fromEntries(new Headers(options.headers));
  return answerTo(request(url, { headers, signal: options.signal ?? undefined, lookup: lookupPublic, agent: false }));
}

/** What comes back to a request, once it has been sent; an answer that is none in HTTP is an error of the caller's. */
export async function answerTo(sent: ClientRequest): Promise<Response> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.on('error', reject).on('response', resolve).end();
  });
  try {
    return responseOf(answer);
  } catch (error) {
    answer.destroy();
    throw error;
  }
}

/** Throws where Fetch knows no such answer: a status of 600 or more, or a header that is none. */
function responseOf(answer: IncomingMessage): Response {
  const { statusCode: status = 500, headers } = answer;
  const body = [204, 205, 304].includes(status) ? null : (Readable.toWeb(answer) as ReadableStream);
  return new Response(body, { status, headers: headers as Record<string, string> });
}

type Found = (error: Error | null, addresses: LookupAddress[] | string, family?: number) => void;

/** Refuses a name as soon as one of its addresses is not public: a name that has both is made to deceive. */
function lookupPublic(hostname: string, options: LookupOptions, found: Found): void {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return found(error, []);
    if (!addresses.every(({ address }) => isPublicAddress(address))) return found(refusal(hostname), []);
    if (options.all) found(null, addresses);
    else found(null, addresses[0]!.address, addresses[0]!.family);
  });
}

const refusal = (hostname: string) => new Error(`${hostname} is not a public address`);
