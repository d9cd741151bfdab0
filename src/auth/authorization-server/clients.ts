import { WorkspaceError } from '../../../schemas/errors.ts';
import { commandLine, workspaceApp } from '../../../schemas/interfaces.ts';
import { limits } from '../../../schemas/limits.ts';
import { type Scope, scopes, scopesIn, usualScopes } from '../../../schemas/operation.ts';
import type { Steps } from '../../store/database.ts';
import { removingAll } from '../../store/stretches.ts';
import type { Db } from '../../store/tables.ts';
import { newId } from '../../store/ids.ts';
import { authorizationsFor, removalOf } from '../forgetting.ts';

/** An OAuth client. All are public: they have no secret, and use PKCE. */
export interface Client {
  readonly id: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly scopes: readonly Scope[];
  /** A client that registered itself may choose any name. */
  readonly registeredBy: 'operator' | 'client' | 'product';
  readonly createdAt: string;
}

export interface NewClient extends Pick<Client, 'name' | 'redirectUris' | 'scopes'> {
  readonly registeredBy: 'operator' | 'client';
  /** A digest of the network, if the client registered itself. */
  readonly registeredFrom?: string;
}

const builtIn = { registeredBy: 'product', createdAt: new Date(0).toISOString() } as const;

/** The clients of the command line and of the app, which are in no table. The app's redirect URI is below the public URL. */
const own: readonly Client[] = [
  {
    id: commandLine.clientId,
    name: commandLine.name,
    redirectUris: [commandLine.redirectUri],
    scopes: usualScopes,
    ...builtIn,
  },
  { id: workspaceApp.clientId, name: workspaceApp.name, redirectUris: [workspaceApp.callback], scopes, ...builtIn },
];

/** The most that a client may ask for. One that describes itself in a document is not registered, and `undefined`. */
export const scopesOfClient = (client: Client | undefined): readonly Scope[] => client?.scopes ?? usualScopes;

export const newClientId = (): string => newId('client');

export async function addClient(tx: Db, { registeredFrom, ...client }: NewClient, id = newClientId()): Promise<Client> {
  const createdAt = new Date().toISOString();
  const row = {
    id,
    name: client.name,
    redirect_uris: JSON.stringify(client.redirectUris),
    scope: client.scopes.join(' '),
    registered_by: client.registeredBy,
    created_at: createdAt,
    registered_from: registeredFrom ?? null,
  };
  await tx.insertInto('clients').values(row).execute();
  return { ...client, id, createdAt };
}

export async function findClient(db: Db, id: string): Promise<Client | undefined> {
  const known = own.find((client) => client.id === id);
  if (known) return known;
  const row = await db.selectFrom('clients').selectAll().where('id', '=', id).executeTakeFirst();
  return row && clientOf(row);
}

/** Clients in the order of their IDs, behind one of them. */
export async function listClients(db: Db, { after, limit }: { after: string; limit: number }): Promise<Client[]> {
  const behind = db.selectFrom('clients').selectAll().where('id', '>', after).orderBy('id').limit(limit);
  return (await behind.execute()).map(clientOf);
}

/**
 * Removes a client with its authorizations, which may be very many; its tokens become invalid. The last stretch removes
 * the client, so that one which was not finished is begun again. Throws `not_found`.
 */
export async function* removeClient(tx: Db, id: string): Steps<void> {
  const named = tx.selectFrom('clients').select('id').where('id', '=', id);
  if (!(await named.executeTakeFirst()))
    throw new WorkspaceError('not_found', `There is no client ${id}; "workspace admin clients list" shows all.`);
  yield* removingAll(removalOf((db) => authorizationsFor(db, id)))(tx);
  await tx.deleteFrom('clients').where('id', '=', id).execute();
}

/** Protects a client from being forgotten, once somebody has granted it access. */
export async function keepClient(tx: Db, id: string): Promise<void> {
  await tx.updateTable('clients').set({ registered_from: null }).where('id', '=', id).execute();
}

/** Deletes an unused client beyond the limit: the oldest of the network with the most. Other networks lose nothing. */
export async function makeRoomForClient(tx: Db): Promise<void> {
  const { unused } = await tx
    .selectFrom('clients')
    .select(({ fn }) => fn.countAll<number>().as('unused'))
    .where('registered_from', 'is not', null)
    .executeTakeFirstOrThrow();
  if (unused >= limits.unusedClients) await oldestUnusedOfFullest(tx).execute();
}

/** Deletes the oldest unused client of the network with the most. */
export const oldestUnusedOfFullest = (tx: Db) =>
  tx.deleteFrom('clients').where('id', '=', ({ selectFrom }) =>
    selectFrom('clients')
      .select('id')
      .where('registered_from', '=', (of) =>
        of
          .selectFrom('clients')
          .select('registered_from')
          .where('registered_from', 'is not', null)
          .groupBy('registered_from')
          .orderBy(({ fn }) => fn.countAll(), 'desc')
          .limit(1),
      )
      .orderBy('created_at')
      .limit(1),
  );

interface ClientRow {
  readonly id: string;
  readonly name: string;
  readonly redirect_uris: string;
  readonly scope: string;
  readonly registered_by: Client['registeredBy'];
  readonly created_at: string;
}

const clientOf = (row: ClientRow): Client => ({
  id: row.id,
  name: row.name,
  redirectUris: JSON.parse(row.redirect_uris) as string[],
  scopes: scopesIn(row.scope),
  registeredBy: row.registered_by,
  createdAt: row.created_at,
});
