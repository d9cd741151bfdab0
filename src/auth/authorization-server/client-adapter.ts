import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import { Title } from '../../../schemas/common.ts';
import { limits } from '../../../schemas/limits.ts';
import { scopesIn, usualScopes, usualScopesIn } from '../../../schemas/operation.ts';
import { mistakeIn } from '../../../schemas/redirect-uris.ts';
import { workspaceApp } from '../../../schemas/interfaces.ts';
import type { Database } from '../../store/database.ts';
import { forgetUnusedClients } from '../forgetting.ts';
import { networkAsking } from './asking.ts';
import { addClient, type Client, findClient, makeRoomForClient } from './clients.ts';

/** Clients have their own table, which operators also write. Self-registration arrives through `upsert`. */
export class ClientAdapter implements Adapter {
  readonly #database: Database;

  readonly #publicUrl: string;

  constructor(database: Database, publicUrl: string) {
    this.#database = database;
    this.#publicUrl = publicUrl;
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const client = await this.#database.read((db) => findClient(db, id));
    if (!client) return undefined;
    return id === workspaceApp.clientId ? { ...metadataOf(client), ...ofApp(this.#publicUrl) } : metadataOf(client);
  }

  async upsert(id: string, { client_name: name = 'Unnamed application', redirect_uris = [], scope }: AdapterPayload) {
    const mistake = mistakeInMetadata(name, redirect_uris);
    if (mistake !== undefined) throw new errors.InvalidClientMetadata(mistake);
    const asked = usualScopesIn(scope);
    if (asked.length === 0 && scopesIn(scope).length > 0)
      throw new errors.InvalidClientMetadata('scope must name more than workspace.admin, which only an operator gives');
    const registeredFrom = networkAsking() ?? '';
    const client = { name, redirectUris: redirect_uris, scopes: asked.length > 0 ? asked : usualScopes };
    await this.#database.write('service', async (tx) => {
      await forgetUnusedClients(tx);
      await makeRoomForClient(tx);
      await addClient(tx, { ...client, registeredBy: 'client', registeredFrom }, id);
    });
  }

  async findByUid(): Promise<undefined> {}
  async findByUserCode(): Promise<undefined> {}
  async consume(): Promise<void> {}
  async destroy(): Promise<void> {}
  async revokeByGrantId(): Promise<void> {}
}

const metadataOf = ({ id, name, redirectUris, scopes }: Client): AdapterPayload => ({
  client_id: id,
  client_name: name,
  redirect_uris: [...redirectUris],
  scope: [...scopes, 'offline_access'].join(' '),
});

/** It needs no refresh token, because its session is a cookie. */
const ofApp = (publicUrl: string): AdapterPayload => ({
  application_type: 'web',
  grant_types: ['authorization_code'],
  redirect_uris: [publicUrl + workspaceApp.callback],
});

/** The mistake in a client's metadata, registered or in a document; undefined if there is none. */
export function mistakeInMetadata(name: string, redirectUris: readonly string[]): string | undefined {
  if (!Title.safeParse(name).success) return `client_name must be 1 to ${limits.title} characters on one line`;
  if (redirectUris.length === 0 || redirectUris.length > limits.redirectUris)
    return `redirect_uris must be 1 to ${limits.redirectUris}`;
  for (const uri of redirectUris) {
    const mistake = mistakeIn(uri);
    if (mistake !== undefined) return `the redirect URI ${uri} ${mistake}`;
  }
  return undefined;
}
