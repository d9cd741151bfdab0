import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
import envPaths from 'env-paths';
import { WorkspaceError } from '../schemas/errors.ts';
import { noFile, readSettingsFile } from './settings/file.ts';
import { checked, type Environment, type Flags, type Given, givenBy, type Givens } from './settings/given.ts';
import { labelOf, type NameInFile, namesInFile, type SettingName, type ValueOf, variableOf } from './settings/table.ts';

/** A wrong setting; the message names every mistake at once. */
export class ConfigError extends WorkspaceError {
  constructor(message: string) {
    super('invalid_request', message);
  }
}

export interface ConnectionConfig {
  readonly url: string | undefined;
  readonly dataFolder: string | undefined;
  readonly token: string | undefined;
  readonly loginFolder: string;
  readonly keychain: boolean;
}

/** A flag hides both variables. The variable of the gateway goes before that of the data folder. */
export function readConnection(flags: Pick<Flags, 'url' | 'data'>, environment = process.env): ConnectionConfig {
  const { token, keychain, ...variables } = givenBy({}, environment);
  const named = givenBy(flags, {});
  const isNamed = named.url !== undefined || named.data !== undefined;
  const { url, data } = isNamed ? named : variables.url ? { url: variables.url } : variables;
  const mistakes: string[] = [];
  const connection = {
    url: withoutEnd(checked('url', url, mistakes)),
    dataFolder: data && checked('data', data, mistakes),
    token: checked('token', token, mistakes),
    loginFolder: join(envPaths('workspace-mcp', { suffix: '' }).config, 'logins'),
    keychain: checked('keychain', keychain, mistakes),
  };
  refuse(mistakes);
  return connection;
}

/** The name that an agent is shown by, if one is given. */
export function readAgentName(flags: Pick<Flags, 'as'>, environment = process.env): string | undefined {
  const mistakes: string[] = [];
  const name = checked('as', givenBy(flags, environment).as, mistakes);
  refuse(mistakes);
  return name;
}

type Checked = { readonly [Name in NameInFile]: ValueOf<Name> };

/** All settings, checked. */
export interface Config
  extends Omit<
    Checked,
    | 'data'
    | 'model'
    | 'modelUrl'
    | 'modelKey'
    | 'modelKeyFile'
    | 'databaseFile'
    | 'keyFile'
    | 'blobsEndpoint'
    | 'blobsRegion'
    | 'blobsAddressing'
  > {
  readonly dataFolder: string;
  /** The address of a server that has the database of a new workspace, with its password. */
  readonly database: string | undefined;
  /** Answers questions in prose before the built-in engine does. */
  readonly model: ModelSettings | undefined;
  /** How a bucket of blobs is reached, should there be one. */
  readonly s3: S3Settings;
  /** Names the local admin of a first start. */
  readonly userName: string;
}

interface ModelSettings {
  readonly protocol: 'openai' | 'anthropic';
  readonly url: string;
  readonly name: string;
  readonly key: string | undefined;
}

interface S3Settings {
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly addressing: 'path' | 'host' | undefined;
  readonly credentials: ReturnType<typeof credentialSources>;
}

/** Flags go first, then the environment, the configuration file and the defaults (docs/settings.md). */
export async function readConfig(flags: Flags, environment: Environment = process.env): Promise<Config> {
  const direct = givenBy(flags, environment);
  const mistakes: string[] = [];
  const file = await fileNamedBy(direct.config, mistakes);
  const given: Givens = { ...file.given, ...direct };
  const { data, model, modelUrl, modelKey, modelKeyFile, ...others } = checkedAll(given, mistakes);
  const { database, databaseFile, key, keyFile, blobsEndpoint, blobsRegion, blobsAddressing, ...settings } = others;
  const s3 = {
    endpoint: blobsEndpoint ?? endpointIn(environment, mistakes),
    region: blobsRegion ?? (environment.AWS_REGION || environment.AWS_DEFAULT_REGION || 'us-east-1'),
    addressing: blobsAddressing,
    credentials: credentialSources(environment, mistakes),
  };
  checkOverridden(file.given, direct, mistakes);
  mistakes.push(...formerNames(given, environment));
  if (file.isRead)
    mistakes.push(
      ...modelMistakes(given),
      ...givenTwice(given, 'database', 'databaseFile'),
      ...givenTwice(given, 'key', 'keyFile'),
    );
  refuse(mistakes);
  return {
    ...settings,
    dataFolder: data,
    database: database ?? databaseFile,
    key: key ?? keyFile,
    publicUrl: withoutEnd(settings.publicUrl),
    model: model === undefined ? undefined : modelSettings(model, modelUrl, modelKey ?? modelKeyFile),
    s3,
    userName: nameOfUser(),
  };
}

