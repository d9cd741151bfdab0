import type { TrashedType } from '../../../schemas/trash.ts';
import { prepared } from '../../store/prepared.ts';
import type { Db } from '../../store/tables.ts';
import { freeKey } from '../../../schemas/field-keys.ts';
import { channelSlugIsTaken } from '../channels/channels.ts';
import { objectTypesIn } from '../data/new-data-sets.ts';
import { viewSlugIsTaken } from '../data/views.ts';
import { noteGone } from '../operation/gone/gone-sql.ts';
import { freeSlug } from '../operation/slugs.ts';
import type { Entry } from '../placing/trash-entries-sql.ts';

/** Every type but records, whose rows leave their table (`data/record-rows`). */
export type MarkedType = Exclude<TrashedType, 'record'>;

/** The tables whose rows are marked as being in the trash. */
const tableOf = {
  artifact: 'artifacts',
  channel: 'channels',
  data_set: 'data_sets',
  file: 'files',
  session: 'sessions',
  view: 'views',
} as const satisfies Record<MarkedType, string>;

/** Marks something. It gives its slug or key free. */
export async function mark(tx: Db, type: MarkedType, id: string, at: string): Promise<void> {
  await setMark(tx, type, id, { trashed_at: at, ...nameFor[type]?.(id) });
  await noteGone[type]?.(tx, { id });
}

/** Takes the mark from it. Where its slug or key was taken meanwhile, it gets a number. */
export async function unmark(tx: Db, type: MarkedType, entry: Entry): Promise<void> {
  await setMark(tx, type, entry.id, { trashed_at: null, ...(await namedAgain[type]?.(tx, entry)) });
}

interface Mark {
  readonly trashed_at: string | null;
  readonly slug?: string;
  readonly object_type?: string;
}

async function setMark(tx: Db, type: MarkedType, id: string, set: Mark): Promise<void> {
  await tx.updateTable(tableOf[type]).set(set).where('id', '=', id).execute();
}

const unique = (id: string): string => id.slice(id.indexOf('_') + 1).toLowerCase();

const slugFor = (id: string) => ({ slug: `trashed-${unique(id)}` });

/** Names that nothing else has. */
const nameFor: { readonly [Type in MarkedType]?: (id: string) => Partial<Mark> } = {
  channel: slugFor,
  data_set: (id) => ({ object_type: `trashed_${unique(id)}` }),
  view: slugFor,
};

const namedAgain: { readonly [Type in MarkedType]?: (tx: Db, entry: Entry) => Promise<Partial<Mark>> } = {
  channel: async (tx, { name, organization_id: organizationId }) => ({
    slug: await freeSlug(name!, (slug) => channelSlugIsTaken(tx, { organizationId }, slug)),
  }),
  data_set: async (tx, { name, channel_id }) => ({ object_type: freeKey(name!, await objectTypesIn(tx, channel_id!)) }),
  view: async (tx, { name, channel_id }) => ({
    slug: await freeSlug(name!, (slug) => viewSlugIsTaken(tx, channel_id!, slug)),
  }),
};

export const findCreatorOfDataSet = prepared((db, by: { number: number }) =>
  db.selectFrom('data_sets').select('created_by').where('number', '=', by.number),
);
