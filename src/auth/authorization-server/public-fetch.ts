import type { LookupAddress, LookupOptions } from 'node:dns';
import dns from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type * as Undici from 'undici';
import { loadUndici } from '../../net/undici.ts';

/**
 * Whether an address is public: outside IANA's special-purpose networks. An IPv6 address must also be within 2000::/3.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  const isHandedOut = parsed.kind() === 'ipv4' || parsed.match(handedOut);
  return isHandedOut && parsed.range() === 'unicast';
}

const handedOut = ipaddr.parseCIDR('2000::/3');

export type Fetch = (url: string | URL, options: RequestInit) => Promise<Response>;

type Resolve = (name: string) => Promise<readonly string[]>;

export interface PublicFetchOptions {
  /** Returns the addresses of a name. */
  readonly resolve?: Resolve;
  /** Which of them are allowed. */
  readonly isAllowed?: (address: string) => boolean;
  /** Certificate authorities instead of the usual ones. */
  readonly ca?: string;
}

/**
 * Fetches a URL given by a stranger, by https from a public address, without redirects. It connects to the address that
 * was checked. The caller bounds size and time.
 */
export function publicFetch(options: PublicFetchOptions = {}): Fetch {
  const { isAllowed = isPublicAddress } = options;
  let agent: Undici.Agent | undefined;
  return async (url, init) => {
    const { protocol, hostname } = new URL(url);
    const literal = hostname.replace(/^\[|\]$/g, '');
    const isRefused = isIP(literal) ? !isAllowed(literal) : loopback.test(hostname);
    if (protocol !== 'https:' || isRefused) throw refusal(hostname);
    const { Agent, fetch } = await loadUndici();
    agent ??= new Agent(agentOptions(options));
    const request = { ...init, redirect: 'manual', dispatcher: agent } as Undici.RequestInit;
    return fetch(url, request);
  };
}

export const fetchPublic = publicFetch();

/**
 * Each request has its own connection. A proxy from the environment is bypassed, because it would connect to any
 * address.
 */
const agentOptions = ({ resolve = addressesOf, isAllowed = isPublicAddress, ca }: PublicFetchOptions) => ({
  pipelining: 0,
  allowH2: false,
  connect: { lookup: checked(resolve, isAllowed), ca },
});

/** Names of this machine (RFC 6761 section 6.3). */
const loopback = /(^|\.)localhost\.?$/;

/**
 * Asks the name servers itself. `dns.lookup` waits in a thread, and only two threads of a process wait for names. A
 * stranger whose name servers never answer would hold both, and every new connection of others would wait.
 */
async function addressesOf(name: string): Promise<readonly string[]> {
  const [four, six] = await Promise.allSettled([dns.resolve4(name), dns.resolve6(name)]);
  const found = [four, six].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (found.length === 0 && four.status === 'rejected') throw four.reason;
  return found;
}

type Found = (error: Error | null, addresses: LookupAddress[] | string, family?: number) => void;

/** Refuses a name if any of its addresses is not public. A name with both kinds is made to deceive. */
function checked(resolve: Resolve, isAllowed: (address: string) => boolean) {
  const lookup = async (hostname: string): Promise<[LookupAddress, ...LookupAddress[]]> => {
    const addresses = await resolve(hostname);
    const [first, ...others] = addresses.map((address) => ({ address, family: isIP(address) }));
    if (!first || !addresses.every(isAllowed)) throw refusal(hostname);
    return [first, ...others];
  };
  return (hostname: string, { all }: LookupOptions, found: Found): void => {
    lookup(hostname).then(
      (addresses) => (all ? found(null, addresses) : found(null, addresses[0].address, addresses[0].family)),
      (error: Error) => found(error, []),
    );
  };
}

const refusal = (hostname: string) => new Error(`${hostname} is not a public address`);
