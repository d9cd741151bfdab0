import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The network of a sender: its address, or the /64 for IPv6, because a household has 2^64 addresses. */
export const networkOf = (address: string): string => (isIPv6(address) ? networkOfIPv6(address, 64) : address);

/**
 * A digest of a sender's network. IPv6 senders share their /48, because one customer may have 65,536 networks of /64.
 */
export const siteOf = (address: string): string =>
  digestOf('network', isIPv6(address) ? networkOfIPv6(address, 48) : address);

/** Distinguishes senders without revealing who they are. */
export const digestOf = (kind: string, text: string): string =>
  createHash('sha256').update(`${kind}:${text}`).digest('base64url');

/** The network of an IPv6 address. An IPv4-mapped address becomes IPv4. */
function networkOfIPv6(address: string, bits: number): string {
  const [plain = ''] = address.split('%');
  const parsed = ipaddr.process(plain);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${plain}/${bits}`).toString()}/${bits}`;
}
