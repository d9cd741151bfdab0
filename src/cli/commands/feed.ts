import type { Command } from 'commander';
import type { DiscussionRoot, SubjectType } from '../../../schemas/discussions.ts';
import type { FeedItem } from '../../../schemas/feed.ts';
import type { Comment } from '../../../schemas/posts.ts';
import { type Action, chosen } from '../actions.ts';
import type { Cli, CommonOptions, Context } from '../cli.ts';
import { misuse } from '../failure.ts';
import { signed } from '../signed.ts';
import { onWorkspace, paged, type PageOptions, pageOptions } from '../options.ts';
import { type Line, moment, prose, styled } from '../terminal/output.ts';
import { pageOf } from '../paging.ts';

interface FeedOptions extends CommonOptions, PageOptions {
  readonly channel: string;
  readonly discussion?: string;
}

export function addFeed(root: Command, cli: Cli): void {
  onWorkspace(
    paged(
      root
        .command('feed')
        .description('show the feed of a channel, newest first')
        .requiredOption('--channel <channel>', 'the channel')
        .option('--discussion <id>', 'show the discussion of one post, document, file or session, oldest first'),
    ),
  ).action(cli.on<FeedOptions>((context, options) => chosen(actions, options)(context, options)));
}

const actions: readonly Action<FeedOptions>[] = [
  { by: ['channel'], takes: pageOptions, run: feed },
  { by: ['channel', 'discussion'], takes: pageOptions, run: discussion },
];

const columns = {
  AT: ({ at }: FeedItem) => moment(at),
  WHO: ({ actor, via }: FeedItem) => signed(actor, via),
  WHAT: ({ type }: FeedItem) => type,
  ID: (item: FeedItem) => rootOf(item).id,
  REPLIES: (item: FeedItem) => rootOf(item).replyCount,
  TEXT: (item: FeedItem) => textOn(rootOf(item)),
};

async function feed({ workspace, output }: Context, { channel, ...page }: FeedOptions): Promise<void> {
  const found = await pageOf(workspace.feed.list, 'items', { channelId: channel }, page);
  output.list(found, found.items, columns, 'items in this feed');
}

function rootOf(item: FeedItem): DiscussionRoot {
  switch (item.type) {
    case 'post':
      return { type: item.type, ...item.post };
    case 'artifact':
      return { type: item.type, ...item.artifact };
    case 'file':
      return { type: item.type, ...item.file };
    case 'session':
      return { type: item.type, ...item.session };
  }
}

function textOn(root: DiscussionRoot): string {
  switch (root.type) {
    case 'post':
      return root.body;
    case 'artifact':
      return `${root.title} (version ${root.versionNumber})`;
    case 'file':
      return root.fileName;
    case 'session':
    case 'record':
      return root.title;
  }
}

async function discussion({ workspace, output }: Context, { channel, discussion: id, ...page }: FeedOptions) {
  const input = { channelId: channel, subjectType: typeOf(id!), subjectId: id! };
  const first = await workspace.discussions.get({ ...input, limit: page.limit, cursor: page.cursor });
  const found = page.all
    ? await pageOf<typeof input, 'comments', Comment>(workspace.discussions.get, 'comments', input, page)
    : first;
  const { root, reactions } = first;
  output.answer({ root, reactions, ...found }, () => [
    ...said(root.type === 'post' ? by(root) : `${root.type} ${root.id}`, textOn(root)),
    ...(found.comments.length > 0 ? [] : ['There are no replies.']),
    ...found.comments.flatMap((comment) => said(by(comment), comment.body)),
  ]);
  output.more(found, ' (or --all)');
}

const types: Record<string, SubjectType> = {
  post: 'post',
  art: 'artifact',
  file: 'file',
  ses: 'session',
  rec: 'record',
};

function typeOf(id: string): SubjectType {
  const prefix = id.split('_')[0]!;
  if (Object.hasOwn(types, prefix)) return types[prefix]!;
  throw misuse('--discussion takes the ID of what is discussed: post_…, art_…, file_…, ses_… or rec_….');
}

const by = ({ author, via, createdAt }: Comment) => `${signed(author, via)}, ${moment(createdAt)}`;

const said = (heading: string, text: string): Line[] => [styled('bold', heading), prose(text), ''];
