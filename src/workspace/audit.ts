import type { ClientApp } from '../../schemas/common.ts';
import type { Db } from '../store/database.ts';
import { newId } from '../store/ids.ts';
import { preparedInsert } from '../store/prepared.ts';
import type { Caller } from './context.ts';

const insertEvent = preparedInsert('audit_events');

/** Who did what to which resource, through which surface; in the transaction of the change. */
export async function audit(
  tx: Db,
  caller: Caller,
  action: string,
  resourceId: string,
  clientApp?: ClientApp,
): Promise<void> {
  await insertEvent(tx, {
    id: newId('aud'),
    organization_id: caller.organizationId,
    at: new Date().toISOString(),
    user_id: caller.userId,
    action,
    resource_id: resourceId,
    interface: caller.interface,
    client_app: clientApp ?? caller.clientApp ?? null,
  });
}
