import type { ClientApp } from '../../schemas/common.ts';
import type { Db } from '../store/database.ts';
import { newId } from '../store/ids.ts';
import type { Caller } from './context.ts';

/** Who did what to which resource, through which surface; in the transaction of the change. */
export async function audit(
  tx: Db,
  caller: Caller,
  action: string,
  resourceId: string,
  clientApp?: ClientApp,
): Promise<void> {
  await tx
    .insertInto('audit_events')
    .values({
      id: newId('aud'),
      organization_id: caller.organizationId,
      at: new Date().toISOString(),
      user_id: caller.userId,
      action,
      resource_id: resourceId,
      interface: caller.interface,
      client_app: clientApp ?? caller.clientApp ?? null,
    })
    .execute();
}
