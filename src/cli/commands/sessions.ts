import type { Command } from 'commander';
import type { Session } from '../../../schemas/sessions.ts';
import { type Action, chosen } from '../actions.ts';
import type { Cli, CommonOptions, Context } from '../cli.ts';
import { changing, paged, type PageOptions, pageOptions } from '../options.ts';
import { linesOfMarkdown } from '../terminal/markdown.ts';
import { moment, prose, styled } from '../terminal/output.ts';
import { pageOf } from '../paging.ts';

interface SessionsOptions extends CommonOptions, PageOptions {
  readonly q?: string;
  readonly channel?: string;
  readonly session?: string;
  readonly attach?: true;
  readonly detach?: true;
  readonly idempotencyKey?: string;
}

export function addSessions(root: Command, cli: Cli): void {
  changing(
    paged(
      root
        .command('sessions')
        .description('list, read, attach and detach conversations')
        .option('--q <text>', 'list those with these words in their title')
        .option('--channel <channel>', 'list those shared with this channel, or share with it')
        .option('--session <id>', 'one session: prints its messages, unless more is asked')
        .option('--attach', "share it with a channel's readers")
        .option('--detach', 'end that; the session stays'),
    ),
  ).action(cli.on<SessionsOptions>((context, options) => chosen(actions, options)(context, options)));
}

const actions: readonly Action<SessionsOptions>[] = [
  { by: [], takes: ['q', 'channel', ...pageOptions], run: list },
  { by: ['session'], takes: pageOptions, run: messages },
  { by: ['session', 'attach'], needs: ['channel'], run: attach },
  { by: ['session', 'detach'], needs: ['channel'], run: detach },
  { by: ['attach'], needs: ['session', 'channel'], run: attach },
  { by: ['detach'], needs: ['session', 'channel'], run: detach },
];

const columns = {
  ID: ({ id }: Session) => id,
  TITLE: ({ title }: Session) => title,
  OWNER: ({ owner }: Session) => owner.name,
  ACCESS: ({ access }: Session) => access,
  MESSAGES: ({ messageCount }: Session) => messageCount,
  CREATED: ({ createdAt }: Session) => moment(createdAt),
};

async function list({ workspace, output }: Context, { q, channel, ...page }: SessionsOptions): Promise<void> {
  const found = await pageOf(workspace.sessions.list, 'sessions', { q, channelId: channel }, page);
  output.list(found, found.sessions, columns, 'such sessions');
}

async function messages({ workspace, output }: Context, { session, ...page }: SessionsOptions): Promise<void> {
  const found = await pageOf(workspace.sessions.messages, 'messages', { sessionId: session! }, page);
  output.answer(found, () =>
    found.messages.flatMap(({ role, body, createdAt }) => [
      styled('bold', `${role}, ${moment(createdAt)}`),
      ...(role === 'assistant' ? linesOfMarkdown(body) : [prose(body)]),
      '',
    ]),
  );
}

async function attach({ workspace, output }: Context, options: SessionsOptions): Promise<void> {
  const answered = await workspace.sessions.link(linkOf(options));
  output.answer(answered, () => [answered.attached ? 'Attached.' : 'It was attached already.']);
}

async function detach({ workspace, output }: Context, options: SessionsOptions): Promise<void> {
  const answered = await workspace.sessions.unlink(linkOf(options));
  output.answer(answered, () => [answered.detached ? 'Detached.' : 'It was not attached.']);
}

const linkOf = ({ session, channel, idempotencyKey }: SessionsOptions) => ({
  sessionId: session!,
  channelId: channel!,
  idempotencyKey,
});
