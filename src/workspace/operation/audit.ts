import type { ClientApp } from '../../../schemas/common.ts';
import type { Db } from '../../store/tables.ts';
import { newId } from '../../store/ids.ts';
import { preparedInsert } from '../../store/prepared.ts';
import { viaColumns } from '../../store/via.ts';
import { noteActivity } from './activity-sql.ts';
import type { Caller } from './context.ts';

const insertEvent = preparedInsert('audit_events');

interface AuditDetails {
  /** Whom or what the action was about: a member, the destination of a link. */
  readonly subjectId?: string | undefined;
  readonly clientApp?: ClientApp | undefined;
}

/** Who did what to which resource, through which surface; in the transaction of the change. */
export async function audit(
  tx: Db,
  caller: Caller,
  action: string,
  resourceId: string,
  { subjectId, clientApp }: AuditDetails = {},
): Promise<void> {
  const id = newId('aud');
  await insertEvent(tx, {
    id,
    organization_id: caller.organizationId,
    at: new Date().toISOString(),
    user_id: caller.userId,
    action,
    resource_id: resourceId,
    ...(await viaColumns(tx, caller, clientApp)),
    subject_id: subjectId ?? null,
    client_app: clientApp ?? null,
  });
  await noteActivity(tx, action, { eventId: id, resourceId, subjectId: subjectId ?? null });
}
