import { readFile } from 'node:fs/promises';
import { WorkspaceError } from '../../../schemas/errors.ts';
import { contract } from '../../../schemas/index.ts';
import type { Issuer } from '../../../schemas/issuers.ts';
import { limits } from '../../../schemas/limits.ts';
import { usualScopes } from '../../../schemas/operation.ts';
import { type Config, ConfigError } from '../../config.ts';
import { scopesOf } from '../scope-option.ts';
import { itemsOf } from '../../sdk/pages.ts';
import { administer, inputFor, type Printing, print, printList } from './administration.ts';

export interface AddIssuerOptions extends Printing {
  readonly issuer: string;
  readonly jwks: string;
  readonly organization: string;
  readonly scope: string;
}

export interface RemoveIssuerOptions extends Printing {
  readonly issuer: string;
}

/** `workspace admin issuers add`: whoever holds its private keys speaks for users of the organisation from now on. */
export async function addNewIssuer(config: Config, options: AddIssuerOptions): Promise<void> {
  const { issuer, organization: organizationId, jwks: place } = options;
  const scope = scopesOf(options.scope, usualScopes).join(' ');
  const keys = /^https?:/i.test(place) ? { jwksUrl: place } : { jwks: await textOf(place) };
  const flags = { jwksUrl: '--jwks', jwks: `--jwks ${place}`, organizationId: '--organization' };
  const details = inputFor(contract.issuers.add, { issuer, organizationId, scope, ...keys }, flags);
  await administer(config, async (workspace) => {
    const { issuer } = await workspace.issuers.add(details).catch((error: unknown) => {
      throw namingFile(error, place);
    });
    print(options, issuer, [describe(issuer)]);
  });
}

/** `workspace admin issuers remove`: its users stay. */
export async function removeOneIssuer(config: Config, options: RemoveIssuerOptions): Promise<void> {
  await administer(config, async (workspace) => {
    const answer = await workspace.issuers.remove({ issuer: options.issuer });
    print(options, answer, [`${options.issuer} was removed`]);
  });
}

/** `workspace admin issuers list`. */
export async function listOfIssuers(config: Config, options: Printing): Promise<void> {
  await administer(config, async (workspace) => {
    const issuers = await Array.fromAsync(itemsOf(workspace.issuers.list, { limit: limits.pageMost }));
    printList(options, { issuers }, issuers.map(describe), 'issuers');
  });
}

/** Names the file of a refused key set, because the user gave a file. */
function namingFile(error: unknown, place: string): unknown {
  const mistake = error instanceof WorkspaceError && error.extras.errors?.find(({ path }) => path === '/jwks');
  return mistake ? new ConfigError(`--jwks ${place} ${mistake.message}`) : error;
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
    throw new ConfigError(`--jwks ${path} cannot be read (${reason})`);
  }
}

function describe({ issuerId, issuer, organizationId, scope, jwksUrl, keyIds = [] }: Issuer): string {
  const from = jwksUrl === undefined ? `keys ${keyIds.join(', ')}` : `keys at ${jwksUrl}`;
  return `${issuerId} ${issuer}: users of ${organizationId}, ${scope}, ${from}`;
}
