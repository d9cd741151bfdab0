import { shown } from '../../../schemas/shown.ts';
import { withoutEnd } from '../language/ends.ts';

// These patterns must take linear time, because stored texts are searched with them.
const bareAddress = /\b(?:[a-z][a-z0-9+.-]{0,30}:\/\/|www\.)[^\s<>()[\]"'`]+/gi;
const linkTarget = /\]\(\s*<?([^\s<>)]+)/g;
const definition = /^[ \t>]*\[[^\]\n]+\]:\s*<?([^\s<>]+)/gm;

/**
 * The addresses of a text that no known text gives. A model could put secret text into an address, and following it
 * would send that text away.
 */
export function unknownAddresses(text: string, known: string): string[] {
  const given = new Set(addressesIn(known));
  return addressesIn(text).filter((address) => !given.has(address));
}

function addressesIn(text: string): string[] {
  const targets = [...text.matchAll(linkTarget), ...text.matchAll(definition)].map(([, target]) => target!);
  return [...targets, ...(text.match(bareAddress) ?? [])].map((address) => withoutEnd(address, /[.,;:!?]/));
}

/** Markdown that loads nothing and has neither tags nor hidden characters. */
export const harmless = (text: string): string =>
  shown(text.trim())
    .replaceAll('![', '!\\[')
    .replaceAll(/<(?![a-z][a-z0-9+.-]{0,30}:\/\/)(?=[a-z!/?])/gi, '&lt;');
