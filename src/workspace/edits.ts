import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ArtifactKind, Edit } from '../../schemas/artifacts.ts';
import { invalidRequest, tooLarge, type WorkspaceError } from '../../schemas/errors.ts';
import { limits } from '../../schemas/limits.ts';

const mostBytes: Record<ArtifactKind, number> = { markdown: limits.markdownBytes, csv: limits.csvBytes };

/** The bytes of a content that may be stored; they are exactly those of the text. */
export function contentBytes(kind: ArtifactKind, content: string): Uint8Array {
  refuseUnstorable(content, '/content');
  const bytes = Buffer.from(content);
  if (bytes.byteLength > mostBytes[kind]) throw contentTooLarge(kind);
  return bytes;
}

/** Applies edits in order, all or none. Others get their turn between two edits, for a large text takes its time. */
export async function applyEdits(kind: ArtifactKind, content: string, edits: readonly Edit[]): Promise<string> {
  let text = content;
  for (const [index, edit] of edits.entries()) {
    if (index > 0) await nextTurn();
    text = applyEdit(kind, text, edit, `/edits/${index}`);
  }
  return text;
}

function refuseUnstorable(text: string, path: string): void {
  if (text.includes('\0') || !text.isWellFormed()) {
    throw invalidRequest(path, 'must be valid Unicode text without NUL characters');
  }
}

function applyEdit(
  kind: ArtifactKind,
  text: string,
  { oldText, newText, replaceAll = false }: Edit,
  at: string,
): string {
  const path = `${at}/oldText`;
  refuseUnstorable(newText, `${at}/newText`);
  const first = text.indexOf(oldText);
  if (first < 0)
    throw invalidRequest(path, 'does not occur in the text; read the artifact again and copy the text exactly');
  if (replaceAll) return replaceEvery(kind, text, oldText, newText);
  if (text.includes(oldText, first + 1)) {
    throw invalidRequest(path, 'occurs more than once; add text around it until it is unique, or set replaceAll');
  }
  return text.slice(0, first) + newText + text.slice(first + oldText.length);
}

/** The size is known before the text is built, for a replacement can multiply it. */
function replaceEvery(kind: ArtifactKind, text: string, oldText: string, newText: string): string {
  let occurrences = 0;
  for (let at = text.indexOf(oldText); at >= 0; at = text.indexOf(oldText, at + oldText.length)) occurrences += 1;
  const characters = text.length + occurrences * (newText.length - oldText.length);
  if (characters > mostBytes[kind]) throw contentTooLarge(kind);
  return text.replaceAll(oldText, () => newText);
}

function contentTooLarge(kind: ArtifactKind): WorkspaceError {
  const name = kind === 'csv' ? 'sheet' : 'document';
  return tooLarge(
    mostBytes[kind],
    `A ${name} holds at most ${mostBytes[kind]} bytes; split it, or upload it as a file.`,
  );
}
