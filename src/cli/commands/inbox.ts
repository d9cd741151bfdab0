import type { Command } from 'commander';
import type { InboxItem, InboxKind } from '../../../schemas/inbox.ts';
import { type Action, chosen } from '../actions.ts';
import type { Cli, CommonOptions, Context } from '../cli.ts';
import { changing, paged, type PageOptions, pageOptions, several } from '../options.ts';
import { pageOf } from '../paging.ts';
import { signed } from '../signed.ts';
import { moment } from '../terminal/output.ts';

interface InboxOptions extends CommonOptions, PageOptions {
  readonly unseen?: true;
  readonly kind?: readonly InboxKind[];
  readonly seen?: string;
  readonly idempotencyKey?: string;
}

export function addInbox(root: Command, cli: Cli): void {
  changing(
    paged(
      root
        .command('inbox')
        .description('mentions of you, replies, comments on what you made, answers, and what was shared with you')
        .option('--unseen', 'only what is not marked as seen')
        .option('--kind <kind>', 'mention, reply, comment, answer or share; may be repeated', several)
        .option('--seen <time>', 'mark what came until then as seen; now, or a time such as 2026-11-25T09:30:00Z'),
    ),
  ).action(cli.on<InboxOptions>((context, options) => chosen(actions, options)(context, options)));
}

const actions: readonly Action<InboxOptions>[] = [
  { by: [], takes: ['unseen', 'kind', ...pageOptions], run: list },
  { by: ['seen'], run: seen },
];

const columns = {
  AT: ({ at }: InboxItem) => moment(at),
  KIND: ({ kind, seen }: InboxItem) => (seen ? kind : `${kind} *`),
  WHO: ({ actor, via }: InboxItem) => actor && signed(actor, via),
  CHANNEL: ({ channel }: InboxItem) => channel?.name,
  ID: ({ id }: InboxItem) => id,
  TEXT: ({ title }: InboxItem) => title,
};

async function list({ workspace, output }: Context, { unseen, kind, ...page }: InboxOptions): Promise<void> {
  const found = await pageOf(workspace.inbox.list, 'items', { unseen, kinds: kind && [...kind] }, page);
  output.list(found, found.items, columns, 'items in your inbox');
}

async function seen({ workspace, output }: Context, { seen: time, idempotencyKey }: InboxOptions): Promise<void> {
  const until = time === 'now' ? new Date().toISOString() : time!;
  const answered = await workspace.inbox.seen({ until, idempotencyKey });
  output.answer(answered, () => [`Your inbox is seen until ${moment(answered.seenUntil)}.`]);
}
