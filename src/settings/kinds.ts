import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { isAbsolute, resolve } from 'node:path';
import * as z from 'zod';
import { agentNamed } from '../../schemas/interfaces.ts';
import { limits } from '../../schemas/limits.ts';

/** The values that a setting may have. */
export interface Kind<Value = unknown> {
  /** Checks a value, and says what it must be. */
  readonly rule: z.ZodType<Value>;
  /** The value that the text of a flag or variable stands for. */
  readonly ofText: (text: string) => unknown;
  /** Tells whether a value in a file has the right type, which `natural` names. */
  readonly isNatural: (value: unknown) => boolean;
  readonly natural: string;
  /** How the documentation describes it. */
  readonly says: string;
  /** Whether an option that is given again adds to its list. */
  readonly isList?: true;
}

const isString = (value: unknown): value is string => typeof value === 'string';

const textOf = <Value>(rule: z.ZodType<Value>, says: string): Kind<Value> => ({
  rule,
  ofText: (text) => text,
  isNatural: isString,
  natural: 'a string, in quotes',
  says,
});

export const text = (says: string): Kind<string> => textOf(z.string().min(1, `must name ${says}`), says);

const isHost = (name: string) => isIP(name) !== 0 || (/^[\w.-]+$/.test(name) && URL.canParse(`http://${name}`));

export const host = textOf(
  z.string().refine(isHost, 'must be a host name or address, without protocol, port or brackets'),
  'a host name or address',
);

export function wholeNumber(least: number, most: number): Kind<number> {
  const says = `a whole number from ${least} to ${most}`;
  const error = `must be ${says}`;
  return {
    rule: z.int(error).min(least, error).max(most, error),
    ofText: (digits) => (/^\d{1,9}$/.test(digits) ? Number(digits) : Number.NaN),
    isNatural: (value) => typeof value === 'number',
    natural: 'a number, without quotes',
    says,
  };
}

export const yesOrNo: Kind<boolean> = {
  rule: z.boolean('must be true or false'),
  ofText: (word) => (word === 'true' || word === 'false' ? word === 'true' : word),
  isNatural: (value) => typeof value === 'boolean',
  natural: 'true or false, without quotes',
  says: '`true` or `false`',
};

export function oneOf<const Word extends string>(words: readonly Word[]): Kind<Word> {
  const says = `one of ${words.join(', ')}`;
  return textOf(z.enum(words, `must be ${says}`), says);
}

const listOf = (isItem: (item: string) => boolean, says: string): Kind<readonly string[]> => ({
  rule: z.array(z.string()).refine((items) => items.every(isItem), `must be ${says}`),
  ofText: (list) => list.split(',').map((item) => item.trim()),
  isNatural: (value) => Array.isArray(value) && value.every(isString),
  natural: 'a list of strings, such as ["a", "b"]',
  says,
  isList: true,
});

const isOrigin = (item: string) => URL.canParse(item) && new URL(item).origin === item;

export const origins = listOf(isOrigin, 'origins such as https://app.example.com');

/** A host as an address has it, with its port unless that is the usual one. */
const isReceiver = (item: string) =>
  item === '*' || (URL.canParse(`http://${item}`) && new URL(`http://${item}`).host === item);

export const receivers = listOf(isReceiver, 'hosts such as files.example.com or 127.0.0.1:9000, or *');

const isServer = (item: string) =>
  /^[\w.:[\]-]+$/.test(item) && URL.canParse(`postgres://${item}`) && new URL(`postgres://${item}`).host === item;

export const servers = listOf(isServer, 'hosts such as db2.example.com or 127.0.0.1:5433');

/** An IP address, or a network such as 10.0.0.0/8. */
function isNetwork(item: string): boolean {
  const [address = '', bits] = item.split('/');
  const family = isIP(address);
  if (family === 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits))) return false;
  return bits === undefined || Number(bits) <= (family === 4 ? 32 : 128);
}

export const networks = listOf(isNetwork, 'addresses or networks such as 10.0.0.0/8');

const HttpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' });

export const httpUrl = textOf(HttpUrl, 'an http or https URL');

/** Without credentials and without what would stand behind the protocol's paths. */
function isEndpoint(url: string): boolean {
  const { username, password, search, hash } = new URL(url);
  return username === '' && password === '' && search === '' && hash === '';
}

export const endpoint = textOf(
  HttpUrl.refine((url) => !URL.canParse(url) || isEndpoint(url), 'must have no credentials, query or fragment'),
  'an http or https URL without credentials, query and fragment',
);

const bucketForm = /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[A-Za-z0-9][\w.-]{0,99}){0,4}\/?$/;

const BlobPlace = z
  .string()
  .refine(
    (place) => place === 'folder' || bucketForm.test(place) || isAbsolute(place),
    'must be folder, s3://BUCKET or s3://BUCKET/PREFIX, with letters, digits, dots and dashes; or the absolute path of a folder',
  )
  .transform((place) => (isAbsolute(place) ? resolve(place) : place.replace(/\/$/, '')));

