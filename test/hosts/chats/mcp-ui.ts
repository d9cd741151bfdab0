import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import type { ChatProgram } from './chat-program.ts';
import { openDoor } from './door.ts';

/** A chat of ours that shows apps with `AppRenderer`, as its page explains it, and speaks with the older client. */
export const mcpUi: ChatProgram = {
  name: '@mcp-ui/client',
  packages: ['@mcp-ui/client', 'react', 'react-dom', '@modelcontextprotocol/sdk'],
  async start({ installed, place }) {
    const sandbox = await openDoor(place, { '/': { html: sandboxPage, policy } });
    const chat = await openDoor(place, { '/': { html: await chatPage(installed) } });
    return {
      async show(page, { tool, input }, theme) {
        const { port } = new URL(sandbox.url);
        const asked = { tool, input, theme, sandbox: `http://localhost:${port}/` };
        await page.goto(`${chat.url}/?${new URLSearchParams({ asked: JSON.stringify(asked) }).toString()}`);
      },
      async close() {
        chat.close();
        sandbox.close();
      },
    };
  },
};

async function chatPage(installed: string): Promise<string> {
  const entry = join(installed, 'mcp-ui-page.mjs');
  await copyFile('test/hosts/chats/mcp-ui-page.mjs', entry);
  const define = { 'process.env.NODE_ENV': '"production"' };
  const bundle = await rolldown({ input: entry, platform: 'browser', cwd: installed, transform: { define } });
  const { output } = await bundle.generate({ format: 'esm' });
  const code = output[0].code.replaceAll('</script', String.raw`<\/script`);
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Chat</title><div id="chat"></div><script type="module">${code}</script>`;
}

/** The policy that the extension lays down for an app that declares nothing. The app is in the page, and inherits it. */
const policy =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; media-src data:; connect-src 'none'";

/** Holds an app in a frame of another origin, and passes messages on in both directions. */
const sandboxPage = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Sandbox</title>
<style>html, body { margin: 0; height: 100%; } iframe { display: block; width: 100%; height: 100%; border: 0; }</style>
<body><script>
const app = document.createElement('iframe');
app.setAttribute('sandbox', 'allow-scripts');
app.title = 'App';
addEventListener('message', ({ source, data }) => {
  if (source === app.contentWindow) parent.postMessage(data, '*');
  else if (data.method === 'ui/notifications/sandbox-resource-ready') {
    app.srcdoc = data.params.html;
    document.body.append(app);
  } else if (source === parent) app.contentWindow?.postMessage(data, '*');
});
parent.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/sandbox-proxy-ready', params: {} }, '*');
</script></body></html>`;