/** The environment of a command that this process starts. It holds the key of several gateways, wherever that came from. */
export const environmentWith = (key: Config['key'], environment: Environment = process.env) => ({
  ...environment,
  ...(key !== undefined && { [variableOf('key')]: key, [variableOf('keyFile')]: '', [variableOf('config')]: '' }),
});

/** An address under an earlier name would be passed over, and a second workspace made in the folder. */
function formerNames({ database, databaseFile }: Givens, environment: Environment): string[] {
  const isPassedOver = environment.WORKSPACE_DATABASE_URL && !database && !databaseFile;
  return isPassedOver ? [`WORKSPACE_DATABASE_URL is not a setting; use ${variableOf('database')}`] : [];
}

function endpointIn(environment: Environment, mistakes: string[]): string | undefined {
  const name = environment.AWS_ENDPOINT_URL_S3 ? 'AWS_ENDPOINT_URL_S3' : 'AWS_ENDPOINT_URL';
  return urlIn(environment, name, mistakes);
}

function urlIn(environment: Environment, name: string, mistakes: string[]): string | undefined {
  const value = environment[name] || undefined;
  if (value === undefined || (URL.canParse(value) && /^https?:/.test(value))) return value;
  mistakes.push(`${name} must be an http or https URL`);
  return undefined;
}

const containerHost = 'http://169.254.170.2';

/** Credentials under the names that the programs of Amazon use. They are never arguments. */
function credentialSources(environment: Environment, mistakes: string[]) {
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
    AWS_SHARED_CREDENTIALS_FILE: file,
    AWS_PROFILE: profile,
    AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: ofContainer,
    AWS_CONTAINER_AUTHORIZATION_TOKEN: token,
    AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: tokenFile,
  } = environment;
  const url = ofContainer
    ? containerHost + ofContainer
    : urlIn(environment, 'AWS_CONTAINER_CREDENTIALS_FULL_URI', mistakes);
  return {
    environment:
      accessKeyId && secretAccessKey
        ? { accessKeyId, secretAccessKey, sessionToken: sessionToken || undefined }
        : undefined,
    file: file || join(homedir(), '.aws', 'credentials'),
    profile: profile || 'default',
    container: url === undefined ? undefined : { url, token: token || undefined, tokenFile: tokenFile || undefined },
  };
}

/** Reads the configuration file if one is named. */
async function fileNamedBy(config: Given | undefined, mistakes: string[]) {
  const path = checked('config', config, mistakes);
  if (!path) return noFile;
  const file = await readSettingsFile(path);
  mistakes.push(...file.mistakes);
  return file;
}

const checkedAll = (given: Givens, mistakes: string[]): Checked =>
  Object.fromEntries(namesInFile.map((name) => [name, checked(name, given[name], mistakes)])) as unknown as Checked;

/** A wrong value in the file is told even where another goes before it. */
function checkOverridden(file: Givens, direct: Givens, mistakes: string[]): void {
  for (const name of namesInFile) if (direct[name]) checked(name, file[name], mistakes);
}

function refuse(mistakes: readonly string[]): void {
  if (mistakes.length > 0) throw new ConfigError(mistakes.join('\n'));
}

const withoutEnd = (url: string | undefined): string | undefined => url?.replace(/\/+$/, '');

const anthropic = 'anthropic:';
const anthropicUrl = 'https://api.anthropic.com/v1';

/** Mistakes in how the settings of a model go together. A key alone is right, because another command may need it. */
function modelMistakes(given: Givens): string[] {
  const { model, modelUrl, modelKey, modelKeyFile } = given;
  const named = (name: SettingName) => given[name]?.label ?? labelOf(name);
  const hasKey = (modelKey ?? modelKeyFile) !== undefined;
  const mistakes: string[] = [];
  if (model === undefined && modelUrl !== undefined)
    mistakes.push(`${named('model')} must name the model that ${named('modelUrl')} has`);
  if (typeof model?.value === 'string' && modelUrl === undefined) {
    if (!model.value.startsWith(anthropic)) mistakes.push(`${named('modelUrl')} must say where the model is`);
    else if (!hasKey) mistakes.push(`${named('modelKey')} or ${named('modelKeyFile')} must be given for this model`);
  }
  return [...mistakes, ...givenTwice(given, 'modelKey', 'modelKeyFile')];
}

/** A mistake if a value is given both by itself and by a file. */
function givenTwice(given: Givens, name: SettingName, file: SettingName): string[] {
  const [itself, inFile] = [given[name], given[file]];
  return itself && inFile ? [`${inFile.label} must not be given together with ${itself.label}`] : [];
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

/** A user without an entry in the system's accounts has no name there. */
function nameOfUser(): string {
  try {
    return userInfo().username || 'Local user';
  } catch {
    return 'Local user';
  }
}
