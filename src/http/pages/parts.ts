import { createReadStream } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { extname } from 'node:path';
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

/** Answers with a part of a page. It is compressed where the build did that and the browser takes it. */
export async function answerPart(
  request: FastifyRequest<{ Params: { name: string } }>,
  reply: FastifyReply,
  folder: URL,
): Promise<FastifyReply> {
  const { name } = request.params;
  const file = isPart(name) ? new URL(name, folder) : undefined;
  if (!file || !(await isThere(file))) throw new WorkspaceError('not_found', 'The page has no such part.');
  addVary(reply, 'Accept-Encoding').header('cross-origin-resource-policy', 'same-origin');
  const compressed = new URL(`${name}.br`, folder);
  if (takesBrotli(request) && (await isThere(compressed))) return sendPart(reply, name, compressed, 'br');
  return sendPart(reply, name, file);
}

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

/** Streams a part of a page from disk. Its name changes with its contents. `encoding` says that the file is compressed. */
export async function sendPart(reply: FastifyReply, name: string, file: URL, encoding?: 'br'): Promise<FastifyReply> {
  const { size } = await stat(file);
  reply.headers({
    'content-type': types[extname(name)],
    'content-length': size,
    'cache-control': 'public, max-age=31536000, immutable',
    ...(encoding && { 'content-encoding': encoding }),
  });
  return reply.send(createReadStream(file));
}
