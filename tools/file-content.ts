import * as z from 'zod';
import { invalidRequest, WorkspaceError } from '../schemas/errors.ts';
import { documentFormatOf, type File, type FileContent, isTextType, NoTextReason } from '../schemas/files.ts';
import { limits } from '../schemas/limits.ts';
import { fileId, raw, windowArguments } from './shared.ts';
import { blocks, byBytes, reads, tool } from './tool.ts';

const Content = z.object({
  fileId: z.string(),
  contentType: z.string(),
  encoding: z.enum(['text', 'base64', 'image', 'link']),
  text: z.string().optional(),
  contentBase64: z.string().optional(),
  noText: NoTextReason.optional(),
  cut: z.boolean().optional(),
  offset: z.int(),
  length: z.int(),
  size: z.int(),
  nextOffset: z.int().optional(),
  downloadUrl: z.string(),
  blocks,
});

/** Images that models can view. */
const shownImages = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

export default tool({
  name: 'workspace_file_content',
  group: 'default',
  title: 'Read a file',
  description:
    'Content of an uploaded file, a stretch at a time. Text comes as text, also from PDF, Word, Excel, PowerPoint and HTML files. Images up to 5 MiB come as images; larger ones, sound and video as links. Anything else is base64. While nextOffset is there, call again with it as offset. downloadUrl serves the whole file to a client that has a token.',
  scope: 'workspace.read',
  annotations: reads,
  quotes: true,
  input: z.strictObject({
    fileId,
    as: z.enum(['auto', 'text', 'base64']).optional().describe('Default auto: text where there is any'),
    raw,
    ...windowArguments,
  }),
  output: Content,
  shorten: byBytes,
  showsBlocks: true,
  async run(workspace, { fileId, as = 'auto', offset = 0, length = limits.windowDefault }) {
    const { file, downloadUrl, content } = await workspace.files.content({ fileId });
    const { contentType, createdAt, createdBy, interfaceType } = file;
    const shown = { fileId: file.id, contentType, downloadUrl, createdAt, createdBy, interfaceType };
    if (as === 'auto' && isMedia(file)) return { ...shown, ...(await mediaOf(file, content, downloadUrl)) };
    if (as === 'base64' || (as === 'auto' && !mayBeText(file)))
      return { ...shown, ...(await bytesOf(file, content, offset, length)) };
    const { status, reason, content: text, ...stretch } = (await workspace.files.text({ fileId, offset, length })).text;
    if (status === 'pending') throw new WorkspaceError('unavailable', notYet);
    if (text !== undefined) return { ...shown, encoding: 'text' as const, text, ...(stretch as Stretch) };
    if (as === 'text')
      throw invalidRequest('/as', `text cannot be read from this file: ${reasons[reason!]}; ask for base64`);
    return { ...shown, noText: reason, ...(await bytesOf(file, content, offset, length)) };
  },
});

const isMedia = ({ contentType }: File) => /^(?:image|audio|video)\//.test(contentType) && !isTextType(contentType);

/** An image that a model can view, else a link. Neither has base64 in the text. */
async function mediaOf({ contentType, fileName, size }: File, content: FileContent, downloadUrl: string) {
  const whole = { offset: 0, length: size, size };
  if (!shownImages.has(contentType) || size === 0 || size > limits.shownImageBytes) {
    const link = { type: 'resource_link' as const, uri: downloadUrl, name: fileName, mimeType: contentType, size };
    return { encoding: 'link' as const, ...whole, blocks: [link] };
  }
  const bytes = await collect(await content.open({ start: 0, end: size - 1 }));
  const image = { type: 'image' as const, mimeType: contentType, data: base64(bytes) };
  return { encoding: 'image' as const, ...whole, blocks: [image] };
}

type Stretch = Pick<z.infer<typeof Content>, 'offset' | 'length' | 'size' | 'nextOffset' | 'cut'>;

const mayBeText = ({ contentType }: File) => isTextType(contentType) || documentFormatOf(contentType) !== undefined;

const notYet = 'The text of this file is still being extracted; ask again in some seconds, or as base64 for its bytes.';

const reasons: Record<NoTextReason, string> = {
  encrypted: 'it is encrypted',
  damaged: 'it is damaged or not what its type says',
  too_large: 'it unfolds into too much',
  too_slow: 'reading it takes too long',
  no_text: 'it holds none, only images perhaps',
  not_text: 'it is not UTF-8',
};

async function bytesOf({ size }: File, content: FileContent, offset: number, length: number) {
  if (offset > size) throw invalidRequest('/offset', `is behind the end of the file, which has ${size} bytes`);
  // Both ends are inclusive, so an empty range ends before it begins.
  const bytes = await collect(await content.open({ start: offset, end: Math.min(size, offset + length) - 1 }));
  const end = offset + bytes.byteLength;
  return {
    encoding: 'base64' as const,
    contentBase64: base64(bytes),
    offset,
    length: bytes.byteLength,
    size,
    ...(end < size && { nextOffset: end }),
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

const base64 = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
