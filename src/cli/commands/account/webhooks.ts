import type { Command } from 'commander';
import type { ActivityType } from '../../../../schemas/activity.ts';
import type { Webhook } from '../../../../schemas/webhooks.ts';
import { type Action, chosen } from '../../actions.ts';
import type { Cli, CommonOptions, Context } from '../../cli.ts';
import { changing, paged, type PageOptions, pageOptions, several } from '../../options.ts';
import { pageOf } from '../../paging.ts';
import { moment } from '../../terminal/output.ts';

interface WebhooksOptions extends CommonOptions, PageOptions {
  readonly add?: string;
  readonly channel?: string;
  readonly type?: readonly ActivityType[];
  readonly resume?: string;
  readonly remove?: string;
}

export function addWebhooks(root: Command, cli: Cli): void {
  changing(
    paged(
      root
        .command('webhooks')
        .description('addresses that your activity is sent to')
        .option('--add <url>', 'send it there from now on, signed with the secret that is printed')
        .option('--channel <channel>', 'only changes that the readers of this channel see')
        .option('--type <type>', 'only changes of this type, such as post; may be repeated', several)
        .option('--resume <webhook>', 'deliver again, at once')
        .option('--remove <webhook>', 'remove one'),
    ),
  ).action(cli.on<WebhooksOptions>((context, options) => chosen(actions, options)(context, options)));
}

const actions: readonly Action<WebhooksOptions>[] = [
  { by: [], takes: pageOptions, run: list },
  { by: ['add'], takes: ['channel', 'type'], run: add },
  { by: ['resume'], run: resume },
  { by: ['remove'], run: remove },
];

const columns = {
  ID: ({ id }: Webhook) => id,
  URL: ({ url }: Webhook) => url,
  STATE: ({ state }: Webhook) => state,
  DELIVERED: ({ deliveredAt }: Webhook) => deliveredAt && moment(deliveredAt),
  PROBLEM: ({ problem }: Webhook) => problem,
};

async function list({ workspace, output }: Context, page: WebhooksOptions): Promise<void> {
  const found = await pageOf(workspace.webhooks.list, 'webhooks', {}, page);
  output.list(found, found.webhooks, columns, 'webhooks');
}

async function add({ workspace, output }: Context, { add: url, channel, type }: WebhooksOptions): Promise<void> {
  const answered = await workspace.webhooks.add({
    url: url!,
    ...(channel !== undefined && { channelId: channel }),
    ...(type && { types: [...type] }),
  });
  const { webhook, secret } = answered;
  output.answer(answered, () => [
    `${webhook.id} sends to ${webhook.url} from now on.`,
    `It signs with this secret, which is shown this once: ${secret}`,
  ]);
}

async function resume({ workspace, output }: Context, { resume: webhookId }: WebhooksOptions): Promise<void> {
  const answered = await workspace.webhooks.resume({ webhookId: webhookId! });
  output.answer(answered, () => [`${webhookId!} delivers again.`]);
}

async function remove({ workspace, output }: Context, { remove: webhookId }: WebhooksOptions): Promise<void> {
  const answered = await workspace.webhooks.remove({ webhookId: webhookId! });
  output.answer(answered, () => [`${webhookId!} is removed.`]);
}
