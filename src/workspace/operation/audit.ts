import type { ClientApp } from '../../../schemas/common.ts';
import type { Db } from '../../store/tables.ts';
import { newId } from '../../store/ids.ts';
import { preparedInsert } from '../../store/prepared.ts';
import { type ViaColumns, viaColumns } from '../../store/via.ts';
import type { Caller } from './context.ts';

const insertEvent = preparedInsert('audit_events');

interface AuditDetails {
  /** Whom or what the action was about: a member, the destination of a link. */
  readonly subjectId?: string | undefined;
  readonly clientApp?: ClientApp | undefined;
  /** Through what the caller works, if it is looked up already. */
  readonly via?: ViaColumns | undefined;
}

/** Who did what to which resource, through which surface; in the transaction of the change. */
export async function audit(
  tx: Db,
  caller: Caller,
  action: string,
  resourceId: string,
  { subjectId, clientApp, via }: AuditDetails = {},
): Promise<void> {
  await insertEvent(tx, {
    id: newId('aud'),
    organization_id: caller.organizationId,
    at: new Date().toISOString(),
    user_id: caller.userId,
    action,
    resource_id: resourceId,
    ...(via ?? (await viaColumns(tx, caller, clientApp))),
    subject_id: subjectId ?? null,
    client_app: clientApp ?? null,
  });
}
