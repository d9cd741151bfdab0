import { limits } from './limits.ts';

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

export const isLoopback = ({ hostname }: URL): boolean => loopbackHosts.has(hostname);
