import { tooLarge, versionConflict } from '../../../../schemas/errors.ts';
import { isSurelyLonger } from '../../../../schemas/json-length.ts';
import { limits } from '../../../../schemas/limits.ts';
import type { View, ViewDefinition } from '../../../../schemas/views.ts';
import type { CatalogueDataSet } from '../../../query/catalogue.ts';
import { checkDefinition as refuseMistakes } from '../../../query/renderers/index.ts';
import { newId } from '../../../store/ids.ts';
import type { Db } from '../../../store/tables.ts';
import { viaColumns } from '../../../store/via.ts';
import { inTurnsIfLong } from '../../../turns/turn.ts';
import { audit } from '../../operation/audit.ts';
import { calendarOf } from '../../operation/calendar.ts';
import type { Context } from '../../operation/context.ts';
import { presentView, type ViewRow } from '../saved-views.ts';

interface Change {
  /** The version that the caller has read. */
  readonly expectedCurrentVersionId: string;
  /** Called once the cited version is known to be current. */
  readonly prepared: () => Promise<{ readonly dataSet: CatalogueDataSet; readonly definition: ViewDefinition }>;
  readonly action: 'view.updated' | 'view.restored';
}

/** Stores the next version of a View. Throws `version_conflict` when another than the cited one is current. */
export async function saveVersion(tx: Db, context: Context, current: ViewRow, change: Change): Promise<void> {
  if (current.version_id !== change.expectedCurrentVersionId) throw conflictWith(presentView(context, current));
  const { dataSet, definition } = await change.prepared();
  await checkDefinition(tx, context, dataSet, definition);
  const { id: viewId, version_number } = current;
  const id = newId('viewv');
  await tx
    .updateTable('views')
    .set({ current_version_id: id, name: definition.name })
    .where('id', '=', viewId)
    .execute();
  await addVersion(tx, context, {
    id,
    viewId,
    number: version_number + 1,
    now: new Date().toISOString(),
    definition,
  });
  await audit(tx, context.caller, change.action, viewId);
}

/** Refuses a definition that the Data Set cannot fulfil, or that is too long to be listed with others. */
export async function checkDefinition(
  tx: Db,
  context: Context,
  dataSet: CatalogueDataSet,
  definition: ViewDefinition,
): Promise<void> {
  if (isSurelyLonger(definition, limits.viewBytes) || Buffer.byteLength(JSON.stringify(definition)) > limits.viewBytes)
    throw tooLarge(
      limits.viewBytes,
      `The definition is longer than ${limits.viewBytes} bytes; filter by fewer values.`,
    );
  await inTurnsIfLong(refuseMistakes(dataSet, definition, await calendarOf(tx, context)));
}

interface NewVersion {
  readonly id: string;
  readonly viewId: string;
  readonly number: number;
  readonly now: string;
  readonly definition: ViewDefinition;
}

export async function addVersion(tx: Db, { caller }: Context, version: NewVersion): Promise<void> {
  const { id, viewId, number, now, definition } = version;
  const { name, renderer } = definition;
  await tx
    .insertInto('view_versions')
    .values({
      id,
      view_id: viewId,
      number,
      name,
      renderer,
      definition: JSON.stringify(definition),
      ...(await viaColumns(tx, caller)),
      created_at: now,
      created_by: caller.userId,
    })
    .execute();
}

const conflictWith = ({ currentVersionId: versionId, versionNumber, updatedAt, updatedBy, via }: View) =>
  versionConflict(
    { versionId, versionNumber, updatedAt, updatedBy, ...(via && { via }) },
    `Read the View again, look at its definition, then update citing ${versionId}.`,
  );
