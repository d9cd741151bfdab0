import { invalidRequest, WorkspaceError } from '../schemas/errors.ts';
import type { File } from '../schemas/files.ts';
import type { Workspace } from '../schemas/index.ts';

/** The URIs of files in the draft SEP-2631 (docs/decisions/file-transfer.md). */
const address = 'mcp-file://workspace/';
const uploadMark = 'upload-';

export const fileUri = (file: File): string => `${address}${file.id}`;

/** Names a file before its bytes come. The upload carries the key, so it stores one file at most. */
export function newUpload(): { readonly uri: string; readonly key: string } {
  const key = `${uploadMark}${crypto.randomUUID()}`;
  return { uri: `${address}${key}`, key };
}

/** The file at a URI, if the caller may read it. Undefined if its bytes have not come. */
export async function fileAt(workspace: Workspace, uri: string): Promise<File | undefined> {
  if (!uri.startsWith(address)) throw invalidRequest('/file', `must begin with ${address}`);
  const handle = uri.slice(address.length);
  if (!handle.startsWith(uploadMark)) return (await workspace.files.get({ fileId: handle })).file;
  return (await workspace.files.list({ uploadKey: handle })).files[0];
}

/** Whether a refusal says that there is no such file for the caller. */
export const isUnknown = (error: unknown): boolean =>
  error instanceof WorkspaceError && ['not_found', 'invalid_request'].includes(error.code);
