import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { homedir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import envPaths from 'env-paths';
import * as z from 'zod';
import { WorkspaceError } from '../schemas/errors.ts';
import { limits } from '../schemas/limits.ts';

/** A wrong setting; the message names every mistake at once. */
export class ConfigError extends WorkspaceError {
  constructor(message: string) {
    super('invalid_request', message);
  }
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const aSwitch = z
  .union([z.boolean(), z.enum(['true', 'false'])], 'must be true or false')
  .transform((value) => value === true || value === 'true')
  .default(false);

const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text;

/** Items between commas. */
const listOf = (isItem: (text: string) => boolean, what: string) =>
  z
    .string()
    .transform((list) => list.split(',').map((item) => item.trim()))
    .refine((items) => items.every(isItem), `must be ${what}, separated by commas`)
    .default([]);

/** An IP address, or a network such as 10.0.0.0/8. */
function isNetwork(text: string): boolean {
  const [address = '', bits] = text.split('/');
  const family = isIP(address);
  if (family === 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits))) return false;
  return bits === undefined || Number(bits) <= (family === 4 ? 32 : 128);
}

/** `PORT` of this machine, `HOST:PORT` or `[ADDRESS]:PORT`. */
const Listening = z
  .string()
  .regex(/^(\[[0-9a-f:.]+\]:|[\w.-]+:)?\d{1,5}$/i, 'must be PORT or HOST:PORT')
  .transform((text) => {
    const colon = text.lastIndexOf(':');
    const host = colon < 0 ? '127.0.0.1' : text.slice(0, colon).replace(/^\[|\]$/g, '');
    return { host, port: Number(text.slice(colon + 1)) };
  })
  .refine(({ port }) => port <= 65_535, 'must have a port of 0 to 65535');

/** Without credentials and without what would stand behind the protocol's paths. */
function isEndpoint(text: string): boolean {
  const { username, password, search, hash } = new URL(text);
  return username === '' && password === '' && search === '' && hash === '';
}

const ModelKey = z
  .string()
  .regex(
    new RegExp(`^[\\x21-\\x7e]{1,${limits.modelKey}}$`),
    `must be 1 to ${limits.modelKey} printable ASCII characters`,
  );

/** A file that holds a key, read when it is named. */
const KeyFile = z
  .string()
  .transform((path, context) => {
    try {
      return readFileSync(expandHome(path), 'utf8').trim();
    } catch {
      context.addIssue({ code: 'custom', message: 'must name a file that can be read' });
      return z.NEVER;
    }
  })
  .pipe(ModelKey);

/** Where commands find a workspace, and what they may use on the way. */
const Connection = z.object({
  url: z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).optional(),
  data: z.string().min(1, 'must name a folder').optional(),
  token: z
    .string()
    .regex(/^[\w.~+/-]+=*$/, 'must be an access token')
    .optional(),
  keychain: z.enum(['true', 'false'], 'must be true or false').default('true'),
});

export interface ConnectionConfig {
  readonly url: string | undefined;
  readonly dataFolder: string | undefined;
  readonly token: string | undefined;
  readonly loginFolder: string;
  readonly keychain: boolean;
}

/** What is named by a flag is meant, whatever the environment names; of its variables the gateway goes first. */
export function readConnection(
  flags: { readonly url?: string | undefined; readonly data?: string | undefined },
  environment = process.env,
): ConnectionConfig {
  const {
    WORKSPACE_URL: url,
    WORKSPACE_DATA: data,
    WORKSPACE_TOKEN: token,
    WORKSPACE_KEYCHAIN: keychain,
  } = environment;
  const isNamed = flags.url !== undefined || flags.data !== undefined;
  const where = isNamed ? flags : url ? { url } : { data: data || undefined };
  const parsed = Connection.safeParse({ ...where, token: token || undefined, keychain: keychain || undefined });
  if (!parsed.success) {
    const names = {
      url: '--url (WORKSPACE_URL)',
      data: named('data'),
      token: 'WORKSPACE_TOKEN',
      keychain: 'WORKSPACE_KEYCHAIN',
    };
    const mistakes = parsed.error.issues.map(
      ({ path, message }) => `${names[path[0] as keyof typeof names]} ${message}`,
    );
    throw new ConfigError(mistakes.join('\n'));
  }
  return {
    url: parsed.data.url?.replace(/\/+$/, ''),
    dataFolder: parsed.data.data === undefined ? undefined : resolve(expandHome(parsed.data.data)),
    token: parsed.data.token,
    loginFolder: join(envPaths('workspace-mcp', { suffix: '' }).config, 'logins'),
    keychain: parsed.data.keychain === 'true',
  };
}

