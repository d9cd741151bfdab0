import type { CallToolResult, Client } from '@modelcontextprotocol/client';
import type { Browser } from 'playwright-core';
import type { AppName } from '../../schemas/mcp-apps.ts';
import { type Chat, type ChatOptions, openChat } from './chat-host.ts';
import type { Show } from './showcase.ts';

/** The options of a client that shows apps. */
export const showing = {
  capabilities: { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } },
};

export async function htmlOf(client: Pick<Client, 'readResource'>, name: AppName): Promise<string> {
  const { contents } = await client.readResource({ uri: `ui://workspace/${name}.html` });
  return (contents[0] as { text: string }).text;
}

interface Showing extends Omit<ChatOptions, 'html' | 'callTool'> {
  /** How the host passes calls on; `null`: it passes none on. */
  readonly callTool?: ChatOptions['callTool'] | null;
  /** Reads the page of the app. By default the client of the agent does. */
  readonly reader?: Client;
  /** Changes the answer before the host gives it to the app. */
  readonly handed?: (answer: CallToolResult) => CallToolResult;
}

/** A chat with the empty app of a tool. */
export async function opened(browser: Browser, client: Client, app: AppName, options: Showing = {}): Promise<Chat> {
  const { callTool, reader = client, ...look } = options;
  return openChat(browser, {
    ...look,
    html: await htmlOf(reader, app),
    callTool: callTool === null ? undefined : (callTool ?? ((request) => client.callTool(request))),
  });
}

/** The same after the agent has called the tool. */
export async function shownIn(
  browser: Browser,
  client: Client,
  { app, tool, input }: Omit<Show, 'words'>,
  { handed = (answer) => answer, ...options }: Showing = {},
): Promise<Chat> {
  const chat = await opened(browser, client, app, options);
  await chat.answered(input, handed(await client.callTool({ name: tool, arguments: input })));
  return chat;
}
