/**
 * The header by which a client declares its interface. It is only recorded and shown; it grants nothing. Missing or
 * unknown values count as `api`. Requests through `/mcp` always count as `mcp`.
 */
export const interfaceHeader = 'workspace-interface';

/**
 * The command line's OAuth client, which every gateway knows (RFC 8252). It is public, uses PKCE and may use any
 * loopback port.
 */
export const commandLine = {
  clientId: 'workspace-cli',
  name: 'Workspace command line',
  redirectUri: 'http://127.0.0.1/callback',
} as const;
