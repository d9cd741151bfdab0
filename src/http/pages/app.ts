import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { WorkspaceError } from '../../../schemas/errors.ts';
import { appPaths } from '../../../schemas/urls.ts';
import { basePathOf } from '../../auth/authorization-server/paths.ts';
import { matchesTag } from '../conditional.ts';
import { refuseOtherMethods } from '../methods.ts';
import { addVary, answerPart, isThere } from './parts.ts';

/** The built app. */
const folder = new URL('./web/', import.meta.url);
const parts = new URL('./assets/', folder);

/** Scripts, styles, images and calls of this gateway alone. The policy is the same for everybody, so it has no nonce. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "media-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types pdf-worker',
].join('; ');

const unused = ['camera', 'display-capture', 'geolocation', 'microphone', 'midi', 'payment', 'usb'];

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-cache',
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': unused.map((feature) => `${feature}=()`).join(', '),
  'referrer-policy': 'same-origin',
};

interface Page {
  readonly html: string;
  readonly etag: string;
}

/** The page of the app, which is the same at every address and for everybody. */
export class AppPage {
  readonly #publicUrl: () => string;
  #page: Page | undefined;

  constructor(publicUrl: () => string) {
    this.#publicUrl = publicUrl;
  }

  /**
   * Answers a browser with the page. Returns false if the app was not built, or another kind of answer is asked for. A
   * reply is a promise of its own, so it is not returned.
   */
  async answer(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    addVary(reply, 'Accept');
    return asksForHtml(request) && this.#send(request, reply);
  }

  /** The same at the app's own addresses. It also answers programs that take any kind of answer. */
  async answerAny(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    addVary(reply, 'Accept');
    return (asksForHtml(request) || takesAny(request)) && this.#send(request, reply);
  }

  async #send(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const page = (this.#page ??= await read(this.#publicUrl()));
    if (!page) return false;
    reply.headers({ ...headers, etag: page.etag });
    if (matchesTag(request.headers['if-none-match'], page.etag)) void reply.code(304).send();
    else void reply.send(page.html);
    return true;
  }
}

const asksForHtml = ({ headers: { accept } }: FastifyRequest) => accept?.includes('text/html') === true;

const takesAny = ({ headers: { accept } }: FastifyRequest) => !accept || /(?:\*|text)\/\*/.test(accept);

/** The page names its parts below the path of the public URL, which a proxy in front strips. */
async function read(publicUrl: string): Promise<Page | undefined> {
  const built = await readFile(new URL('index.html', folder), 'utf8').catch(() => undefined);
  if (built === undefined) return undefined;
  const html = built.replaceAll(/="(?:\.?\/)?assets\//g, `="${basePathOf(publicUrl)}/assets/`);
  return { html, etag: `"${createHash('sha256').update(html).digest('base64url')}"` };
}

/** Serves the app's own addresses, and what its page is made of. */
export function registerApp(app: FastifyInstance, page: AppPage): void {
  for (const url of appPaths) {
    app.get(url, async (request, reply) => {
      const isAnswered = await page.answerAny(request, reply);
      if (!isAnswered) throw new WorkspaceError('not_found', 'There is nothing at this address.');
      return reply;
    });
    refuseOtherMethods(app, url, ['GET']);
  }
  app.get<{ Params: { name: string } }>(assetPath, async (request, reply) => {
    reply.header('content-security-policy', policy); // A worker has the policy of its own script.
    return answerPart(request, reply, parts);
  });
  refuseOtherMethods(app, assetPath, ['GET']);
}

const assetPath = '/assets/:name';

/** Whether a request asks for a script, style or image of the app. A page that lacks one stays broken. */
export const isAsset = ({ routeOptions: { url } }: FastifyRequest): boolean => url === assetPath;

/** Whether the app was built. */
export const hasApp = (): Promise<boolean> => isThere(new URL('index.html', folder));
