import type { Command } from 'commander';
import type { TrashEntry, TrashedType } from '../../../schemas/trash.ts';
import type { Workspace } from '../../../schemas/index.ts';
import { type Action, chosen } from '../actions.ts';
import type { Cli, CommonOptions, Context } from '../cli.ts';
import { misuse } from '../failure.ts';
import { changing, paged, type PageOptions, pageOptions } from '../options.ts';
import { moment } from '../terminal/output.ts';
import { pageOf } from '../paging.ts';

interface TrashOptions extends CommonOptions, PageOptions {
  readonly type?: TrashedType;
  readonly channel?: string;
  readonly delete?: string;
  readonly restore?: string;
  readonly purge?: string;
  readonly idempotencyKey?: string;
}

export function addTrash(root: Command, cli: Cli): void {
  changing(
    paged(
      root
        .command('trash')
        .description('delete things, list what was deleted, restore it, or purge it for good')
        .option(
          '--type <type>',
          'only what is of this type: artifact, file, session, record, view, data_set or channel',
        )
        .option('--channel <channel>', 'only what is at home in this channel')
        .option('--delete <id>', 'move this to the trash; a record, View or Data Set with its --channel')
        .option('--restore <id>', 'take this out of the trash')
        .option('--purge <id>', 'delete this for good now'),
    ),
  ).action(cli.on<TrashOptions>((context, options) => chosen(actions, options)(context, options)));
}

const actions: readonly Action<TrashOptions>[] = [
  { by: [], takes: ['type', 'channel', ...pageOptions], run: list },
  { by: ['delete'], takes: ['channel'], run: remove },
  { by: ['restore'], run: restore },
  { by: ['purge'], run: purge },
];

const columns = {
  TYPE: ({ type }: TrashEntry) => type,
  ID: ({ id }: TrashEntry) => id,
  TITLE: ({ title }: TrashEntry) => title,
  DELETED: ({ deletedAt }: TrashEntry) => moment(deletedAt),
  BY: ({ deletedBy }: TrashEntry) => deletedBy.name,
};

async function list({ workspace, output }: Context, { type, channel, ...page }: TrashOptions): Promise<void> {
  const found = await pageOf(workspace.trash.list, 'trash', { type, channelId: channel }, page);
  output.list(found, found.trash, columns, 'deleted things that you may restore');
}

async function remove({ workspace, output }: Context, options: TrashOptions): Promise<void> {
  const { delete: id = '', channel, idempotencyKey } = options;
  const deleted = deletions.find(([prefix]) => id.startsWith(prefix));
  if (!deleted) throw misuse('--delete takes the ID of something that can be deleted.');
  const [, isInChannel, deleteIt] = deleted;
  if (isInChannel && channel === undefined) throw misuse('--delete of a record, View or Data Set needs --channel.');
  output.answer(await deleteIt(workspace, id, { channelId: channel!, idempotencyKey }), () => ['Moved to the trash.']);
}

interface In {
  readonly channelId: string;
  readonly idempotencyKey: string | undefined;
}

type Deletion = (workspace: Workspace, id: string, within: In) => Promise<{ deleted: true }>;

/** By the prefixes of IDs. Some are named with their channel. */
const deletions: readonly (readonly [prefix: string, isInChannel: boolean, deleteIt: Deletion])[] = [
  ['art_', false, ({ artifacts }, artifactId, { idempotencyKey }) => artifacts.remove({ artifactId, idempotencyKey })],
  ['file_', false, ({ files }, fileId, { idempotencyKey }) => files.remove({ fileId, idempotencyKey })],
  ['ses_', false, ({ sessions }, sessionId, { idempotencyKey }) => sessions.remove({ sessionId, idempotencyKey })],
  ['ch_', false, ({ channels }, channelId, { idempotencyKey }) => channels.remove({ channelId, idempotencyKey })],
  ['rec_', true, ({ records }, recordId, within) => records.remove({ recordId, ...within })],
  ['view_', true, ({ views }, viewId, within) => views.remove({ viewId, ...within })],
  ['ot_', true, ({ dataSets }, objectTypeId, within) => dataSets.remove({ objectTypeId, ...within })],
];

async function restore({ workspace, output }: Context, { restore: id, idempotencyKey }: TrashOptions): Promise<void> {
  output.answer(await workspace.trash.restore({ trashedId: id!, idempotencyKey }), () => ['Restored.']);
}

async function purge({ workspace, output }: Context, { purge: id, idempotencyKey }: TrashOptions): Promise<void> {
  output.answer(await workspace.trash.remove({ trashedId: id!, idempotencyKey }), () => ['Purged.']);
}
