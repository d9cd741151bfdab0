import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { getUiCapability, RESOURCE_MIME_TYPE, RESOURCE_URI_META_KEY } from '@modelcontextprotocol/ext-apps/server';
import { WorkspaceError } from '../schemas/errors.ts';
import { type AppName, appNames } from '../schemas/mcp-apps.ts';

const titles: Record<AppName, string> = {
  view: 'View of a Data Set',
  query: 'Figures of a typed query',
  artifact: 'Document or sheet',
  upload: 'Upload of a file',
};

const uriOf = (name: AppName): string => `ui://workspace/${name}.html`;

/** A host shows a border around an app, and lets it reach no network. */
const manners = { ui: { prefersBorder: true } };

/** The capabilities of the host: the request names them, else its connection did. */
export function capabilitiesOf(
  { mcpReq: { envelope } }: ServerContext,
  connected: ClientCapabilities | undefined,
): ClientCapabilities | undefined {
  const { [CLIENT_CAPABILITIES_META_KEY]: named = connected } = (envelope ?? {}) as {
    [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities;
  };
  return named;
}

/** Whether a host declared that it shows apps. */
export const showsApps = (capabilities: ClientCapabilities | undefined): boolean =>
  getUiCapability(capabilities)?.mimeTypes?.includes(RESOURCE_MIME_TYPE) === true;

/** Whether a host declared that it sends files as the draft SEP-2631 says. */
export const sendsFiles = (capabilities: ClientCapabilities | undefined): boolean =>
  capabilities?.experimental?.files !== undefined;

/** Tells a host with apps which one shows the answers of a tool. Older ones look for the second key. */
export const toldOf = (name: AppName) => ({
  _meta: { ui: { resourceUri: uriOf(name) }, [RESOURCE_URI_META_KEY]: uriOf(name) },
});

/** Values around an answer; undefined where this caller is refused them. The answer stands without them. */
export const ifReadable = <Found>(reading: Promise<Found>): Promise<Found | undefined> =>
  reading.catch((error: unknown) => {
    if (error instanceof WorkspaceError) return undefined;
    throw error;
  });

export const listedApps = appNames.map((name) => ({
  uri: uriOf(name),
  name: `${name} app`,
  title: titles[name],
  mimeType: RESOURCE_MIME_TYPE,
  _meta: manners,
}));

/** Registers the apps as resources. They are the same for everybody. */
export function registerApps(server: McpServer, page: (name: AppName) => Promise<string>): void {
  for (const name of appNames) {
    server.registerResource(`${name} app`, uriOf(name), { mimeType: RESOURCE_MIME_TYPE }, async ({ href: uri }) => ({
      contents: [{ uri, mimeType: RESOURCE_MIME_TYPE, text: await page(name), _meta: manners }],
    }));
  }
}
