import * as z from 'zod';
import { invalidRequest } from '../schemas/errors.ts';
import { type File, isTextType } from '../schemas/files.ts';
import { limits } from '../schemas/limits.ts';
import { firstCharacter, isUtf8, textWindow } from '../schemas/window.ts';
import { fileId, windowArguments } from './shared.ts';
import { byBytes, reads, tool } from './tool.ts';

const Content = z.object({
  fileId: z.string(),
  contentType: z.string(),
  encoding: z.enum(['text', 'base64']),
  text: z.string().optional(),
  contentBase64: z.string().optional(),
  offset: z.int(),
  length: z.int(),
  size: z.int(),
  nextOffset: z.int().optional(),
  downloadUrl: z.string(),
});

/** What models can look at. */
const shownImages = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

export default tool({
  name: 'workspace_file_content',
  group: 'default',
  title: 'Read a file',
  description:
    'Content of an uploaded file, a stretch at a time: text as text, a small image as an image, anything else as base64. While nextOffset is there, call again with it as offset. downloadUrl serves the whole file to a client with a token.',
  scope: 'workspace.read',
  annotations: reads,
  input: z.strictObject({
    fileId,
    as: z.enum(['auto', 'text', 'base64']).optional().describe('Default auto: text where it is text'),
    ...windowArguments,
  }),
  output: Content,
  shorten: byBytes,
  async run(workspace, { fileId, as = 'auto', offset = 0, length = limits.windowDefault }) {
    const { file, downloadUrl, content } = await workspace.files.content({ fileId });
    const bytes = await collect(await content.open(range(file, offset, length)));
    return {
      fileId: file.id,
      contentType: file.contentType,
      size: file.size,
      downloadUrl,
      ...shown(file, as, bytes, offset),
    };
  },
  blocks: ({ contentType, contentBase64, offset, nextOffset }) =>
    shownImages.has(contentType) && contentBase64 && offset === 0 && nextOffset === undefined
      ? [{ type: 'image', mimeType: contentType, data: contentBase64 }]
      : [],
});

/** Both ends included; an empty range begins behind its end. */
function range({ size }: File, offset: number, length: number) {
  if (offset > size) throw invalidRequest('/offset', `is behind the end of the file, which has ${size} bytes`);
  return { start: offset, end: Math.min(size, offset + length) - 1 };
}

function shown(file: File, as: 'auto' | 'text' | 'base64', bytes: Uint8Array, offset: number) {
  if (as !== 'base64' && (as === 'text' || isTextType(file.contentType))) {
    const fromCharacter = offset === 0 ? bytes : bytes.subarray(firstCharacter(bytes));
    if (isUtf8(fromCharacter, offset + bytes.byteLength < file.size)) {
      const { content: text, ...window } = textWindow(bytes, offset, file.size);
      return { encoding: 'text' as const, text, ...window };
    }
    if (as === 'text')
      throw invalidRequest('/as', 'text cannot be read from this file, for it is not UTF-8; ask for base64');
  }
  const end = offset + bytes.byteLength;
  return {
    encoding: 'base64' as const,
    contentBase64: base64(bytes),
    offset,
    length: bytes.byteLength,
    ...(end < file.size && { nextOffset: end }),
  };
}

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  const bytes = new Uint8Array(parts.reduce((size, part) => size + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.byteLength;
  }
  return bytes;
}

const base64 = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
