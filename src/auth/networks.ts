import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Where an address belongs, as one who asks: itself, or of IPv6 its /64, in which a household has 2^64. */
export const networkOf = (address: string): string => (isIPv6(address) ? networkOfIPv6(address, 64) : address);

/** A digest of the network of one who asks; of IPv6 its /48, since a single customer may be given 65,536 of /64. */
export const siteOf = (address: string): string =>
  digestOf('network', isIPv6(address) ? networkOfIPv6(address, 48) : address);

/** Tells one from another without saying who it is. */
export const digestOf = (kind: string, text: string): string =>
  createHash('sha256').update(`${kind}:${text}`).digest('base64url');

/** An IPv4 address that came in over IPv6 is itself. */
function networkOfIPv6(address: string, bits: number): string {
  const [plain = ''] = address.split('%');
  const parsed = ipaddr.process(plain);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${plain}/${bits}`).toString()}/${bits}`;
}
