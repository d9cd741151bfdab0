/** Options that several commands take, with their descriptions. */
export const data = ['--data <folder>', 'data folder (WORKSPACE_DATA; default: the platform’s data folder)'] as const;
export const logLevel = ['--log-level <level>', 'trace to silent (WORKSPACE_LOG_LEVEL; default: info)'] as const;
export const publicUrl = [
  '--public-url <url>',
  'address that users reach the gateway at (WORKSPACE_PUBLIC_URL)',
] as const;
export const querySeconds = [
  '--query-seconds <seconds>',
  'how long one query may run (WORKSPACE_QUERY_SECONDS; default: 20)',
] as const;
export const json = ['--json', 'print JSON', false] as const;
