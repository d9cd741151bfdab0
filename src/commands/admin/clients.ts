import { Title } from '../../../schemas/common.ts';
import { limits } from '../../../schemas/limits.ts';
import { addClient, type Client, listClients, removeClient } from '../../auth/authorization-server/clients.ts';
import { mistakeIn } from '../../auth/authorization-server/redirect-uris.ts';
import { type Config, ConfigError } from '../../config.ts';
import { audit } from '../../workspace/operation/audit.ts';
import { onFolder, print, printList, type Printing } from './administration.ts';
import { scopesOf } from '../scope-option.ts';

export interface AddClientOptions extends Printing {
  readonly name: string;
  readonly redirectUri: readonly string[];
  readonly scope: string;
}

/** `workspace admin clients add`: prints the `client_id`. */
export async function registerClient(config: Config, options: AddClientOptions): Promise<void> {
  const { name, redirectUri: redirectUris } = options;
  const mistakes = mistakesIn(name, redirectUris);
  if (mistakes.length > 0) throw new ConfigError(mistakes.join('\n'));
  const details = { name, redirectUris, scopes: scopesOf(options.scope), registeredBy: 'operator' } as const;
  await onFolder(config, async ({ database, operator }) => {
    const client = await database.write('service', async (tx) => {
      const added = await addClient(tx, details);
      await audit(tx, operator, 'client.created', added.id);
      return added;
    });
    print(options, { client: shown(client) }, [client.id]);
  });
}

/** `workspace admin clients list`. */
export async function listOfClients(config: Config, options: Printing): Promise<void> {
  await onFolder(config, async ({ database }) => {
    const clients = await database.read(listClients);
    printList(options, { clients: clients.map(shown) }, clients.map(describe), 'applications');
  });
}

/** `workspace admin clients remove`: what it was allowed ends at once. */
export async function removeRegisteredClient(config: Config, id: string, options: Printing): Promise<void> {
  await onFolder(config, async ({ database, operator }) => {
    await database.write('service', async (tx) => {
      await removeClient(tx, id);
      await audit(tx, operator, 'client.removed', id);
    });
    print(options, { deleted: true }, [`${id} was removed`]);
  });
}

function mistakesIn(name: string, redirectUris: readonly string[]): string[] {
  const mistakes = redirectUris.flatMap((uri) => {
    const mistake = mistakeIn(uri);
    return mistake === undefined ? [] : [`--redirect-uri ${uri} ${mistake}`];
  });
  if (!Title.safeParse(name).success)
    mistakes.unshift(`--name must be 1 to ${limits.title} characters of text on one line`);
  if (redirectUris.length > limits.redirectUris) mistakes.push(`--redirect-uri: at most ${limits.redirectUris}`);
  return mistakes;
}

const shown = ({ id, name, redirectUris, scopes, registeredBy, createdAt }: Client) => ({
  clientId: id,
  name,
  redirectUris,
  scope: scopes.join(' '),
  registeredBy,
  createdAt,
});

const describe = ({ id, name, redirectUris, scopes, registeredBy }: Client) =>
  `${id}  ${name}  ${redirectUris.join(' ')}  ${scopes.join(' ')}${registeredBy === 'client' ? '  registered itself' : ''}`;