const Settings = z.object({
  data: z
    .string()
    .min(1, 'must name a folder')
    .default(() => envPaths('workspace-mcp', { suffix: '' }).data),
  host: z.string().min(1, 'must be a host name or address').default('127.0.0.1'),
  port: z
    .string()
    .regex(/^\d{1,5}$/, 'must be 0 to 65535')
    .transform(Number)
    .pipe(z.int().max(65_535, 'must be 0 to 65535'))
    .default(8787),
  publicUrl: z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).optional(),
  allowRegistration: aSwitch,
  allowClientDocuments: aSwitch,
  allowedOrigins: listOf(isOrigin, 'origins such as https://app.example.com'),
  trustProxy: listOf(isNetwork, 'addresses or networks such as 10.0.0.0/8'),
  rateLimit: z
    .string()
    .regex(/^\d{1,9}$/, 'must be 0 to 999999999')
    .transform(Number)
    .default(limits.requestsAMinute),
  metrics: Listening.optional(),
  querySeconds: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, 'must be 1 to 9999')
    .transform(Number)
    .default(limits.querySeconds),
  modelUrl: z
    .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
    .refine((url) => !URL.canParse(url) || isEndpoint(url), 'must have no credentials, query or fragment')
    .optional(),
  model: z
    .string()
    .regex(
      new RegExp(`^(?!anthropic:$)[\\x21-\\x7e]{1,${limits.modelName}}$`),
      `must be the name of a model, such as gpt-oss:20b or anthropic:claude-sonnet-5`,
    )
    .optional(),
  modelKey: ModelKey.optional(),
  modelKeyFile: KeyFile.optional(),
  logLevel: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
});

type SettingName = keyof z.infer<typeof Settings>;

/** Settings as the command line gives them. */
export type Flags = Partial<Record<SettingName, unknown>>;

export interface Config {
  readonly dataFolder: string;
  readonly host: string;
  readonly port: number;
  readonly publicUrl: string | undefined;
  /** Whether applications may register themselves, and whether they may be described by a document at their own address. */
  readonly allowRegistration: boolean;
  readonly allowClientDocuments: boolean;
  /** Origins of other sites whose pages may call the gateway. */
  readonly allowedOrigins: readonly string[];
  /** Proxies that are believed when they say whom a request comes from. */
  readonly trustProxy: readonly string[];
  /** Requests a minute and subject; 0 for no limit. */
  readonly rateLimit: number;
  /** Where metrics are served, if anywhere. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined;
  /** How long one query over a Data Set may run. */
  readonly querySeconds: number;
  /** Who answers questions in prose, if it is not the built-in engine alone. */
  readonly model: ModelSettings | undefined;
  readonly logLevel: (typeof logLevels)[number];
  /** Names the local admin of a first start. */
  readonly userName: string;
}

interface ModelSettings {
  readonly protocol: 'openai' | 'anthropic';
  readonly url: string;
  readonly name: string;
  readonly key: string | undefined;
}

