import { WorkspaceError } from '../../../schemas/errors.ts';
import type { Organization } from '../../../schemas/organizations.ts';
import { requireFolderOwner } from '../operation/access.ts';
import type { Handlers } from '../operation/handlers.ts';
import { once } from '../operation/idempotency.ts';
import { openPage } from '../operation/paging.ts';
import {
  addOrganization,
  newOrganization,
  type OrganizationRow,
  organizationRows,
  updateOrganization,
} from './organizations.ts';
import { requireStillAdmin } from './users.ts';

export const organizations: Handlers<'organizations'> = {
  async list(context, input) {
    const page = openPage(context, input);
    const found = await context.database.read((db) =>
      organizationRows(db, context.caller)
        .where('organizations.id', '>', String(page.after?.[0] ?? ''))
        .orderBy('organizations.id')
        .limit(page.take)
        .execute(),
    );
    const { rows, nextCursor } = page.close(found, ({ id }) => [id]);
    return { organizations: rows.map(shown), nextCursor };
  },

  async add({ caller, database }, given) {
    requireFolderOwner(caller, 'organizations add');
    const details = { ...newOrganization(), ...given };
    return database.write(caller, async (tx) => ({ organization: shown(await addOrganization(tx, caller, details)) }));
  },

  async update(context, { idempotencyKey, organizationId, ...changes }) {
    if (Object.values(changes).every((change) => change === undefined))
      throw new WorkspaceError('invalid_request', 'Nothing is to be changed. Give a name, a time zone or a size.');
    return once(context, idempotencyKey, { organizationId, ...changes }, async (tx) => {
      await requireStillAdmin(tx, context.caller);
      return { organization: shown(await updateOrganization(tx, context.caller, organizationId, changes)) };
    });
  },
};

const shown = ({ id, ...organization }: OrganizationRow): Organization => ({
  organizationId: id,
  ...organization,
  users: organization.users ?? 0,
});
