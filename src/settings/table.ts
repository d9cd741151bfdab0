import envPaths from 'env-paths';
import { limits } from '../../schemas/limits.ts';
import * as kinds from './kinds.ts';

/**
 * The commands that take a setting. `folder`: all that work on a data folder. `workspace`: `serve`, `work` and `mcp`.
 * `database`: these and `admin move`, about a database on a server. `blobs`: these, and commands that read every file. `listening`:
 * `serve` and `work`. `gateway`: `serve`. `client`: the command line. `agent`: `mcp`. `file` is the configuration file,
 * which holds the settings of the others but of `client` and `agent`.
 */
export type Group =
  | 'folder'
  | 'file'
  | 'workspace'
  | 'database'
  | 'blobs'
  | 'listening'
  | 'gateway'
  | 'client'
  | 'agent';

interface Setting {
  readonly group: Group;
  readonly kind: kinds.Kind;
  readonly help: string;
  /** Name of the value in the help; a switch has none. */
  readonly value?: string;
  readonly default?: unknown;
  /** Words for the default in the help, if they are not the value. */
  readonly defaultText?: string;
  /** Further words behind the variable in the help. */
  readonly also?: string;
  /** Relative to the current folder; in a file, to the folder of that file. */
  readonly isPath?: true;
  /** Whether a value is a secret. Every user of a machine sees the arguments of its processes. */
  readonly isSecret?: (value: unknown) => boolean;
  readonly hasNoFlag?: true;
}

const always = () => true;

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** Every setting, under the name that its flag, its variable and its key in the configuration file are made of. */
export const settings = {
  data: {
    group: 'folder',
    kind: kinds.text('a folder'),
    value: 'folder',
    help: 'data folder',
    default: envPaths('workspace-mcp', { suffix: '' }).data,
    defaultText: 'the platform’s data folder',
    isPath: true,
  },
  config: {
    group: 'file',
    kind: kinds.text('a file'),
    value: 'file',
    help: 'TOML or JSON file of settings',
    isPath: true,
  },
  host: {
    group: 'listening',
    kind: kinds.host,
    value: 'host',
    help: 'address to listen on',
    default: '127.0.0.1',
  },
  port: {
    group: 'listening',
    kind: kinds.wholeNumber(0, 65_535),
    value: 'port',
    help: 'port to listen on, 0 for a free one',
    default: 8787,
  },
  publicUrl: {
    group: 'workspace',
    kind: kinds.endpoint,
    value: 'url',
    help: 'address that users reach the gateway at',
  },
  work: {
    group: 'gateway',
    kind: kinds.yesOrNo,
    help: 'whether it does background work, which other gateways or "workspace work" do otherwise',
    default: true,
  },
  allowRegistration: {
    group: 'gateway',
    kind: kinds.yesOrNo,
    help: 'let applications register themselves',
    default: false,
  },
  allowClientDocuments: {
    group: 'gateway',
    kind: kinds.yesOrNo,
    help: 'let applications be described by a document at their own address',
    default: false,
  },
  allowedOrigins: {
    group: 'gateway',
    kind: kinds.origins,
    value: 'origins',
    help: 'other sites whose pages may call it',
    default: [],
  },
  trustProxy: {
    group: 'gateway',
    kind: kinds.networks,
    value: 'networks',
    help: 'proxies that say whom a request comes from',
    default: [],
  },
  fileHosts: {
    group: 'gateway',
    kind: kinds.receivers,
    value: 'hosts',
    help: 'hosts from which files that ChatGPT holds are fetched; * is every public one, by https',
    default: [],
    defaultText: 'none',
  },
  rateLimit: {
    group: 'gateway',
    kind: kinds.wholeNumber(0, 999_999_999),
    value: 'requests',
    help: 'requests a minute and user, 0 for no limit',
    default: limits.requestsAMinute,
  },
  metrics: {
    group: 'listening',
    kind: kinds.listening,
    value: 'address',
    help: 'PORT or HOST:PORT to serve Prometheus metrics at, or off',
    defaultText: 'off',
  },
  querySeconds: {
    group: 'workspace',
    kind: kinds.wholeNumber(1, 9_999),
    value: 'seconds',
    help: 'how long one query may run',
    default: limits.querySeconds,
  },
  trashDays: {
    group: 'workspace',
    kind: kinds.wholeNumber(1, 9_999),
    value: 'days',
    help: 'how long the trash keeps what was deleted',
    default: limits.trashDays,
  },
  webhookHosts: {
    group: 'workspace',
    kind: kinds.receivers,
    value: 'hosts',
    help: 'hosts that webhooks may be sent to; * is every public one, by https',
    default: [],
    defaultText: 'none',
  },
  model: {
    group: 'workspace',
    kind: kinds.modelName,
    value: 'name',
    help: 'answers questions beside the built-in engine; anthropic:NAME in Anthropic’s protocol',
  },
  modelUrl: {
    group: 'workspace',
    kind: kinds.endpoint,
    value: 'url',
    help: 'its OpenAI-compatible endpoint',
  },
  modelKey: {
    group: 'workspace',
    kind: kinds.key,
    help: 'key of the model’s endpoint',
    isSecret: always,
    hasNoFlag: true,
  },
  modelKeyFile: {
    group: 'workspace',
    kind: kinds.keyFile,
    value: 'file',
    help: 'file that holds its key',
    also: 'or the key itself in WORKSPACE_MODEL_KEY',
    isPath: true,
  },
  logLevel: {
    group: 'workspace',
    kind: kinds.oneOf(logLevels),
    value: 'level',
    help: 'the log level, from trace to silent',
    default: 'info',
  },
  database: {
    group: 'database',
    kind: kinds.databasePlace,
    value: 'place',
    help: 'PostgreSQL server that has the database; in an argument without a password',
    defaultText: 'the data folder',
    isSecret: kinds.hasPassword,
  },
  databaseFile: {
    group: 'database',
    kind: kinds.databaseUrlFile,
    value: 'file',
    help: 'file that holds its address, with the password',
    isPath: true,
  },
  replicas: {
    group: 'workspace',
    kind: kinds.servers,
    value: 'hosts',
    help: 'standbys of the PostgreSQL server that run long queries, as HOST or HOST:PORT',
    default: [],
    defaultText: 'none',
  },
  key: {
    group: 'database',
    kind: kinds.sealingKey,
    help: 'key that seals the signing keys in the database of several gateways',
    isSecret: always,
    hasNoFlag: true,
  },
  keyFile: {
    group: 'database',
    kind: kinds.sealingKeyFile,
    value: 'file',
    help: 'file that holds the key of several gateways on one database',
    also: 'or the key itself in WORKSPACE_KEY',
    isPath: true,
  },
  blobs: {
    group: 'blobs',
    kind: kinds.blobPlace,
    value: 'place',
    help: 'where uploaded files are stored',
    defaultText: 'the data folder',
  },
  blobsEndpoint: {
    group: 'blobs',
    kind: kinds.endpoint,
    value: 'url',
    help: 'where the service of the bucket is',
    defaultText: 'AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL, else that of Amazon',
  },
  blobsRegion: {
    group: 'blobs',
    kind: kinds.region,
    value: 'region',
    help: 'the region of the bucket',
    defaultText: 'AWS_REGION, AWS_DEFAULT_REGION, else us-east-1',
  },
  blobsAddressing: {
    group: 'blobs',
    kind: kinds.oneOf(['path', 'host']),
    value: 'way',
    help: 'whether addresses name the bucket in their path or host',
    defaultText: 'path at an endpoint, host at Amazon',
  },
  url: {
    group: 'client',
    kind: kinds.httpUrl,
    value: 'url',
    help: 'the gateway to work on',
    defaultText: 'where you signed in last',
  },
  token: {
    group: 'client',
    kind: kinds.accessToken,
    help: 'access token for the gateway, in place of a login',
    isSecret: always,
    hasNoFlag: true,
  },
  as: {
    group: 'agent',
    kind: kinds.agentName,
    value: 'name',
    help: 'name that this agent is shown by',
    defaultText: 'the name of its host',
  },
  keychain: {
    group: 'client',
    kind: kinds.yesOrNo,
    help: 'keep tokens in the system’s keychain; else they are in files',
    default: true,
    hasNoFlag: true,
  },
} as const satisfies Record<string, Setting>;

