import { invalidRequest, WorkspaceError } from '../../../schemas/errors.ts';
import type { Issuer as Shown } from '../../../schemas/issuers.ts';
import { scopesIn } from '../../../schemas/operation.ts';
import { addIssuer, type Issuer, listIssuers, type NewIssuer, removeIssuer } from '../../auth/issuers.ts';
import { requireFolderOwner } from '../operation/access.ts';
import { audit } from '../operation/audit.ts';
import type { Handlers } from '../operation/handlers.ts';
import { openPage } from '../operation/paging.ts';
import { organizationNamed } from './organizations.ts';

/** An issuer speaks for users of its organisation, so only the owner of the data folder decides about them. */
export const issuers: Handlers<'issuers'> = {
  async list(context, input) {
    const { caller, database } = context;
    const page = openPage(context, input);
    const found = await database.read((db) =>
      listIssuers(db, {
        organizationId: caller.ownsFolder ? undefined : caller.organizationId,
        after: String(page.after?.[0] ?? ''),
        limit: page.take,
      }),
    );
    const { rows, nextCursor } = page.close(found, ({ url }) => [url]);
    return { issuers: rows.map(shown), nextCursor };
  },

  async add({ caller, database }, { issuer: url, organizationId: organization, scope, jwks, jwksUrl }) {
    requireFolderOwner(caller, 'issuers add');
    const keys = jwks === undefined ? { url: jwksUrl! } : await keysIn(jwks);
    return database.write(caller, async (tx) => {
      const { id: organizationId, users } = await organizationNamed(tx, caller, organization);
      if (users === 0) throw new WorkspaceError('forbidden', 'This organisation has nobody yet; add an admin first.');
      const added = await addIssuer(tx, { url, organizationId, scopes: scopesIn(scope), keys });
      await audit(tx, { ...caller, organizationId }, 'issuer.created', added.id);
      return { issuer: shown(added) };
    });
  },

  async remove({ caller, database }, { issuer }) {
    requireFolderOwner(caller, 'issuers remove');
    return database.write(caller, async (tx) => {
      const { id, organizationId } = await removeIssuer(tx, issuer);
      await audit(tx, { ...caller, organizationId }, 'issuer.removed', id);
      return { issuerId: id, removed: true };
    });
  },
};

async function keysIn(text: string): Promise<NewIssuer['keys']> {
  const read = await (await import('../../auth/key-sets.ts')).keySetIn(text);
  if ('mistake' in read) throw invalidRequest('/jwks', read.mistake);
  return { set: JSON.stringify(read.set) };
}

const shown = ({ id, url, organizationId, scopes, keys, createdAt }: Issuer): Shown => ({
  issuerId: id,
  issuer: url,
  organizationId,
  scope: scopes.join(' '),
  ...('url' in keys ? { jwksUrl: keys.url } : { keyIds: keyIdsIn(keys.set) }),
  createdAt,
});

const keyIdsIn = (set: string) => (JSON.parse(set) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid);