/** The data folder, a bucket with a prefix, or a folder that gateways share. */
export const blobPlace = textOf(BlobPlace, '`s3://BUCKET/PREFIX`, the absolute path of a folder, or `folder`');

const regionForm = 'the name of a region, such as eu-central-1';
export const region = textOf(z.string().regex(/^[a-z0-9][a-z0-9-]{0,49}$/, `must be ${regionForm}`), regionForm);

const Listening = z
  .string()
  .regex(/^(off|(\[[0-9a-f:.]+\]:|[\w.-]+:)?\d{1,5})$/i, 'must be PORT, HOST:PORT or off')
  .transform((address) => {
    if (address.toLowerCase() === 'off') return undefined;
    const colon = address.lastIndexOf(':');
    const host = colon < 0 ? '127.0.0.1' : address.slice(0, colon).replace(/^\[|\]$/g, '');
    return { host, port: Number(address.slice(colon + 1)) };
  })
  .refine((place) => place === undefined || place.port <= 65_535, 'must have a port of 0 to 65535');

/** `PORT` of this machine, `HOST:PORT` or `[ADDRESS]:PORT`. `off` overrides a value of the configuration file. */
export const listening: Kind<z.infer<typeof Listening>> = {
  rule: z.union([z.string(), z.number()]).transform(String).pipe(Listening),
  ofText: (address) => address,
  isNatural: (value) => isString(value) || typeof value === 'number',
  natural: 'a port, "HOST:PORT" or "off"',
  says: '`PORT`, `HOST:PORT` or `off`',
};

export const modelName = textOf(
  z
    .string()
    .regex(
      new RegExp(`^(?!anthropic:$)[\\x21-\\x7e]{1,${limits.modelName}}$`),
      `must be the name of a model, such as gpt-oss:20b or anthropic:claude-sonnet-5`,
    ),
  'the name of a model, such as gpt-oss:20b or anthropic:claude-sonnet-5',
);

const Key = z
  .string()
  .regex(
    new RegExp(`^[\\x21-\\x7e]{1,${limits.modelKey}}$`),
    `must be 1 to ${limits.modelKey} printable ASCII characters`,
  );

export const key = textOf(Key, `1 to ${limits.modelKey} printable ASCII characters`);

const Content = z.string().transform((path, context) => {
  try {
    if (!statSync(path).isFile()) throw new Error('no regular file');
    return readFileSync(path, 'utf8').trim();
  } catch {
    context.addIssue({ code: 'custom', message: 'must name a file that can be read' });
    return z.NEVER;
  }
});

/** Its value is the key, which is read when the file is named. */
export const keyFile = textOf(Content.pipe(Key), 'a file that can be read');

const sealingForm = `${limits.sealingKeyLeast} to ${limits.sealingKey} printable ASCII characters`;

const SealingKey = z
  .string()
  .regex(
    new RegExp(`^[\\x21-\\x7e]{${limits.sealingKeyLeast},${limits.sealingKey}}$`),
    `must be ${sealingForm}, and one is made with: openssl rand -base64 32`,
  );

export const sealingKey = textOf(SealingKey, sealingForm);

export const sealingKeyFile = textOf(Content.pipe(SealingKey), 'a file that can be read');

const databaseForm = 'postgres://USER@HOST/DATABASE';

/** Settings of the connection are the service's own. */
function isDatabaseUrl(text: string): boolean {
  if (!/^postgres(ql)?:\/\/[\x21-\x7e]{1,4000}$/.test(text) || !URL.canParse(text)) return false;
  const { hostname, pathname, searchParams, hash } = new URL(text);
  const hasHost = hostname !== '' || searchParams.has('host');
  return hasHost && /^\/[^/]+$/.test(pathname) && !searchParams.has('options') && hash === '';
}

const DatabasePlace = z
  .string()
  .refine((text) => text === 'folder' || isDatabaseUrl(text), `must be ${databaseForm}, without options; or folder`);

export const databasePlace = textOf(DatabasePlace, `\`folder\`, or \`${databaseForm}\``);

/** Its value is the address, which is read when the file is named. */
export const databaseUrlFile = textOf(
  Content.refine(isDatabaseUrl, `must name a file that holds ${databaseForm}, without options`),
  'a file that can be read',
);

/** Whether the address of a database holds a password. */
export const hasPassword = (url: unknown): boolean =>
  isString(url) && URL.canParse(url) && (new URL(url).password !== '' || new URL(url).searchParams.has('password'));

export const agentName = textOf(
  z
    .string()
    .refine(
      (name) => agentNamed(name)?.name === name,
      `must be 1 to ${limits.agentName} visible characters on one line`,
    ),
  `1 to ${limits.agentName} visible characters on one line`,
);

export const accessToken = textOf(z.string().regex(/^[\w.~+/-]+=*$/, 'must be an access token'), 'an access token');
