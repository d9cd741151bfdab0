import { limits } from '../../../schemas/limits.ts';
import { composed } from '../../text/composing.ts';

/** Control, zero-width and bidirectional characters, which make a name look like another. */
const deceptive = /[\p{Cc}\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

/**
 * The display name of a file: the last path segment, NFC, without deceptive characters. It has at most 255 bytes, with
 * its extension kept. It does not name anything on disk. Empty when nothing of the name remains.
 */
export function cleanFileName(fileName: string): string {
  const segment = fileName.split(/[/\\]/).at(-1) ?? '';
  const name = composed(segment.toWellFormed().replace(deceptive, '')).trim();
  return /^\.*$/.test(name) ? '' : shortened(name);
}

function shortened(name: string): string {
  if (Buffer.byteLength(name) <= limits.fileNameBytes) return name;
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && Buffer.byteLength(name.slice(dot)) <= 32 ? name.slice(dot) : '';
  const stem = extension ? name.slice(0, dot) : name;
  return firstBytes(stem, limits.fileNameBytes - Buffer.byteLength(extension)) + extension;
}

function firstBytes(text: string, most: number): string {
  let kept = '';
  let size = 0;
  for (const character of text) {
    size += Buffer.byteLength(character);
    if (size > most) break;
    kept += character;
  }
  return kept;
}
