import type { Client } from '../../../schemas/clients.ts';
import { contract } from '../../../schemas/index.ts';
import { limits } from '../../../schemas/limits.ts';
import type { Config } from '../../config.ts';
import { scopesOf } from '../scope-option.ts';
import { itemsOf } from '../../sdk/pages.ts';
import { administer, inputFor, print, printList, type Printing } from './administration.ts';

export interface AddClientOptions extends Printing {
  readonly name: string;
  readonly redirectUri: readonly string[];
  readonly scope: string;
}

/** `workspace admin clients add`: prints the `client_id`. */
export async function registerClient(config: Config, options: AddClientOptions): Promise<void> {
  const scope = scopesOf(options.scope).join(' ');
  const given = { name: options.name, redirectUris: [...options.redirectUri], scope };
  const details = inputFor(contract.clients.add, given, { redirectUris: '--redirect-uri' });
  await administer(config, async (workspace) => {
    const { client } = await workspace.clients.add(details);
    print(options, { client }, [client.clientId]);
  });
}

/** `workspace admin clients list`. */
export async function listOfClients(config: Config, options: Printing): Promise<void> {
  await administer(config, async (workspace) => {
    const clients = await Array.fromAsync(itemsOf(workspace.clients.list, { limit: limits.pageMost }));
    printList(options, { clients }, clients.map(describe), 'applications');
  });
}

/** `workspace admin clients remove`: what it was allowed ends at once. */
export async function removeRegisteredClient(config: Config, clientId: string, options: Printing): Promise<void> {
  await administer(config, async (workspace) => {
    print(options, await workspace.clients.remove({ clientId }), [`${clientId} was removed`]);
  });
}

const describe = ({ clientId, name, redirectUris, scope, registeredBy }: Client) =>
  `${clientId}  ${name}  ${redirectUris.join(' ')}  ${scope}${registeredBy === 'client' ? '  registered itself' : ''}`;
