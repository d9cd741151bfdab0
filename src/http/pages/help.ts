import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { WorkspaceError } from '../../../schemas/errors.ts';
import { basePathOf } from '../../auth/authorization-server/paths.ts';
import { matchesTag } from '../conditional.ts';
import { refuseOtherMethods } from '../methods.ts';
import { addVary, answerPart } from './parts.ts';

/** The built pages. */
const folder = new URL('./help/', import.meta.url);
const pages = new URL('./pages/', folder);
const parts = new URL('./parts/', folder);

/** Script, style, images and index of this gateway alone. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types; frame-ancestors 'none'";

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-cache',
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
};

const first = 'README';
/** Pages that are answered at no address of their own. */
const unnamed: ReadonlySet<string> = new Set([first, 'missing']);

const decompress = promisify(brotliDecompress);

type Request = FastifyRequest<{ Params: { folder?: string; page?: string } }>;

/** Serves the documentation, which needs no sign-in. */
export function registerHelp(app: FastifyInstance, publicUrl: () => string): void {
  async function answer(request: Request, reply: FastifyReply) {
    const { folder, page } = request.params;
    const names = folder === undefined ? [page ?? first] : [folder, page!];
    const isPage = names.every((name) => /^[\w-]+$/.test(name)) && !unnamed.has(page ?? '');
    const found = isPage ? await read(names.join('/')) : undefined;
    if (found) return send(request, reply, found);
    addVary(reply, 'Accept');
    const missing = request.headers.accept?.includes('text/html') ? await read('missing') : undefined;
    if (!missing) throw new WorkspaceError('not_found', 'The help has no such page. /help lists all.');
    return reply
      .code(404)
      .headers(headers)
      .send(await htmlOf(missing));
  }

  async function send(request: Request, reply: FastifyReply, page: Buffer): Promise<FastifyReply> {
    const etag = `"${createHash('sha256').update(page).update(base()).digest('base64url')}"`;
    reply.headers({ ...headers, etag });
    return matchesTag(request.headers['if-none-match'], etag) ? reply.code(304).send() : reply.send(await htmlOf(page));
  }

  const base = () => basePathOf(publicUrl());

  /** A page names addresses below the path of the public URL, which a proxy in front strips. */
  const htmlOf = async (page: Buffer): Promise<string> =>
    (await decompress(page)).toString().replaceAll(/="\/(?=help|docs|")/g, `="${base()}/`);

  for (const url of ['/help', '/help/:page', '/help/:folder/:page']) {
    app.get(url, answer);
    refuseOtherMethods(app, url, ['GET']);
  }
  app.get<{ Params: { name: string } }>('/help/parts/:name', (request, reply) => answerPart(request, reply, parts));
}

/** The built page of a name, compressed. */
const read = (name: string): Promise<Buffer | undefined> =>
  readFile(new URL(`${name}.html.br`, pages)).catch(() => undefined);
