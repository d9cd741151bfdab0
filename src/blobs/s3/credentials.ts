import { readFile } from 'node:fs/promises';
import { loadUndici } from '../../net/undici.ts';
import { CredentialsFailure } from './failure.ts';

/** The keys that sign a request. */
export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

/** Where credentials may be, under the names that the programs of Amazon use. The first source that has credentials is used. */
export interface CredentialSources {
  readonly environment: Credentials | undefined;
  readonly file: string;
  readonly profile: string;
  readonly container: ContainerEndpoint | undefined;
}

interface ContainerEndpoint {
  readonly url: string;
  readonly token: string | undefined;
  /** A file that holds the token, which may change. */
  readonly tokenFile: string | undefined;
}

const mostAgeMs = 5 * 60_000;
/** Credentials are renewed this long before they expire. */
const earlierMs = 5 * 60_000;
/** A renewal that failed is tried again after this long. */
const againMs = 30_000;

interface Found extends Credentials {
  /** Undefined if they do not expire by themselves. */
  readonly expiresAt?: number;
}

/**
 * Credentials from the first source that has them. They are looked up again after a few minutes. While that fails, the
 * last ones are used until they expire.
 */
export function credentialsFrom(sources: CredentialSources) {
  let last: Found | undefined;
  let renewAt = 0;
  let renewal: Promise<Found> | undefined;

  const renewed = async () => {
    const found = await find(sources);
    last = found;
    renewAt = Math.min(Date.now() + mostAgeMs, (found.expiresAt ?? Infinity) - earlierMs);
    return found;
  };

  return {
    async get(): Promise<Credentials> {
      if (last && Date.now() < renewAt) return last;
      renewal ??= renewed().finally(() => (renewal = undefined));
      try {
        return await renewal;
      } catch (error) {
        const expiresAt = last?.expiresAt ?? Infinity;
        if (!last || Date.now() >= expiresAt) throw error;
        renewAt = Math.min(Date.now() + againMs, expiresAt);
        return last;
      }
    },
    /** They were refused, and may have been replaced. */
    lookAgain(): void {
      renewAt = 0;
    },
  };
}

async function find({ environment, file, profile, container }: CredentialSources): Promise<Found> {
  if (environment) return environment;
  const inFile = profileIn(await readFile(file, 'utf8').catch(() => ''), profile);
  if (inFile) return inFile;
  if (container) return askContainer(container);
  throw new CredentialsFailure(
    `There are no credentials of the bucket. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or put both under [${profile}] into ${file}.`,
  );
}

/** The keys of a profile in a file of shared credentials, which has a section for each. */
function profileIn(text: string, profile: string): Credentials | undefined {
  const values = new Map<string, string>();
  let isHere = false;
  for (const line of text.split('\n')) {
    const [, section] = /^\s*\[\s*([^\]]+?)\s*\]/.exec(line) ?? [];
    if (section !== undefined) isHere = section === profile;
    const [, key, value] = /^\s*([a-z_]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (isHere && key !== undefined) values.set(key, value!);
  }
  const accessKeyId = values.get('aws_access_key_id');
  const secretAccessKey = values.get('aws_secret_access_key');
  if (!accessKeyId || !secretAccessKey) return undefined;
  return { accessKeyId, secretAccessKey, sessionToken: values.get('aws_session_token') };
}

const answersInMs = 5_000;

async function askContainer({ url, token, tokenFile }: ContainerEndpoint): Promise<Found> {
  const refuse = (reason: string, isPassing = false) =>
    new CredentialsFailure(
      `The container’s endpoint gives no credentials of the bucket (${reason}); check AWS_CONTAINER_CREDENTIALS_FULL_URI and its token.`,
      isPassing,
    );
  if (!isTrusted(new URL(url))) throw refuse('its address is neither https nor of this machine');
  const { request } = await loadUndici();
  const authorization =
    tokenFile === undefined
      ? token
      : (await readFile(tokenFile, 'utf8').catch(() => Promise.reject(refuse('no token')))).trim();
  const answer = await request(url, {
    headers: authorization === undefined ? {} : { authorization },
    headersTimeout: answersInMs,
    bodyTimeout: answersInMs,
    signal: AbortSignal.timeout(2 * answersInMs),
  })
    .then(async ({ statusCode, body }) => ({ statusCode, json: (await body.json()) as Record<string, unknown> }))
    .catch(() => undefined);
  if (!answer) throw refuse('no answer', true);
  if (answer.statusCode !== 200) throw refuse(`status ${answer.statusCode}`, answer.statusCode >= 500);
  const { AccessKeyId, SecretAccessKey, Token, Expiration } = answer.json;
  if (typeof AccessKeyId !== 'string' || typeof SecretAccessKey !== 'string') throw refuse('an answer without keys');
  const expiresAt = typeof Expiration === 'string' ? Date.parse(Expiration) : Number.NaN;
  return {
    accessKeyId: AccessKeyId,
    secretAccessKey: SecretAccessKey,
    sessionToken: typeof Token === 'string' ? Token : undefined,
    ...(Number.isFinite(expiresAt) && { expiresAt }),
  };
}

/** Credentials go over no open network. These addresses are those of the agents of ECS and EKS. */
const agents = new Set(['169.254.170.2', '169.254.170.23', '[fd00:ec2::23]', 'localhost', '127.0.0.1', '[::1]']);

const isTrusted = ({ protocol, hostname }: URL) =>
  protocol === 'https:' || (protocol === 'http:' && agents.has(hostname));
