import type { Command } from 'commander';
import type { Channel, Member } from '../../../schemas/channels.ts';
import type { DataSet } from '../../../schemas/data-sets.ts';
import { type Action, chosen } from '../actions.ts';
import type { Cli, CommonOptions, Context } from '../cli.ts';
import { changing, paged, type PageOptions, pageOptions } from '../options.ts';
import { type Line, moment, prose, styled, tableOf } from '../terminal/output.ts';
import { pageOf } from '../paging.ts';

interface ChannelsOptions extends CommonOptions, PageOptions {
  readonly channel?: string;
  readonly members?: true;
  readonly addMember?: string;
  readonly role?: Member['role'];
  readonly removeMember?: string;
  readonly create?: string;
  readonly rename?: string;
  readonly description?: string;
  readonly visibility?: Channel['visibility'];
  readonly idempotencyKey?: string;
}

export function addChannels(root: Command, cli: Cli): void {
  changing(
    paged(
      root
        .command('channels')
        .description('list, inspect, make and change channels, and say who is in them')
        .option('--channel <channel>', 'one channel, by ID, slug or name: shows its Data Sets and their fields')
        .option('--members', 'list its members')
        .option('--add-member <user>', 'make a user, by ID, e-mail or name, a member, or change the role of one')
        .option('--role <role>', 'manager, writer or reader')
        .option('--remove-member <user>', 'take a user out of it')
        .option('--create <name>', 'make a channel')
        .option('--rename <name>', 'give it another name; its slug stays')
        .option('--description <text>', 'its purpose')
        .option('--visibility <who>', 'organization (default) or private'),
    ),
  ).action(cli.on<ChannelsOptions>((context, options) => chosen(actions, options)(context, options)));
}

const actions: readonly Action<ChannelsOptions>[] = [
  { by: [], takes: pageOptions, run: list },
  { by: ['channel'], run: inspect },
  { by: ['channel', 'members'], takes: pageOptions, run: members },
  { by: ['channel', 'addMember'], needs: ['role'], run: addMember },
  { by: ['channel', 'removeMember'], run: removeMember },
  { by: ['channel', 'rename'], takes: ['description', 'visibility'], run: update },
  { by: ['channel', 'description'], takes: ['rename', 'visibility'], run: update },
  { by: ['channel', 'visibility'], takes: ['rename', 'description'], run: update },
  { by: ['create'], takes: ['description', 'visibility'], run: create },
];

const columns = {
  ID: ({ id }: Channel) => id,
  SLUG: ({ slug }: Channel) => slug,
  NAME: ({ name }: Channel) => name,
  VISIBILITY: ({ visibility }: Channel) => visibility,
  ROLE: ({ role }: Channel) => role,
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
  output.list(found, found.members, memberColumns, 'members');
}

const memberColumns = {
  ID: ({ userId }: Member) => userId,
  NAME: ({ name }: Member) => name,
  EMAIL: ({ email }: Member) => email,
  ROLE: ({ role }: Member) => role,
};

async function addMember({ workspace, output }: Context, { channel, addMember: user, role }: ChannelsOptions) {
  const answered = await workspace.members.put({ channelId: channel!, userId: user!, role: role! });
  output.answer(answered, () => tableOf([answered.member], memberColumns));
}

async function removeMember({ workspace, output }: Context, { channel, removeMember: user }: ChannelsOptions) {
  const answered = await workspace.members.remove({ channelId: channel!, userId: user! });
  output.answer(answered, () => [`${user!} is not a member of it now.`]);
}

async function create({ workspace, output }: Context, options: ChannelsOptions): Promise<void> {
  const { create: name, description, visibility, idempotencyKey } = options;
  const answered = await workspace.channels.create({ name: name!, description, visibility, idempotencyKey });
  output.answer(answered, () => tableOf([answered.channel], columns));
}

async function update({ workspace, output }: Context, options: ChannelsOptions): Promise<void> {
  const { channel: channelId, rename: name, description, visibility, idempotencyKey } = options;
  const answered = await workspace.channels.update({
    channelId: channelId!,
    name,
    description,
    visibility,
    idempotencyKey,
  });
  output.answer(answered, () => tableOf([answered.channel], columns));
}
