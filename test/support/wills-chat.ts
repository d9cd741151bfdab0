import { mkdirSync } from 'node:fs';
import type { Client } from '@modelcontextprotocol/client';
import { beforeAll } from 'vitest';
import { sharedBrowser } from './browser.ts';
import type { Chat } from './chat-host.ts';
import { startHttpHost } from './http-hosts.ts';
import { staffedGateway } from './people.ts';
import { addShowcase, type Show, slugOf } from './showcase.ts';
import { showing, shownIn } from './shown-apps.ts';

type Look = Parameters<typeof shownIn>[3];

/** The chats of Will, who sees what Mia keeps in the channel `news`. All tests of a file share the gateway and browser. */
export function willsChats() {
  const gateway = staffedGateway();
  const shared = sharedBrowser();
  const shows: Record<string, Show> = {};
  beforeAll(async () => {
    Object.assign(shows, await addShowcase(gateway.as('mia'), 'news', gateway.idOf('will')));
  });

  /** A client of Will that shows apps, or has other options. */
  const willsHost = async (options: object = showing): Promise<Client> =>
    (await startHttpHost(`${gateway.url}/mcp`, gateway.as('will').token!, options)).client;

  /** An agent calls a tool, and the chat shows its app. */
  const shownTo = async (client: Client, show: Omit<Show, 'words'>, look: Look = {}): Promise<Chat> =>
    shownIn(shared.browser, client, show, { reader: await willsHost(), ...look });

  const viewOf = (client: Client, viewId: string, look: Look = {}) =>
    shownTo(
      client,
      { app: 'view', tool: 'workspace_view_data', input: { channelId: 'news', viewId: slugOf(viewId) } },
      look,
    );

  return { gateway, shared, shows, willsHost, shownTo, viewOf };
}

/** How many times the app read its View anew. */
export const reads = ({ called }: Chat): number => called.filter(({ name }) => name === 'workspace_view_data').length;

const folder = process.env.APPS_SCREENS;
if (folder) mkdirSync(folder, { recursive: true });

/** Keeps a picture of the chat in the folder `APPS_SCREENS`, if there is one. */
export const kept = async ({ page }: Chat, name: string): Promise<void> => {
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
};
