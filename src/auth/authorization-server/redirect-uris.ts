import { limits } from '../../../schemas/limits.ts';

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The mistake in a redirect URI to register; undefined if there is none. */
export function mistakeIn(uri: string): string | undefined {
  const url = URL.parse(uri);
  if (!url || /[\s\\\p{Cc}]/u.test(uri)) return 'must be an absolute URI';
  if (uri.length > limits.redirectUri) return `must be at most ${limits.redirectUri} characters`;
  if (uri.includes('*')) return 'must not have a *, because it is compared exactly';
  if (uri.includes('#')) return 'must not have a fragment';
  if (url.username || url.password) return 'must not have a user name or password';
  // The host stands in the sign-in page's policy, where these characters begin another directive or policy.
  if (/[;,'"]/.test(url.protocol + url.host)) return 'must not have a ;, a comma or a quotation mark in its host';
  if (url.protocol === 'https:') return isLoopback(url) ? 'must use http for a loopback address' : undefined;
  if (url.protocol === 'http:') return isLoopback(url) ? undefined : 'must use https, or http with a loopback address';
  if (!url.protocol.includes('.')) return 'must use https, or a private-use scheme with a dot, such as com.example.app';
  return undefined;
}

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

const isLoopback = ({ hostname }: URL) => loopbackHosts.has(hostname);
