import type { CallToolResult } from '@modelcontextprotocol/client';
import type { Browser, Frame, Page } from 'playwright-core';
import { rolldown } from 'rolldown';
import { onTestFinished } from 'vitest';

/** A chat that shows an app as hosts do: with the official `AppBridge`, in a frame that reaches nothing. */
export interface Chat {
  readonly page: Page;
  readonly app: Frame;
  /** Addresses that the app asked the host to open. */
  readonly opened: string[];
  /** Texts that the app gave to the model. */
  readonly toldModel: string[];
  /** Tools that the app called. */
  readonly called: { readonly name: string; readonly arguments: Record<string, unknown> }[];
  /** The agent calls the tool, and waits for its answer. */
  readonly asked: (input: object) => Promise<void>;
  readonly answered: (input: object, result: CallToolResult) => Promise<void>;
  readonly cancelled: (reason?: string) => Promise<void>;
  readonly changed: (context: object) => Promise<void>;
  /** Asks the app to end; resolves to its answer. */
  readonly removed: () => Promise<object>;
  readonly height: () => Promise<number>;
}

export interface ChatOptions {
  readonly html: string;
  readonly callTool?: ((request: { name: string; arguments: Record<string, unknown> }) => Promise<unknown>) | undefined;
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  readonly variables?: Record<string, string>;
}

/** The policy that the extension lays down for an app that declares nothing. */
const policy =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; media-src 'self' data:; connect-src 'none'";

/** Opens a chat with an app. A complaint of the browser fails the test. */
export async function openChat(browser: Browser, options: ChatOptions): Promise<Chat> {
  const { html, callTool, theme = 'light', width = 900, variables = {} } = options;
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: theme });
  const page = await context.newPage();
  const complaints: string[] = [];
  const [opened, toldModel, called]: [string[], string[], Chat['called']] = [[], [], []];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', ({ message }) => complaints.push(message));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  onTestFinished(async () => {
    await context.close();
    const strangers = asked.filter((url) => url !== 'http://chat.test/' && url !== 'http://app.test/');
    if (complaints.length + strangers.length > 0) throw new Error([...complaints, ...strangers].join('\n'));
  });
  await page.route('http://chat.test/', async (route) =>
    route.fulfill({ contentType: 'text/html', body: await chatPage() }),
  );
  await page.route('http://app.test/', (route) =>
    route.fulfill({ contentType: 'text/html', body: html, headers: { 'content-security-policy': policy } }),
  );
  await page.exposeFunction('callTool', async (request: Chat['called'][number]) => {
    called.push(request);
    try {
      return { result: await callTool!(request) };
    } catch (error) {
      return { error: (error as Error).message };
    }
  });
  await page.exposeFunction('opened', (url: string) => void opened.push(url));
  await page.exposeFunction('toldModel', (text: string) => void toldModel.push(text));
  await page.goto('http://chat.test/');
  const inPage = <Result>(expression: string, given: unknown): Promise<Result> =>
    page.evaluate(`(${expression})(${JSON.stringify(given ?? null)})`);
  await inPage('begin', {
    canCall: callTool !== undefined,
    context: { theme, displayMode: 'inline', platform: 'web', styles: { variables } },
  });
  const app = page.frames().find((frame) => frame.url() === 'http://app.test/')!;
  return {
    page,
    app,
    opened,
    toldModel,
    called,
    asked: (input) => inPage('asked', input),
    answered: (input, result) => inPage('answered', { input, result }),
    cancelled: (reason) => inPage('cancelled', reason),
    changed: (change) => inPage('changed', { theme, styles: { variables }, ...change }),
    removed: () => inPage('removed', undefined),
    height: () => page.evaluate('document.querySelector("iframe").getBoundingClientRect().height'),
  };
}

const script = `
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';
const frame = document.querySelector('iframe');
let bridge;
window.begin = async (asked) => {
  if (!asked) return;
  const { canCall, context } = asked;
  const capabilities = { openLinks: {}, updateModelContext: { text: {} }, ...(canCall && { serverTools: {} }) };
  bridge = new AppBridge(null, { name: 'chat', version: '1.0.0' }, capabilities, { hostContext: context });
  bridge.onsizechange = ({ width, height }) => {
    if (width !== undefined) frame.style.width = width + 'px';
    if (height !== undefined) frame.style.height = height + 'px';
  };
  bridge.onopenlink = async ({ url }) => { await window.opened(url); return {}; };
  bridge.onupdatemodelcontext = async ({ content }) => { await window.toldModel(content.map(({ text }) => text).join(' ')); return {}; };
  if (canCall) bridge.oncalltool = async ({ name, arguments: given }) => {
    const { result, error } = await window.callTool({ name, arguments: given });
    if (error !== undefined) throw new Error(error);
    return result;
  };
  const ready = new Promise((resolve) => { bridge.oninitialized = resolve; });
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  frame.src = 'http://app.test/';
  await ready;
};
window.asked = (input) => bridge.sendToolInput({ arguments: input });
window.answered = async ({ input, result }) => {
  await bridge.sendToolInput({ arguments: input });
  await bridge.sendToolResult(result);
};
window.cancelled = (reason) => bridge.sendToolCancelled(reason === null ? {} : { reason });
window.changed = (context) => bridge.setHostContext(context);
window.removed = () => bridge.teardownResource({});
`;

let built: Promise<string> | undefined;

const chatPage = (): Promise<string> => (built ??= buildPage());

async function buildPage(): Promise<string> {
  const entry = 'chat-host-page.js';
  const bundle = await rolldown({
    input: entry,
    platform: 'browser',
    cwd: import.meta.dirname,
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? `${import.meta.dirname}/${entry}` : null),
        load: (id) => (id.endsWith(entry) ? script : null),
      },
    ],
  });
  const { output } = await bundle.generate({ format: 'iife' });
  const code = output[0].code.replaceAll('</script', String.raw`<\/script`);
  return `<!doctype html><html lang="en"><title>Chat</title><body style="margin:0"><iframe title="App" sandbox="allow-scripts" style="border:0;display:block;width:100%;height:60px"></iframe><script>${code}</script>`;
}
