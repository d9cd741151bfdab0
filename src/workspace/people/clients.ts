import type { Client as Shown } from '../../../schemas/clients.ts';
import { scopesIn } from '../../../schemas/operation.ts';
import { addClient, type Client, listClients, removeClient } from '../../auth/authorization-server/clients.ts';
import { requireFolderOwner } from '../operation/access.ts';
import { audit } from '../operation/audit.ts';
import type { Handlers } from '../operation/handlers.ts';
import { openPage } from '../operation/paging.ts';

/** Applications serve every organisation of the data folder, so only its owner decides about them. */
export const clients: Handlers<'clients'> = {
  async list(context, input) {
    requireFolderOwner(context.caller, 'clients list');
    const page = openPage(context, input);
    const after = String(page.after?.[0] ?? '');
    const found = await context.database.read((db) => listClients(db, { after, limit: page.take }));
    const { rows, nextCursor } = page.close(found, ({ id }) => [id]);
    return { clients: rows.map(shown), nextCursor };
  },

  async add({ caller, database }, { scope, ...details }) {
    requireFolderOwner(caller, 'clients add');
    return database.write(caller, async (tx) => {
      const client = await addClient(tx, { ...details, scopes: scopesIn(scope), registeredBy: 'operator' });
      await audit(tx, caller, 'client.created', client.id);
      return { client: shown(client) };
    });
  },

  async remove({ caller, database }, { clientId }) {
    requireFolderOwner(caller, 'clients remove');
    return database.writeInStretches(caller, async function* (tx) {
      yield* removeClient(tx, clientId);
      await audit(tx, caller, 'client.removed', clientId);
      return { deleted: true };
    });
  },
};

const shown = ({ id, name, redirectUris, scopes, registeredBy, createdAt }: Client): Shown => ({
  clientId: id,
  name,
  redirectUris: [...redirectUris],
  scope: scopes.join(' '),
  registeredBy,
  createdAt,
});
