import { createReadStream } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { pipeline } from 'node:stream';
import { createBrotliDecompress } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { WorkspaceError } from '../../../schemas/errors.ts';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** Whether a file of this name may be a part of a page. */
const isPart = (name: string): boolean => /^\w[\w.-]*$/.test(name) && extname(name) in types;

/** Answers with a part of a page. The build keeps some compressed copies, and some parts compressed alone. */
export async function answerPart(
  request: FastifyRequest<{ Params: { name: string } }>,
  reply: FastifyReply,
  folder: URL,
): Promise<FastifyReply> {
  const { name } = request.params;
  if (!isPart(name)) throw noSuchPart();
  const [file, compressed] = [new URL(name, folder), new URL(`${name}.br`, folder)];
  const [hasFile, isCompressed] = await Promise.all([isThere(file), isThere(compressed)]);
  if (!hasFile && !isCompressed) throw noSuchPart();
  addVary(reply, 'Accept-Encoding').header('cross-origin-resource-policy', 'same-origin');
  if (isCompressed && takesBrotli(request)) return sendPart(reply, name, compressed, 'br');
  if (hasFile) return sendPart(reply, name, file);
  reply.headers(headersOf(name));
  return reply.send(decompressed(compressed));
}

/** Closes the file too when the client leaves. */
const decompressed = (file: URL) => pipeline(createReadStream(file), createBrotliDecompress(), () => {});

const noSuchPart = () => new WorkspaceError('not_found', 'The page has no such part.');

export const isThere = (file: URL): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

const takesBrotli = ({ headers }: FastifyRequest): boolean =>
  /(^|,)\s*br\s*(,|$|;\s*q=(1|0?\.\d*[1-9]))/i.test(headers['accept-encoding']?.toString() ?? '');

export function addVary(reply: FastifyReply, name: string): FastifyReply {
  const vary = reply.getHeader('vary');
  return reply.header('vary', vary === undefined ? name : `${String(vary)}, ${name}`);
}

const headersOf = (name: string) => ({
  'content-type': types[extname(name)],
  'cache-control': 'public, max-age=31536000, immutable',
});

/** Streams a part of a page from disk. Its name changes with its contents. `encoding` says that the file is compressed. */
async function sendPart(reply: FastifyReply, name: string, file: URL, encoding?: 'br'): Promise<FastifyReply> {
  const { size } = await stat(file);
  reply.headers({
    ...headersOf(name),
    'content-length': size,
    ...(encoding && { 'content-encoding': encoding }),
  });
  return reply.send(createReadStream(file));
}
