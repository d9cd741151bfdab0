import { Title } from '../../schemas/common.ts';
import { limits } from '../../schemas/limits.ts';
import { addClient, type Client, listClients, removeClient } from '../auth/authorization-server/clients.ts';
import { mistakeIn } from '../auth/authorization-server/redirect-uris.ts';
import { type Config, ConfigError } from '../config.ts';
import { type OpenWorkspace, openWorkspace } from '../workspace/open.ts';
import { scopesOf } from './scope-option.ts';

export interface ListClientsOptions {
  readonly json: boolean;
}

export interface AddClientOptions extends ListClientsOptions {
  readonly name: string;
  readonly redirectUri: readonly string[];
  readonly scope: string;
}

/** `workspace admin clients add`: prints the `client_id`. */
export async function registerClient(config: Config, { name, redirectUri, scope, json }: AddClientOptions) {
  const mistakes = mistakesIn(name, redirectUri);
  if (mistakes.length > 0) throw new ConfigError(mistakes.join('\n'));
  const details = { name, redirectUris: redirectUri, scopes: scopesOf(scope), registeredBy: 'operator' } as const;
  await onDatabase(config, async (database) => {
    const client = await database.write((tx) => addClient(tx, details));
    process.stdout.write(json ? `${JSON.stringify({ client: shown(client) })}\n` : `${client.id}\n`);
  });
}

/** `workspace admin clients list`. */
export async function listOfClients(config: Config, { json }: ListClientsOptions): Promise<void> {
  await onDatabase(config, async (database) => {
    const clients = await database.read(listClients);
    if (json) process.stdout.write(`${JSON.stringify({ clients: clients.map(shown) })}\n`);
    else process.stdout.write(clients.map((client) => `${describe(client)}\n`).join(''));
  });
}

/** `workspace admin clients remove`: what it was allowed ends at once. */
export async function removeRegisteredClient(config: Config, id: string, { json }: ListClientsOptions): Promise<void> {
  await onDatabase(config, async (database) => {
    await database.write((tx) => removeClient(tx, id));
    process.stdout.write(json ? `${JSON.stringify({ deleted: true })}\n` : `${id} is removed\n`);
  });
}

async function onDatabase(config: Config, use: (database: OpenWorkspace['database']) => Promise<void>): Promise<void> {
  const { database, close } = await openWorkspace({ ...config, onError: () => {} });
  try {
    await use(database);
  } finally {
    await close();
  }
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
