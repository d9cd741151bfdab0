import { fetchPublic } from './authorization-server/public-fetch.ts';

/** Every public address, by https. */
const everyPublic = '*';

/** A host that is named may also be a private one, and be reached by http. */
export const isAllowed = ({ protocol, host }: URL, hosts: readonly string[]): boolean =>
  hosts.includes(host) || (hosts.includes(everyPublic) && protocol === 'https:');

/** Sends a request to an allowed address. Redirects are not followed: where they lead was not checked. */
export const sendTo = (url: URL, hosts: readonly string[], request: RequestInit): Promise<Response> =>
  hosts.includes(url.host) ? fetch(url, { ...request, redirect: 'manual' }) : fetchPublic(url, request);
