import { visible } from './marking.ts';

const bareAddress = /\b(?:[a-z][a-z0-9+.-]*:\/\/|www\.)[^\s<>()[\]"'`]+/gi;
const linkTarget = /\]\(\s*<?([^\s<>)]+)/g;
const definition = /^[ \t>]*\[[^\]]+\]:\s*<?([^\s<>]+)/gm;

/**
 * The addresses of a text that none of the known texts gives: whoever follows one that a model has put together
 * would tell another what the model has read.
 */
export function unknownAddresses(text: string, known: string): string[] {
  const given = new Set(addressesIn(known));
  return addressesIn(text).filter((address) => !given.has(address));
}

function addressesIn(text: string): string[] {
  const targets = [...text.matchAll(linkTarget), ...text.matchAll(definition)].map(([, target]) => target!);
  return [...targets, ...(text.match(bareAddress) ?? [])].map((address) => address.replace(/[.,;:!?]+$/, ''));
}

/** Markdown that loads nothing, has no tags and hides no character. */
export const harmless = (text: string): string =>
  visible(text.trim())
    .replaceAll(/!+(?=\[)/g, '')
    .replaceAll(/<(?![a-z][a-z0-9+.-]*:\/\/)(?=[a-z!/?])/gi, '&lt;');
