import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { limits } from '../../../schemas/limits.ts';
import { addIssuer, type Issuer, listIssuers, type NewIssuer, removeIssuer } from '../../auth/issuers.ts';
import { keySetIn } from '../../auth/key-sets.ts';
import { type Config, ConfigError } from '../../config.ts';
import { audit } from '../../workspace/operation/audit.ts';
import { organizationNamed } from '../../workspace/people/organizations.ts';
import { onFolder, optionsOf, type Printing, print, printList } from './administration.ts';
import { scopesOf } from '../scope-option.ts';

export interface AddIssuerOptions extends Printing {
  readonly issuer: string;
  readonly jwks: string;
  readonly organization: string;
  readonly scope: string;
}

export interface RemoveIssuerOptions extends Printing {
  readonly issuer: string;
}

const secureUrl = 'must be an https URL, or an http URL of this machine';
const Url = z.string().max(limits.issuerUrl).refine(isSecure, secureUrl);
const Details = z.object({ issuer: Url });

/** `workspace admin issuers add`: whoever holds its private keys speaks for users of the organisation from now on. */
export async function addNewIssuer(config: Config, options: AddIssuerOptions): Promise<void> {
  const { issuer: url } = optionsOf(Details, options);
  const scopes = scopesOf(options.scope);
  if (scopes.includes('workspace.admin'))
    throw new ConfigError('--scope must not include workspace.admin, because an issuer may not make admins');
  const keys = await keysAt(options.jwks);
  await onFolder(config, async ({ database, operator }) => {
    const issuer = await database.write('service', async (tx) => {
      const { id: organizationId, users } = await organizationNamed(tx, operator, options.organization);
      if (users === 0) throw new ConfigError('This organisation has nobody yet; add an admin first.');
      const added = await addIssuer(tx, { url, organizationId, scopes, keys });
      await audit(tx, { ...operator, organizationId }, 'issuer.created', added.id);
      return added;
    });
    print(options, shown(issuer), [describe(issuer)]);
  });
}

/** `workspace admin issuers remove`: its users stay. */
export async function removeOneIssuer(config: Config, options: RemoveIssuerOptions): Promise<void> {
  await onFolder(config, async ({ database, operator }) => {
    const { id } = await database.write('service', async (tx) => {
      const removed = await removeIssuer(tx, options.issuer);
      await audit(tx, { ...operator, organizationId: removed.organizationId }, 'issuer.removed', removed.id);
      return removed;
    });
    print(options, { issuerId: id, removed: true }, [`${options.issuer} was removed`]);
  });
}

/** `workspace admin issuers list`. */
export async function listOfIssuers(config: Config, options: Printing): Promise<void> {
  await onFolder(config, async ({ database }) => {
    const issuers = await database.read(listIssuers);
    printList(options, { issuers: issuers.map(shown) }, issuers.map(describe), 'issuers');
  });
}

async function keysAt(place: string): Promise<NewIssuer['keys']> {
  if (/^https?:/i.test(place)) {
    if (!Url.safeParse(place).success) throw new ConfigError(`--jwks ${secureUrl}, or a file`);
    return { url: place };
  }
  const read = await keySetIn(await textOf(place));
  if ('mistake' in read) throw new ConfigError(`--jwks ${place} ${read.mistake}`);
  return { set: JSON.stringify(read.set) };
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
    throw new ConfigError(`--jwks ${path} cannot be read (${reason})`);
  }
}

/** Issuers are compared character by character, so a fragment or a blank would never match. */
function isSecure(text: string): boolean {
  const url = URL.parse(text);
  if (!url || /[\s#]/.test(text) || url.username !== '' || url.password !== '') return false;
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  return url.protocol === 'https:' || (url.protocol === 'http:' && isHere);
}

const shown = ({ id, url, organizationId, scopes, keys, createdAt }: Issuer) => ({
  issuerId: id,
  issuer: url,
  organizationId,
  scope: scopes.join(' '),
  ...('url' in keys ? { jwksUrl: keys.url } : { keyIds: keyIdsIn(keys.set) }),
  createdAt,
});

const keyIdsIn = (set: string) => (JSON.parse(set) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid);

function describe({ id, url, organizationId, scopes, keys }: Issuer): string {
  const from = 'url' in keys ? `keys at ${keys.url}` : `keys ${keyIdsIn(keys.set).join(', ')}`;
  return `${id} ${url}: users of ${organizationId}, ${scopes.join(' ')}, ${from}`;
}
