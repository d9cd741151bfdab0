import { type HostName, serverName } from '../../../schemas/hosts.ts';

/** The link by which a host adds a server with one click, if it has one. Both take the server's entry in their file. */
export function installLink(host: HostName, entry: object): string | undefined {
  const config = JSON.stringify(entry);
  const link = { cursor: cursorLink, vscode: codeLink }[host as string];
  return link?.(config);
}

const cursorLink = (config: string) =>
  `https://cursor.com/en/install-mcp?${new URLSearchParams({ name: serverName, config: btoa(config) }).toString()}`;

const codeLink = (config: string) =>
  `https://insiders.vscode.dev/redirect/mcp/install?${new URLSearchParams({ name: serverName, config }).toString()}`;
