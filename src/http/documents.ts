import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { WorkspaceError } from '../../schemas/errors.ts';
import { linkedPaths } from '../../schemas/urls.ts';
import { matchesTag } from './conditional.ts';
import { refuseOtherMethods } from './methods.ts';
import { AppPage, registerApp } from './pages/app.ts';
import { docsPage, docsPolicy, registerDocsParts } from './pages/docs.ts';
import { registerHelp } from './pages/help.ts';

export interface DocumentOptions {
  readonly publicUrl: () => string;
  readonly version: string;
  /** Set if the gateway issues its own tokens. Then it also serves the app. */
  readonly authorizationServer?: object | undefined;
}

/** Serves the OpenAPI document and the pages. They are made at the first request. */
export function registerDocuments(app: FastifyInstance, options: DocumentOptions): void {
  let made: ReturnType<typeof makeDocuments> | undefined;
  const documents = async () => {
    made ??= makeDocuments(options);
    try {
      return await made;
    } catch (error) {
      made = undefined;
      throw error;
    }
  };

  app.get('/openapi.json', async (request, reply) => sendDocument(request, reply, (await documents()).openApi));
  app.get('/docs', async (request, reply) => sendDocument(request, reply, (await documents()).docs));
  app.get<{ Params: { code: string } }>('/problems/:code', async (request, reply) => {
    const page = (await documents()).problem(request.params.code);
    if (!page) throw new WorkspaceError('not_found', 'There is no such problem.');
    return sendDocument(request, reply, page);
  });
  const appPage = options.authorizationServer && new AppPage(options.publicUrl);
  for (const url of linkedPaths)
    app.get(url, async (request, reply) => {
      if (await appPage?.answer(request, reply)) return reply;
      return sendDocument(request, reply, (await documents()).link);
    });
  if (appPage) registerApp(app, appPage);
  for (const url of ['/openapi.json', '/docs', '/problems/:code', ...linkedPaths])
    refuseOtherMethods(app, url, ['GET']);
  registerDocsParts(app);
  registerHelp(app, options.publicUrl);
}

interface Document {
  readonly headers: Readonly<Record<string, string>>;
  readonly etag: string;
  readonly bytes: Buffer;
}

async function makeDocuments({ publicUrl, version, authorizationServer }: DocumentOptions) {
  const [{ openApiDocument }, { problemPage }, { linkPage }, { contentSecurityPolicy }] = await Promise.all([
    import('./openapi/document.ts'),
    import('./pages/problem.ts'),
    import('./pages/link.ts'),
    import('./pages/html.ts'),
  ]);
  const openApi = openApiDocument({
    publicUrl: publicUrl(),
    version,
    isAuthorizationServer: authorizationServer !== undefined,
  });
  const asPage = (text: string, policy: string, others: Record<string, string> = {}) =>
    document(text, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy, ...others });
  return {
    openApi: document(JSON.stringify(openApi), { 'content-type': 'application/json' }),
    docs: asPage(await docsPage(openApi.info.title, publicUrl()), docsPolicy, {
      'cross-origin-opener-policy': 'same-origin',
    }),
    link: asPage(linkPage(publicUrl()), contentSecurityPolicy),
    problem: (code: string) => {
      const text = problemPage(code, openApi);
      return text === undefined ? undefined : asPage(text, contentSecurityPolicy);
    },
  };
}

function document(text: string, headers: Record<string, string>): Document {
  const bytes = Buffer.from(text);
  const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`;
  return { bytes, etag, headers: { ...headers, etag, 'cache-control': 'public, max-age=300' } };
}

function sendDocument(request: FastifyRequest, reply: FastifyReply, { bytes, etag, headers }: Document): FastifyReply {
  reply.headers(headers);
  return matchesTag(request.headers['if-none-match'], etag) ? reply.code(304).send() : reply.send(bytes);
}
