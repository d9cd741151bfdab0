import { lookup as resolve, type LookupAddress, type LookupOptions } from 'node:dns';
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

export interface PublicFetchOptions {
  /** How names are resolved, and which addresses are allowed. */
  readonly resolve?: typeof resolve;
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
    if (protocol !== 'https:' || (isIP(literal) && !isAllowed(literal))) throw refusal(hostname);
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
const agentOptions = ({ resolve: lookup = resolve, isAllowed = isPublicAddress, ca }: PublicFetchOptions) => ({
  pipelining: 0,
  allowH2: false,
  connect: { lookup: checked(lookup, isAllowed), ca },
});

type Found = (error: Error | null, addresses: LookupAddress[] | string, family?: number) => void;

/** Refuses a name if any of its addresses is not public. A name with both kinds is made to deceive. */
function checked(lookup: typeof resolve, isAllowed: (address: string) => boolean) {
  return (hostname: string, options: LookupOptions, found: Found): void => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return found(error, []);
      if (!addresses.every(({ address }) => isAllowed(address))) return found(refusal(hostname), []);
      if (options.all) found(null, addresses);
      else found(null, addresses[0]!.address, addresses[0]!.family);
    });
  };
}

const refusal = (hostname: string) => new Error(`${hostname} is not a public address`);
