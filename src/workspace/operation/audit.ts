import type { ClientApp } from '../../../schemas/common.ts';
import type { Db } from '../../store/tables.ts';
import { newId, newIdBlock } from '../../store/ids.ts';
import { type ViaColumns, viaColumns } from '../../store/via.ts';
import { audienceKindOf, changeOf, insertEvent, insertRecordEvents, nameAudiences } from './activity-sql.ts';
import type { Caller } from './context.ts';

interface AuditDetails {
  /** Whom or what the action was about: a member, the destination of a link. */
  readonly subjectId?: string | undefined;
  readonly clientApp?: ClientApp | undefined;
  /** Through what the caller works, if it is looked up already. */
  readonly via?: ViaColumns | undefined;
  /** Where it happened, if neither ID tells. */
  readonly channelId?: string | undefined;
}

/**
 * Who did what to which resource, through which surface; in the transaction of the change. A change of content becomes
 * activity here. Audit a deletion while the rows still say who sees the resource.
 */
export async function audit(
  tx: Db,
  caller: Caller,
  action: string,
  resourceId: string,
  details: AuditDetails = {},
): Promise<void> {
  const { subjectId = null, clientApp = null, channelId = null } = details;
  const change = changeOf({ action, resourceId, subjectId });
  const kind = audienceKindOf(action, change);
  const { organizationId } = caller;
  insertEvent[kind]!(tx, {
    id: newId('aud'),
    organizationId,
    at: new Date().toISOString(),
    userId: caller.userId,
    action,
    resourceId,
    subjectId,
    channelId,
    clientApp,
    ...(details.via ?? (await viaColumns(tx, caller, details.clientApp))),
  });
  if (change) await nameAudiences(tx, kind, { organizationId, resourceId: change.id, subjectId, channelId });
}

/** Audits the same change of many records of one Data Set, in their order, by one statement. */
export async function auditRecords(
  tx: Db,
  caller: Caller,
  action: `record.${string}`,
  recordIds: readonly string[],
  { dataSetId, via }: { readonly dataSetId: string; readonly via: ViaColumns },
): Promise<void> {
  if (recordIds.length === 0) return;
  const { ids } = newIdBlock('aud');
  insertRecordEvents(tx, {
    organizationId: caller.organizationId,
    at: new Date().toISOString(),
    userId: caller.userId,
    action,
    subjectId: dataSetId,
    channelId: null,
    clientApp: null,
    records: JSON.stringify(recordIds.map((id) => [ids.next().value, id])),
    ...via,
  });
}
