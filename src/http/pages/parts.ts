import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import type { FastifyReply } from 'fastify';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/** Whether a file of this name may be a part of a page. */
export const isPart = (name: string): boolean => /^\w[\w.-]*$/.test(name) && extname(name) in types;

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
