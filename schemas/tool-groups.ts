/** The groups of MCP tools that `--tools` adds to the default ones (CONTRACT section 13). */
export const toolGroups = ['feed', 'records', 'views', 'sessions', 'channels'] as const;
