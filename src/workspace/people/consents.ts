import type { Db } from '../../store/tables.ts';
import { audit } from '../operation/audit.ts';
import type { Caller } from '../operation/context.ts';

/** Records that a person allowed an application. */
export async function auditConsent(tx: Db, userId: string, clientId: string): Promise<void> {
  const { organizationId } = await tx
    .selectFrom('users')
    .select('organization_id as organizationId')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const self: Caller = { userId, organizationId, role: 'member', scopes: [], interface: 'api' };
  await audit(tx, self, 'client.allowed', clientId);
}
