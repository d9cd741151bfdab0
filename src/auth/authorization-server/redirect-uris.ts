import { limits } from '../../../schemas/limits.ts';

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/** What is wrong with a redirect URI that a client wants to register; undefined when nothing is. */
export function mistakeIn(uri: string): string | undefined {
  const url = URL.parse(uri);
  if (!url || /[\s\\\p{Cc}]/u.test(uri)) return 'must be an absolute URI';
  if (uri.length > limits.redirectUri) return `must be at most ${limits.redirectUri} characters`;
  if (uri.includes('*')) return 'must not have a *, for it is compared as it stands';
  if (uri.includes('#')) return 'must not have a fragment';
  if (url.username || url.password) return 'must not have a user name or password';
  // It stands in the policy of the sign-in page, where these begin another directive or another policy.
  if (/[;,'"]/.test(url.protocol + url.host)) return 'must not have a ;, a comma or a quotation mark in its host';
  if (url.protocol === 'https:') return isLoopback(url) ? 'must use http for a loopback address' : undefined;
  if (url.protocol === 'http:') return isLoopback(url) ? undefined : 'must use https, or http with a loopback address';
  if (!url.protocol.includes('.')) return 'must use https, or a private-use scheme with a dot, such as com.example.app';
  return undefined;
}

/** Whether any program of the person's machine could listen there: what such a client calls itself proves nothing. */
export const leavesTheWeb = (uri: string): boolean => URL.parse(uri)?.protocol !== 'https:';

/** Where a person will be sent, as they can recognise it. */
export function destinationOf(uri: string): string {
  const url = new URL(uri);
  if (isLoopback(url)) return 'a program on this computer';
  return url.protocol === 'https:' ? url.host : `the application that opens ${url.protocol}`;
}

/** The origin of a redirect URI as a Content Security Policy names it, in which no IPv6 address can stand. */
export function policySourceOf(uri: string): string {
  const url = new URL(uri);
  return url.origin === 'null' || url.hostname.startsWith('[') ? url.protocol : url.origin;
}

const isLoopback = ({ hostname }: URL) => loopbackHosts.has(hostname);
