import type { IncomingMessage } from 'node:http';
import { Provider } from 'oidc-provider';
import { siteOf } from '../networks.ts';

const addresses = new WeakMap<IncomingMessage, string>();

/** Records the address of a request for oidc-provider, because only the gateway knows which proxies to trust. */
export function comesFrom(request: IncomingMessage, address: string): void {
  addresses.set(request, address);
}

/** A digest of the network of the request that oidc-provider is answering; undefined outside a request. */
export function networkAsking(): string | undefined {
  const address = Provider.ctx && addresses.get(Provider.ctx.req);
  return address === undefined ? undefined : siteOf(address);
}
