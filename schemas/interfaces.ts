/**
 * Header by which a client says which interface a request came through. It is recorded and shown, and nothing else: it selects
 * nothing and grants nothing. Without it, or with a value that is none, it is `api`; what comes through `/mcp` is `mcp`.
 */
export const interfaceHeader = 'workspace-interface';

/** The command line as a client that every gateway knows (RFC 8252): public, with PKCE, its loopback port free. */
export const commandLine = {
  clientId: 'workspace-cli',
  name: 'Workspace command line',
  redirectUri: 'http://127.0.0.1/callback',
} as const;
