import * as z from 'zod';
import { invalidRequest } from '../schemas/errors.ts';
import { inputOf } from '../schemas/input.ts';
import { limits } from '../schemas/limits.ts';
import type { Workspace } from '../schemas/index.ts';
import { fileAt } from './file-uris.ts';
import fileUpload from './file-upload.ts';
import { tool } from './tool.ts';

const { name, group, scope, annotations, output } = fileUpload;

const input = fileUpload.input.extend({
  file: z
    .string()
    .meta({ format: 'uri', 'x-mcp-file': { transferModes: ['inline', 'upload'] } })
    .optional()
    .describe('A file of the host'),
  fileName: z.string().optional().describe('Name to keep'),
  contentType: z.string().optional().describe('Such as image/png'),
});

/** `workspace_file_upload`, which also takes a file that the host sends as the draft SEP-2631 says. */
export const fileUploadByUri = tool({
  name,
  group,
  scope,
  annotations,
  output,
  title: 'Upload a file',
  description: `With file, stores a file that the host holds, as large as any upload. Without file: ${fileUpload.description}`,
  input,
  async run(workspace, { file, ...given }, call) {
    if (file === undefined) return fileUpload.run(workspace, inputOf(fileUpload.input, given), call);
    if (given.text !== undefined || given.contentBase64 !== undefined) {
      throw invalidRequest('/file', 'give either file, text or contentBase64');
    }
    return file.startsWith('data:') ? store(workspace, file, given) : place(workspace, file, given);
  },
});

type Given = Omit<z.output<typeof input>, 'file'>;

/** Bytes in a URI are decoded at once. In base64 these are four characters for three bytes. */
const longestDataUri = 2 * limits.inlineUploadBytes;

const illFormed = () => invalidRequest('/file', 'must be a well-formed data URI');

function decodedName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    throw illFormed();
  }
}

/** A small file, whose bytes are in the URI itself. */
async function store(workspace: Workspace, uri: string, { fileName, contentType, ...fields }: Given) {
  if (uri.length > longestDataUri)
    throw invalidRequest(
      '/file',
      `must be at most ${longestDataUri} characters as a data URI; send larger files first`,
    );
  const read = await fetch(uri).catch(() => {
    throw illFormed();
  });
  const [type = '', ...parameters] = read.headers.get('content-type')?.split(';') ?? [];
  const named = parameters.find((parameter) => parameter.startsWith('name='))?.slice('name='.length);
  const kept = fileName ?? (named && decodedName(named));
  if (kept === undefined) throw invalidRequest('/fileName', 'must name the file, because its URI does not');
  const { channelId, sha256, idempotencyKey } = fields;
  const source = { fileName: kept, contentType: contentType ?? type, bytes: read.body! as AsyncIterable<Uint8Array> };
  return workspace.files.upload({ channelId, sha256, idempotencyKey, file: source });
}

/** A file whose bytes came before. Its name may change, and it may be attached. */
async function place(workspace: Workspace, uri: string, given: Given) {
  const { fileName, contentType, channelId, sha256, idempotencyKey } = given;
  if (contentType !== undefined) throw invalidRequest('/contentType', 'came with the bytes; leave it out');
  const file = await fileAt(workspace, uri);
  if (!file) throw invalidRequest('/file', 'has no bytes yet; send them, then call again');
  if (sha256 !== undefined && sha256 !== file.sha256) throw invalidRequest('/sha256', 'is not the digest of the bytes');
  const { id: fileId } = file;
  if (fileName !== undefined) return workspace.files.update({ fileId, fileName, channelId, idempotencyKey });
  if (channelId === undefined) return { file };
  return workspace.files.link({ fileId, targetType: 'channel', targetId: channelId, idempotencyKey });
}
