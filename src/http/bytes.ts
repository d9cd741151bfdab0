import { Readable } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { WorkspaceError } from '../../schemas/errors.ts';
import type { MadeContent, MadeFile } from '../../schemas/exports.ts';
import type { ByteRange, File, FileContent } from '../../schemas/files.ts';
import { piecesInTurns } from '../turns/turn.ts';
import { matchesTag } from './conditional.ts';
import { subjectOf } from './fairness/subject.ts';

/** Stored bytes as a download that no browser runs: never inline, never sniffed, sandboxed (CONTRACT section 9). */
export async function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  { file, content }: { file: File; content: FileContent },
): Promise<FastifyReply> {
  requireNotRun(request);
  const etag = `"${file.sha256}"`;
  const isKnown = matchesTag(request.headers['if-none-match'], etag);
  const range = isKnown ? undefined : rangeOf(request, etag, file.size);
  reply.headers({ etag, 'accept-ranges': 'bytes', 'cache-control': 'private, no-cache' });
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${file.size}`);
    throw new WorkspaceError('range_not_satisfiable', `The file has ${file.size} bytes; ask for a range within these.`);
  }
  reply.headers(asDownload(file.fileName));
  if (isKnown) return reply.code(304).send();
  reply.type(file.contentType);
  if (!range) return reply.header('content-length', file.size).send(await sent(request, () => content.open()));
  reply.code(206).headers({
    'content-range': `bytes ${range.start}-${range.end}/${file.size}`,
    'content-length': range.end - range.start + 1,
  });
  return reply.send(await sent(request, () => content.open(range)));
}

/** Bytes that are made while they are sent, as such a download. Where they cannot go on, the connection ends. */
export async function sendMade(
  request: FastifyRequest,
  reply: FastifyReply,
  { file, content }: { file: MadeFile; content: MadeContent },
): Promise<FastifyReply> {
  requireNotRun(request);
  const bytes = await sent(request, () => content.open());
  reply.headers({ 'cache-control': 'no-store', ...asDownload(file.fileName) });
  return reply.type(file.contentType).send(bytes);
}

/**
 * Somebody may ask for hundreds of answers at once, which their readers take as fast as they can. HEAD opens nothing,
 * because Fastify would read all of it after the answer.
 */
async function sent(request: FastifyRequest, open: () => Promise<AsyncIterable<Uint8Array>>): Promise<Readable> {
  if (request.method === 'HEAD') return Readable.from([]);
  return Readable.from(piecesInTurns(subjectOf(request), await open()), { objectMode: false });
}

const asDownload = (fileName: string) => ({
  'content-disposition': contentDisposition(fileName),
  'content-security-policy': 'sandbox',
  'cross-origin-resource-policy': 'same-origin',
});

/** Where a browser would run the bytes, or style a page by them. There it does not care that they are a download. */
const running: ReadonlySet<unknown> = new Set([
  'audioworklet',
  'paintworklet',
  'script',
  'serviceworker',
  'sharedworker',
  'style',
  'worker',
]);

/** Policies of pages trust this gateway, so a script that got into one could load an upload as another. */
function requireNotRun({ headers }: FastifyRequest): void {
  if (running.has(headers['sec-fetch-dest']))
    throw new WorkspaceError('forbidden', 'Stored bytes are not run: load them as a download, an image or data.');
}

/** Serves one range. Several ranges, a malformed one or another unit get the whole file (RFC 9110 section 14.2). */
function rangeOf(request: FastifyRequest, etag: string, size: number): ByteRange | 'unsatisfiable' | undefined {
  const { range: header, 'if-range': condition } = request.headers;
  if (header === undefined || (condition !== undefined && condition !== etag)) return undefined;
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header.trim()) ?? [];
  if (first === undefined || last === undefined || first + last === '') return undefined;
  if (first !== '' && last !== '' && Number(first) > Number(last)) return undefined;
  const start = first === '' ? Math.max(size - Number(last), 0) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start > end ? 'unsatisfiable' : { start, end };
}
