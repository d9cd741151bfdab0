import { BlockList, isIP } from 'node:net';

/** The header may list thousands; a request passes through 16 proxies at most. */
const mostProxies = 16;

type Trust = (address: string, hop: number) => boolean;

/** Returns whether the address at a given hop is a proxy trusted to name the sender's address. */
export function trustIn(networks: readonly string[]): Trust | false {
  if (networks.length === 0) return false;
  const trusted = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = familyOf(address);
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(bits), family);
  }
  return (address, hop) => hop < mostProxies && isIP(address) !== 0 && trusted.check(address, familyOf(address));
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
