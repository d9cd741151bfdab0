import * as z from 'zod';
import { invalidRequest, tooLarge, type WorkspaceError } from '../schemas/errors.ts';
import { limits } from '../schemas/limits.ts';
import { channelId, fileAnswer, idempotencyKey } from './shared.ts';
import { adds, tool } from './tool.ts';

export default tool({
  name: 'workspace_file_upload',
  group: 'default',
  title: 'Upload a small file',
  description:
    'Stores a file of at most 32 KiB from text or base64. Above some 8 KiB prefer workspace_file_upload_prepare: a model should not retype bytes. Compare the sha256 that comes back.',
  scope: 'workspace.write',
  annotations: adds,
  input: z.strictObject({
    fileName: z.string().describe('Name to keep'),
    contentType: z.string().describe('Such as image/png'),
    text: z
      .string()
      .refine((text) => text.isWellFormed(), 'must be text')
      .optional()
      .describe('As UTF-8'),
    contentBase64: z.string().optional().describe('Or bytes, in strict base64'),
    channelId: channelId.optional().describe('Channel to attach it to'),
    sha256: z.string().optional().describe('Hex digest'),
    idempotencyKey,
  }),
  output: z.object({ file: z.object(fileAnswer) }),
  run(workspace, { fileName, contentType, text, contentBase64, ...fields }) {
    const content = bytesOf(text, contentBase64);
    return workspace.files.upload({ ...fields, file: { fileName, contentType, bytes: once(content) } });
  },
});

/** Bits that no byte takes are zero, so bytes have one text. */
const strictBase64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$/;

function bytesOf(text: string | undefined, contentBase64: string | undefined): Uint8Array {
  if (text === undefined && contentBase64 !== undefined) return decoded(contentBase64);
  if (text === undefined || contentBase64 !== undefined) {
    throw invalidRequest('/text', 'give either text or contentBase64');
  }
  const content = new TextEncoder().encode(text);
  if (content.byteLength > limits.inlineUploadBytes) throw tooLong();
  return content;
}

function decoded(contentBase64: string): Uint8Array {
  if (contentBase64.length > 4 * Math.ceil(limits.inlineUploadBytes / 3)) throw tooLong();
  if (!strictBase64.test(contentBase64)) {
    throw invalidRequest(
      '/contentBase64',
      'must be strict base64 (RFC 4648 with padding, without blanks or stray bits)',
    );
  }
  const content = Uint8Array.from(atob(contentBase64), (character) => character.charCodeAt(0));
  if (content.byteLength > limits.inlineUploadBytes) throw tooLong();
  return content;
}

function tooLong(): WorkspaceError {
  return tooLarge(
    limits.inlineUploadBytes,
    `This tool takes at most ${limits.inlineUploadBytes} bytes; use workspace_file_upload_prepare for larger files.`,
  );
}

async function* once(content: Uint8Array) {
  yield content;
}
