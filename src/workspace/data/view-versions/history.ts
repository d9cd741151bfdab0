import { invalidRequest } from '../../../../schemas/errors.ts';
import { limits } from '../../../../schemas/limits.ts';
import { presentVia, selectAgent } from '../../../store/via.ts';
import type { Db } from '../../../store/tables.ts';
import { readableChannelId, writableChannelId } from '../../channels/channels.ts';
import { comparison } from '../../library/conflict.ts';
import { notFound } from '../../operation/access.ts';
import { dataSetNumbered } from '../../operation/data-set-catalogue.ts';
import type { Handlers } from '../../operation/handlers.ts';
import { once } from '../../operation/idempotency.ts';
import { openPage } from '../../operation/paging.ts';
import { definitionOf, presentView, viewIn } from '../saved-views.ts';
import { saveVersion } from './saving.ts';

type Views = Handlers<'views'>;

export const versions: Views['versions'] = (context, input) =>
  context.database.read(async (db) => {
    const channelId = await readableChannelId(db, context, input.channelId);
    const { id } = await viewIn(db, channelId, input.viewId);
    const page = openPage(context, { ...input, channelId, viewId: id });
    let query = versionRows(db, id).orderBy('version.number', 'desc').limit(page.take);
    const before = page.after?.[0];
    if (before !== undefined) query = query.where('version.number', '<', Number(before));
    const { rows, nextCursor } = page.close(await query.execute(), (row) => [row.number]);
    return { versions: rows.map(presentVersion), nextCursor };
  });

export const version: Views['version'] = (context, { channelId, viewId, versionId }) =>
  context.database.read(async (db) => {
    const { id } = await viewIn(db, await readableChannelId(db, context, channelId), viewId);
    const { definition } = await versionOf(db, id, versionId);
    const row = await versionRows(db, id).where('version.id', '=', versionId).executeTakeFirstOrThrow();
    return { version: { ...presentVersion(row), definition: { ...definitionOf({ definition }) } } };
  });

export const diff: Views['diff'] = async (context, { channelId, viewId, from, to }) => {
  const [before, after] = await context.database.read(async (db) => {
    const { id, version_id } = await viewIn(db, await readableChannelId(db, context, channelId), viewId);
    return [await versionOf(db, id, from), await versionOf(db, id, to ?? version_id)];
  });
  const compared = await comparison(linesOf(before), linesOf(after), limits.diffBytes, context.caller.userId);
  if (compared === undefined)
    throw invalidRequest('', 'names versions that differ too much to be compared; read both instead');
  return { from: named(before), to: named(after), ...compared };
};

/** The definition of an older version becomes that of a new one. The Data Set must still fulfil it. */
export const restore: Views['restore'] = async (context, input) => {
  const { channelId: channel, viewId, versionId, expectedCurrentVersionId, idempotencyKey } = input;
  const answer = await once(context, idempotencyKey, input, async (tx) => {
    const channelId = await writableChannelId(tx, context, channel);
    const current = await viewIn(tx, channelId, viewId);
    const definition = definitionOf(await versionOf(tx, current.id, versionId));
    if (versionId === expectedCurrentVersionId && versionId === current.version_id)
      throw invalidRequest(
        '/versionId',
        'is the version that expectedCurrentVersionId cites; name an older one to restore',
      );
    await saveVersion(tx, context, current, {
      expectedCurrentVersionId,
      prepared: async () => ({ dataSet: await dataSetNumbered(tx, current.data_set), definition }),
      action: 'view.restored',
    });
    return { view: presentView(context, await viewIn(tx, channelId, current.id)) };
  });
  context.dataIndexes.refresh(answer.view.objectTypeId);
  return answer;
};

const versionRows = (db: Db, viewId: string) =>
  db
    .selectFrom('view_versions as version')
    .innerJoin('users as creator', 'creator.id', 'version.created_by')
    .select([
      'version.id',
      'version.number',
      'version.name',
      'version.renderer',
      'version.interface',
      selectAgent('version.agent'),
      'version.created_at',
      'version.created_by',
      'creator.name as creator_name',
    ])
    .where('version.view_id', '=', viewId);

function presentVersion(row: Awaited<ReturnType<ReturnType<typeof versionRows>['execute']>>[number]) {
  const { id: versionId, number: versionNumber, name, renderer, created_at: createdAt } = row;
  const createdBy = { id: row.created_by, name: row.creator_name };
  return { versionId, versionNumber, name, renderer, createdAt, createdBy, ...presentVia(row) };
}

async function versionOf(db: Db, viewId: string, versionId: string) {
  const row = await db
    .selectFrom('view_versions')
    .select(['id', 'number', 'name', 'definition'])
    .where('id', '=', versionId)
    .where('view_id', '=', viewId)
    .executeTakeFirst();
  if (!row) throw notFound('version of this View');
  return row;
}

type VersionRow = Awaited<ReturnType<typeof versionOf>>;

const named = ({ id: versionId, number: versionNumber, name }: VersionRow) => ({ versionId, versionNumber, name });

/** A definition as lines of JSON, which a diff can compare. */
const linesOf = (row: VersionRow) => ({
  versionNumber: row.number,
  title: row.name,
  content: `${JSON.stringify(definitionOf(row), null, 2)}\n`,
});
