import type { Command } from 'commander';
import type { SearchResult, SearchType } from '../../../schemas/search.ts';
import type { z } from 'zod';
import type { Cli, CommonOptions, Context } from '../cli.ts';
import { onWorkspace, paged, type PageOptions, several } from '../options.ts';
import { moment } from '../terminal/output.ts';
import { pageOf } from '../paging.ts';

interface SearchOptions extends CommonOptions, PageOptions {
  readonly channel?: string;
  readonly type?: readonly SearchType[];
}

export function addSearch(root: Command, cli: Cli): void {
  onWorkspace(
    paged(
      root
        .command('search')
        .description('search documents, sheets, files, records, posts and your sessions')
        .argument('[words...]', 'any may match; without them, what is newest')
        .option('--channel <channel>', 'only what belongs to this channel')
        .option('--type <type>', 'artifact, file, session, record or post; may be repeated', several),
    ),
  ).action(cli.on<SearchOptions>(search));
}

type Result = z.infer<typeof SearchResult>;

const columns = {
  TYPE: ({ type }: Result) => type,
  ID: ({ id }: Result) => id,
  TITLE: ({ title }: Result) => title,
  CHANGED: ({ at }: Result) => moment(at),
  PASSAGE: ({ snippet }: Result) => snippet,
};

async function search({ workspace, output, args }: Context, { channel, type, ...page }: SearchOptions): Promise<void> {
  const q = args.join(' ') || undefined;
  const types = type && [...type];
  const found = await pageOf(workspace.search.run, 'results', { q, channelId: channel, types }, page);
  output.list(found, found.results, columns, 'results');
}
