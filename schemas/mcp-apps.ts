/** The apps that a host can show beside an answer. Each is a page in one file (docs/mcp-apps.md). */
export const appNames = ['view', 'query', 'artifact', 'upload'] as const;
export type AppName = (typeof appNames)[number];

/** The key in `_meta` of an answer, of the values that only an app reads. Hosts show them to no model. */
export const forAppKey = 'workspace-mcp/app';
