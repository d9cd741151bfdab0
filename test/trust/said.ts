import { hash } from 'node:crypto';

/* The texts that agents write and a census reads. Each text and name holds the tag of its write. */

export const digestOf = (bytes: string | Uint8Array): string => hash('sha256', bytes);

export const sentenceOf = (tag: string): string => `An agent noted ${tag}.`;

/** Bytes of a file that are those of no other. */
export const bytesOf = (tag: string, size: number): Buffer => Buffer.alloc(size, hash('sha512', tag, 'buffer'));

/** The tag in a text; what has none was not written by an agent. */
export const tagIn = (text: string): string => /\bw\d+\b/.exec(text)?.[0] ?? `no tag in "${text.slice(0, 80)}"`;

/** How many rows of one import there are. */
export const rowsOf = (count: unknown): string => `${String(count)} rows`;
