import type { IncomingMessage } from 'node:http';
import { Provider } from 'oidc-provider';
import { siteOf } from '../networks.ts';

const addresses = new WeakMap<IncomingMessage, string>();

/** Says where a request comes from that oidc-provider is to answer: only the gateway knows which proxies to believe. */
export function comesFrom(request: IncomingMessage, address: string): void {
  addresses.set(request, address);
}

/** A digest of the network whose request oidc-provider is answering now, if it is answering one. */
export function networkAsking(): string | undefined {
  const address = Provider.ctx && addresses.get(Provider.ctx.req);
  return address === undefined ? undefined : siteOf(address);
}
