import { isLoopback } from '../../../schemas/redirect-uris.ts';

/** Whether any program on the person's machine could listen there. The client's name then proves nothing. */
export const leavesTheWeb = (uri: string): boolean => URL.parse(uri)?.protocol !== 'https:';

/** The destination of a redirect, as a person recognizes it. */
export function destinationOf(uri: string): string {
  const url = new URL(uri);
  if (isLoopback(url)) return 'a program on this computer';
  return url.protocol === 'https:' ? url.host : `the application that opens ${url.protocol}`;
}

/** The origin of a redirect URI for a Content Security Policy, which cannot contain IPv6 addresses. */
export function policySourceOf(uri: string): string {
  const url = new URL(uri);
  return url.origin === 'null' || url.hostname.startsWith('[') ? url.protocol : url.origin;
}
