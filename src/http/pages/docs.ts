import { readdir } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { basePathOf } from '../../auth/authorization-server/paths.ts';
import { html } from '../../auth/html.ts';
import { refuseOtherMethods } from '../methods.ts';
import { answerPart } from './parts.ts';

/** Allows what the page is made of and calls to this gateway. The images are part of the style sheet. */
export const docsPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The script and the style sheet of the page, compressed. Their names change with their contents. */
const folder = new URL('./docs/', import.meta.url);

/** The OpenAPI document as a page for people, who may try each operation with a token of theirs. */
export async function docsPage(title: string, publicUrl: string): Promise<string> {
  const names = await readdir(folder);
  const base = basePathOf(publicUrl);
  const addressOf = (extension: string) => {
    const name = names.find((each) => each.endsWith(`${extension}.br`))!;
    return `${base}/docs/${name.slice(0, -'.br'.length)}`;
  };
  return `<!doctype html>
${
  html`<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${title}</title><link rel="stylesheet" href="${addressOf('.css')}"><script type="module" src="${addressOf('.js')}"></script></head><body><nav aria-label="Beyond the operations"><a href="${base}/help">Help</a></nav><main id="documentation"></main><noscript><p>This page needs JavaScript. <a href="${base}/openapi.json">OpenAPI 3.1</a> says the same to programs.</p></noscript></body></html>`
    .text
}
`;
}

/** Serves the parts of the page from disk. */
export function registerDocsParts(app: FastifyInstance): void {
  app.get<{ Params: { name: string } }>('/docs/:name', (request, reply) => answerPart(request, reply, folder));
  refuseOtherMethods(app, '/docs/:name', ['GET']);
}
