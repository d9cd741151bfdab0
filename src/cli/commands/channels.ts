import type { Command } from 'commander';
import type { Channel } from '../../../schemas/channels.ts';
import type { DataSet } from '../../../schemas/data-sets.ts';
import { type Action, chosen } from '../actions.ts';
import type { Cli, CommonOptions, Context } from '../cli.ts';
import { changing, paged, type PageOptions, pageOptions } from '../options.ts';
import { type Line, moment, prose, styled, tableOf } from '../output.ts';
import { pageOf } from '../paging.ts';

interface ChannelsOptions extends CommonOptions, PageOptions {
  readonly channel?: string;
  readonly members?: true;
  readonly create?: string;
  readonly description?: string;
  readonly visibility?: Channel['visibility'];
  readonly idempotencyKey?: string;
}

export function addChannels(root: Command, cli: Cli): void {
  changing(
    paged(
      root
        .command('channels')
        .description('list, inspect and make channels')
        .option('--channel <channel>', 'one channel, by ID or slug: shows its Data Sets and their fields')
        .option('--members', 'list its members')
        .option('--create <name>', 'make a channel')
        .option('--description <text>', 'what it is for')
        .option('--visibility <who>', 'organization (default) or private'),
    ),
  ).action(cli.on<ChannelsOptions>((context, options) => chosen(actions, options)(context, options)));
}

const actions: readonly Action<ChannelsOptions>[] = [
  { by: [], takes: pageOptions, run: list },
  { by: ['channel'], run: inspect },
  { by: ['channel', 'members'], takes: pageOptions, run: members },
  { by: ['create'], takes: ['description', 'visibility'], run: create },
];

const columns = {
  ID: ({ id }: Channel) => id,
  SLUG: ({ slug }: Channel) => slug,
  NAME: ({ name }: Channel) => name,
  VISIBILITY: ({ visibility }: Channel) => visibility,
  'YOUR ROLE': ({ role }: Channel) => role,
  UPDATED: ({ updatedAt }: Channel) => moment(updatedAt),
};

async function list({ workspace, output }: Context, page: ChannelsOptions): Promise<void> {
  const found = await pageOf(workspace.channels.list, 'channels', {}, page);
  output.list(found, found.channels, columns, 'channels');
}

async function inspect({ workspace, output }: Context, { channel: channelId }: ChannelsOptions): Promise<void> {
  const answered = await workspace.channels.get({ channelId: channelId! });
  const { channel } = answered;
  output.answer(answered, () => [
    ...tableOf([channel], columns),
    ...(channel.description === '' ? [] : ['', prose(channel.description)]),
    ...channel.dataSets.flatMap(described),
  ]);
}

function described({ name, objectType, objectTypeId, fields }: DataSet): Line[] {
  const columns = {
    FIELD: ({ key }: (typeof fields)[number]) => key,
    LABEL: ({ label }: (typeof fields)[number]) => label,
    TYPE: ({ type }: (typeof fields)[number]) => type,
  };
  const title = `${name} (${objectType}, ${objectTypeId})`;
  return ['', styled('underline', title), ...tableOf(fields, columns)];
}

async function members({ workspace, output }: Context, { channel, ...page }: ChannelsOptions): Promise<void> {
  const found = await pageOf(workspace.members.list, 'members', { channelId: channel! }, page);
  const columns = {
    ID: ({ userId }: (typeof found.members)[number]) => userId,
    NAME: ({ name }: (typeof found.members)[number]) => name,
    EMAIL: ({ email }: (typeof found.members)[number]) => email,
    ROLE: ({ role }: (typeof found.members)[number]) => role,
  };
  output.list(found, found.members, columns, 'members');
}

async function create({ workspace, output }: Context, options: ChannelsOptions): Promise<void> {
  const { create: name, description, visibility, idempotencyKey } = options;
  const answered = await workspace.channels.create({ name: name!, description, visibility, idempotencyKey });
  output.answer(answered, () => tableOf([answered.channel], columns));
}
