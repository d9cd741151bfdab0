import { isIPv6 } from 'node:net';

/** Where an address belongs, as one who asks: itself, or of IPv6 its /64, in which a household has 2^64. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const version4 = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (version4 !== undefined) return version4;
  const [head = [], tail = []] = address.split('::').map((groups) => groups.split(':').filter(Boolean));
  const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0');
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`;
}