type Table = typeof settings;
export type SettingName = keyof Table;

export type SettingIn<Groups extends Group> = {
  [Name in SettingName]: Table[Name]['group'] extends Groups ? Name : never;
}[SettingName];

type Checked<Name extends SettingName> = Table[Name]['kind'] extends kinds.Kind<infer Value> ? Value : never;

/** The value of a setting once it is read. */
export type ValueOf<Name extends SettingName> =
  | Checked<Name>
  | (Table[Name] extends { readonly default: unknown } ? never : undefined);

export const of = (name: SettingName): Setting => settings[name];

/** The settings of these groups, in the order of the table. */
export const namesIn = <Groups extends Group>(...groups: readonly Groups[]): SettingIn<Groups>[] =>
  (Object.keys(settings) as SettingIn<Groups>[]).filter((name) =>
    (groups as readonly Group[]).includes(of(name).group),
  );

/** The settings that a configuration file may hold. */
export const namesInFile = namesIn('folder', 'workspace', 'database', 'blobs', 'listening', 'gateway');

export type NameInFile = (typeof namesInFile)[number];

/** `public-url` of `publicUrl`: the key in a file, and with `--` the flag. */
export const keyOf = (name: SettingName): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

export const variableOf = (name: SettingName): string => `WORKSPACE_${keyOf(name).replaceAll('-', '_').toUpperCase()}`;

/** The flag of a setting. A switch that is on by default has one that switches it off. */
export const flagOf = (name: SettingName): string => `--${isOnByDefault(name) ? 'no-' : ''}${keyOf(name)}`;

export const isOnByDefault = (name: SettingName): boolean => of(name).default === true;

/** A setting as users know it who give it by a flag or variable. */
export const labelOf = (name: SettingName): string =>
  of(name).hasNoFlag ? variableOf(name) : `${flagOf(name)} (${variableOf(name)})`;