const variables: Record<SettingName, string> = {
  data: 'WORKSPACE_DATA',
  host: 'WORKSPACE_HOST',
  port: 'WORKSPACE_PORT',
  publicUrl: 'WORKSPACE_PUBLIC_URL',
  allowRegistration: 'WORKSPACE_ALLOW_REGISTRATION',
  allowClientDocuments: 'WORKSPACE_ALLOW_CLIENT_DOCUMENTS',
  allowedOrigins: 'WORKSPACE_ALLOWED_ORIGINS',
  trustProxy: 'WORKSPACE_TRUST_PROXY',
  rateLimit: 'WORKSPACE_RATE_LIMIT',
  metrics: 'WORKSPACE_METRICS',
  querySeconds: 'WORKSPACE_QUERY_SECONDS',
  modelUrl: 'WORKSPACE_MODEL_URL',
  model: 'WORKSPACE_MODEL',
  modelKey: 'WORKSPACE_MODEL_KEY',
  modelKeyFile: 'WORKSPACE_MODEL_KEY_FILE',
  logLevel: 'WORKSPACE_LOG_LEVEL',
};

/** Every user of a machine sees the arguments of its processes. */
const neverFlags: ReadonlySet<SettingName> = new Set(['modelKey']);

/** Flags first, then the environment, then the defaults (CONTRACT section 11). An empty variable counts as absent. */
export function readConfig(flags: Flags, environment = process.env): Config {
  const names = Object.keys(variables) as SettingName[];
  const given = Object.fromEntries(
    names.map((name) => [
      name,
      (neverFlags.has(name) ? undefined : flags[name]) ?? (environment[variables[name]] || undefined),
    ]),
  );
  const parsed = Settings.safeParse(given);
  const mistakes = [...(parsed.error?.issues.map(mistake) ?? []), ...modelMistakes(given)];
  if (!parsed.success || mistakes.length > 0) throw new ConfigError(mistakes.join('\n'));
  const { data, publicUrl, metrics, model, modelUrl, modelKey, modelKeyFile, ...settings } = parsed.data;
  return {
    ...settings,
    dataFolder: resolve(expandHome(data)),
    publicUrl: publicUrl?.replace(/\/+$/, ''),
    metrics,
    model: model === undefined ? undefined : modelSettings(model, modelUrl, modelKey ?? modelKeyFile),
    userName: nameOfUser(),
  };
}

function mistake({ path, message }: z.core.$ZodIssue): string {
  return `${named(path[0] as SettingName)} ${message}`;
}

/** A setting as it is given. */
function named(name: SettingName): string {
  const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  return neverFlags.has(name) ? variables[name] : `${flag} (${variables[name]})`;
}

const anthropic = 'anthropic:';
const anthropicUrl = 'https://api.anthropic.com/v1';

/** What the settings of a model say wrong together. A key alone is none: it may be there for another command. */
function modelMistakes({ model, modelUrl, modelKey, modelKeyFile }: Flags): string[] {
  const hasKey = (modelKey ?? modelKeyFile) !== undefined;
  const mistakes: string[] = [];
  if (model === undefined && modelUrl !== undefined)
    mistakes.push(`${named('model')} must name the model that ${named('modelUrl')} has`);
  if (typeof model === 'string' && modelUrl === undefined) {
    if (!model.startsWith(anthropic)) mistakes.push(`${named('modelUrl')} must say where the model is`);
    else if (!hasKey) mistakes.push(`${named('modelKey')} or ${named('modelKeyFile')} must be given for this model`);
  }
  if (modelKey !== undefined && modelKeyFile !== undefined)
    mistakes.push(`${named('modelKeyFile')} must not be given together with ${named('modelKey')}`);
  return mistakes;
}

function modelSettings(model: string, url: string | undefined, key: string | undefined): ModelSettings {
  const isAnthropic = model.startsWith(anthropic);
  return {
    protocol: isAnthropic ? 'anthropic' : 'openai',
    url: (url ?? anthropicUrl).replace(/\/+$/, ''),
    name: isAnthropic ? model.slice(anthropic.length) : model,
    key,
  };
}

/** The address of a gateway that listens there. */
export const originOf = ({ host, port }: Pick<Config, 'host' | 'port'>): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

const expandHome = (path: string) => (path === '~' || path.startsWith('~/') ? homedir() + path.slice(1) : path);

/** A user without an entry in the system's accounts has no name there. */
function nameOfUser(): string {
  try {
    return userInfo().username || 'Local user';
  } catch {
    return 'Local user';
  }
}
