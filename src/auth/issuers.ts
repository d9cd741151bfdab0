import { WorkspaceError } from '../../schemas/errors.ts';
import { type Scope, usualScopesIn } from '../../schemas/operation.ts';
import type { Db, Tables } from '../store/tables.ts';
import { newId } from '../store/ids.ts';
import { prepared } from '../store/prepared.ts';

/** A party that the operator trusts to identify users of one organization. */
export interface Issuer {
  readonly id: string;
  /** As in the `iss` of its tokens. */
  readonly url: string;
  readonly organizationId: string;
  /** The most that its tokens may do. An issuer never makes admins, whatever is stored. */
  readonly scopes: readonly Scope[];
  /** Its public keys at registration, or their address. */
  readonly keys: { readonly set: string } | { readonly url: string };
  readonly createdAt: string;
}

export type NewIssuer = Omit<Issuer, 'id' | 'createdAt'>;

export async function addIssuer(tx: Db, { url, organizationId, scopes, keys }: NewIssuer): Promise<Issuer> {
  if (await findIssuer(tx, url)) {
    throw new WorkspaceError('already_exists', `${url} is registered already; remove it first to change it.`);
  }
  const row = {
    id: newId('iss'),
    url,
    organization_id: organizationId,
    scope: scopes.join(' '),
    jwks: 'set' in keys ? keys.set : null,
    jwks_url: 'url' in keys ? keys.url : null,
    created_at: new Date().toISOString(),
  };
  await tx.insertInto('issuers').values(row).execute();
  return issuerOf(row);
}

/** Removes an issuer. Its tokens, and tokens exchanged from them, are refused from then on. Throws `not_found`. */
export async function removeIssuer(tx: Db, url: string): Promise<Issuer> {
  const issuer = await findIssuer(tx, url);
  if (!issuer) throw new WorkspaceError('not_found', `There is no issuer ${url} in this workspace.`);
  await tx.deleteFrom('issuers').where('id', '=', issuer.id).execute();
  return issuer;
}

export interface IssuerPage {
  /** Absent means every organisation. */
  readonly organizationId: string | undefined;
  readonly after: string;
  readonly limit: number;
}

/** Issuers in the order of their URLs, behind one of them. */
export async function listIssuers(db: Db, { organizationId, after, limit }: IssuerPage): Promise<Issuer[]> {
  const behind = db.selectFrom('issuers').selectAll().where('url', '>', after).orderBy('url').limit(limit);
  const rows = organizationId === undefined ? behind : behind.where('organization_id', '=', organizationId);
  return (await rows.execute()).map(issuerOf);
}

const rowsByUrl = prepared((db, by: { url: string }) => db.selectFrom('issuers').selectAll().where('url', '=', by.url));

export async function findIssuer(db: Db, url: string): Promise<Issuer | undefined> {
  return (await rowsByUrl(db, { url })).map(issuerOf)[0];
}

const idsById = prepared((db, by: { id: string }) => db.selectFrom('issuers').select('id').where('id', '=', by.id));

/** Whether this registration still exists. A removed issuer gets another ID when registered again. */
export const isRegistered = async (db: Db, issuerId: string): Promise<boolean> =>
  (await idsById(db, { id: issuerId })).length > 0;

function issuerOf(row: Tables['issuers']): Issuer {
  return {
    id: row.id,
    url: row.url,
    organizationId: row.organization_id,
    scopes: usualScopesIn(row.scope),
    keys: row.jwks === null ? { url: row.jwks_url! } : { set: row.jwks },
    createdAt: row.created_at,
  };
}
