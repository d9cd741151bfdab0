import type { ClientApp } from '../../../schemas/common.ts';
import type { Db } from '../../store/tables.ts';
import { newId } from '../../store/ids.ts';
import { prepared } from '../../store/prepared.ts';
import { type ViaColumns, viaColumns } from '../../store/via.ts';
import {
  audienceColumn,
  audienceKindOf,
  audienceKinds,
  changeOf,
  nameAudiences,
  type Subjects,
} from './activity-sql.ts';
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
  const kind = audienceKindOf(change);
  await insertEvent[kind]!(tx, {
    id: newId('aud'),
    organizationId: caller.organizationId,
    at: new Date().toISOString(),
    userId: caller.userId,
    action,
    resourceId,
    subjectId,
    channelId,
    clientApp,
    ...(details.via ?? (await viaColumns(tx, caller, details.clientApp))),
  });
  if (change) await nameAudiences(tx, kind, { resourceId: change.id, subjectId, channelId });
}

interface EventRow extends Subjects, ViaColumns {
  readonly id: string;
  readonly organizationId: string;
  readonly at: string;
  readonly userId: string;
  readonly action: string;
  readonly clientApp: ClientApp | null;
}

const insertEvent = Object.fromEntries(
  audienceKinds.map((kind) => [
    kind,
    prepared((db, event: EventRow) =>
      db.insertInto('audit_events').values({
        id: event.id,
        organization_id: event.organizationId,
        at: event.at,
        user_id: event.userId,
        action: event.action,
        resource_id: event.resourceId,
        subject_id: event.subjectId,
        interface: event.interface,
        agent: event.agent,
        client_app: event.clientApp,
        audience: audienceColumn(kind, event),
      }),
    ),
  ]),
);
