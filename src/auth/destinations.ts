import { fetchPublic } from './authorization-server/public-fetch.ts';

/** Allows every public address over https. */
const everyPublic = '*';

/** A named host may be private and may use http. */
export const isAllowed = ({ protocol, host }: URL, hosts: readonly string[]): boolean =>
  hosts.includes(host) || (hosts.includes(everyPublic) && protocol === 'https:');

/** Sends a request to an allowed address. Redirects are not followed, because their targets were not checked. */
export const sendTo = (url: URL, hosts: readonly string[], request: RequestInit): Promise<Response> =>
  hosts.includes(url.host) ? fetch(url, { ...request, redirect: 'manual' }) : fetchPublic(url, request);
