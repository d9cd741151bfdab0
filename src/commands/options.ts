/** Options whose values are lists: given again, an option adds to its list. */
export const commaList = (flags: string, description: string) => [flags, description, joinedBy(',')] as const;
export const scopeList = (description: string) => ['--scope <scopes>', description, joinedBy(' ')] as const;

const joinedBy = (separator: string) => (list: string, earlier: string | undefined) =>
  earlier === undefined ? list : earlier + separator + list;

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

export const model = [
  '--model <name>',
  'answers questions beside the built-in engine; anthropic:NAME in Anthropic’s protocol (WORKSPACE_MODEL)',
] as const;
export const modelUrl = ['--model-url <url>', 'its OpenAI-compatible endpoint (WORKSPACE_MODEL_URL)'] as const;
export const modelKeyFile = [
  '--model-key-file <file>',
  'holds its key (WORKSPACE_MODEL_KEY_FILE, or the key itself in WORKSPACE_MODEL_KEY)',
] as const;
