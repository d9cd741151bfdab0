import type { Command } from 'commander';
import type { TrashEntry, TrashedType } from '../../../schemas/trash.ts';
import { type Action, chosen } from '../actions.ts';
import type { Cli, CommonOptions, Context } from '../cli.ts';
import { changing, paged, type PageOptions, pageOptions } from '../options.ts';
import { moment } from '../terminal/output.ts';
import { pageOf } from '../paging.ts';

interface TrashOptions extends CommonOptions, PageOptions {
  readonly type?: TrashedType;
  readonly channel?: string;
  readonly restore?: string;
  readonly purge?: string;
  readonly idempotencyKey?: string;
}

export function addTrash(root: Command, cli: Cli): void {
  changing(
    paged(
      root
        .command('trash')
        .description('list what was deleted, restore it, or purge it for good')
        .option('--type <type>', 'only what is of this type: artifact')
        .option('--channel <channel>', 'only what is at home in this channel')
        .option('--restore <id>', 'take this out of the trash')
        .option('--purge <id>', 'delete this for good now'),
    ),
  ).action(cli.on<TrashOptions>((context, options) => chosen(actions, options)(context, options)));
}

const actions: readonly Action<TrashOptions>[] = [
  { by: [], takes: ['type', 'channel', ...pageOptions], run: list },
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

async function restore({ workspace, output }: Context, { restore: id, idempotencyKey }: TrashOptions): Promise<void> {
  output.answer(await workspace.trash.restore({ trashedId: id!, idempotencyKey }), () => ['Restored.']);
}

async function purge({ workspace, output }: Context, { purge: id, idempotencyKey }: TrashOptions): Promise<void> {
  output.answer(await workspace.trash.remove({ trashedId: id!, idempotencyKey }), () => ['Purged.']);
}
