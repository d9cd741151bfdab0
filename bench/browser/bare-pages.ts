import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The baselines: pages of one element, without a framework, and texts that they fetch. */
export interface BarePages {
  readonly url: string;
  close(): void;
}

const paragraphs = Array.from({ length: 50 }, (_, index) => `<p>Unloading ${index} starts at six.</p>`).join('');
const rows = Array.from({ length: 2_000 }, (_, index) => `<tr><td>Sale ${index}</td><td>North</td></tr>`).join('');

const pages: Readonly<Record<string, string>> = {
  '/feed': `<input autofocus>${paragraphs}`,
  '/text': '<pre></pre>',
  '/written': '<textarea style="width: 100%; height: 600px"></textarea>',
  '/table': `<div style="height: 600px; overflow: auto"><table>${rows}</table></div>`,
  '/figure': '1,000,000',
};

/** Answers each text as a member of an object, as a gateway does. */
export async function barePages(texts: Readonly<Record<string, string>>): Promise<BarePages> {
  const answers = new Map<string, readonly [type: string, body: string]>();
  for (const [path, inside] of Object.entries(pages)) answers.set(path, ['text/html', htmlOf(inside)]);
  for (const [path, content] of Object.entries(texts))
    answers.set(path, ['application/json', JSON.stringify({ content })]);
  const server = createServer((request, response) => {
    const [type, body] = answers.get(request.url!) ?? ['text/html', ''];
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' }).end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const htmlOf = (inside: string) =>
  `<!doctype html><meta charset="utf-8"><title>Bare</title><main id="main">${inside}</main>`;
