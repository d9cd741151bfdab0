import type { Command } from 'commander';
import type { FeedItem } from '../../../schemas/feed.ts';
import type { Cli, CommonOptions, Context } from '../cli.ts';
import { onWorkspace, paged, type PageOptions } from '../options.ts';
import { moment } from '../output.ts';
import { pageOf } from '../paging.ts';

interface FeedOptions extends CommonOptions, PageOptions {
  readonly channel: string;
}

export function addFeed(root: Command, cli: Cli): void {
  onWorkspace(
    paged(
      root
        .command('feed')
        .description('what happened in a channel, newest first')
        .requiredOption('--channel <channel>', 'the channel'),
    ),
  ).action(cli.on<FeedOptions>(feed));
}

const columns = {
  AT: ({ at }: FeedItem) => moment(at),
  WHO: ({ actor }: FeedItem) => actor.name,
  WHAT: ({ type }: FeedItem) => type,
  ID: (item: FeedItem) => subjectOf(item).id,
  TEXT: (item: FeedItem) => subjectOf(item).text,
};

async function feed({ workspace, output }: Context, { channel, ...page }: FeedOptions): Promise<void> {
  const found = await pageOf(workspace.feed.list, 'items', { channelId: channel }, page);
  output.list(found, found.items, columns, 'items in this feed');
}

function subjectOf(item: FeedItem): { id: string; text: string } {
  switch (item.type) {
    case 'post':
      return { id: item.post.id, text: item.post.body };
    case 'artifact':
      return { id: item.artifact.id, text: `${item.artifact.title} (version ${item.artifact.versionNumber})` };
    case 'file':
      return { id: item.file.id, text: item.file.fileName };
    case 'session':
      return { id: item.session.id, text: item.session.title };
  }
}
