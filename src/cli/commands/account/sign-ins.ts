import type { Command } from 'commander';
import type { SignIn } from '../../../../schemas/me.ts';
import { type Action, chosen } from '../../actions.ts';
import type { Cli, CommonOptions, Context } from '../../cli.ts';
import { changing, paged, type PageOptions, pageOptions } from '../../options.ts';
import { pageOf } from '../../paging.ts';
import { moment } from '../../terminal/output.ts';

interface SignInsOptions extends CommonOptions, PageOptions {
  readonly end?: string;
  readonly endAll?: true;
}

export function addSignIns(root: Command, cli: Cli): void {
  changing(
    paged(
      root
        .command('sign-ins')
        .description('where you are signed in: browsers, applications and named tokens')
        .option('--end <id>', 'end one of them, with its tokens')
        .option('--end-all', 'end all of them, and every token that was issued for you'),
    ),
  ).action(cli.on<SignInsOptions>((context, options) => chosen(actions, options)(context, options)));
}

const actions: readonly Action<SignInsOptions>[] = [
  { by: [], takes: pageOptions, run: list },
  { by: ['end'], run: end },
  { by: ['endAll'], run: endAll },
];

const columns = {
  ID: ({ id }: SignIn) => id,
  WHERE: ({ client, name }: SignIn) => client?.name ?? (name === undefined ? 'a browser' : `the token ${name}`),
  SCOPES: ({ scopes }: SignIn) => scopes?.map((scope) => scope.replace('workspace.', '')).join(' '),
  SINCE: ({ since }: SignIn) => moment(since),
  UNTIL: ({ expiresAt }: SignIn) => moment(expiresAt),
};

async function list({ workspace, output }: Context, page: SignInsOptions): Promise<void> {
  const found = await pageOf(workspace.signIns.list, 'signIns', {}, page);
  output.list(found, found.signIns, columns, 'sign-ins');
}

async function end({ workspace, output }: Context, { end: signInId }: SignInsOptions): Promise<void> {
  const answered = await workspace.signIns.end({ signInId: signInId! });
  output.answer(answered, () => [`${signInId!} has ended.`]);
}

async function endAll({ workspace, output }: Context): Promise<void> {
  const answered = await workspace.me.signOut({});
  output.answer(answered, () => ['All your sign-ins and tokens have ended. Sign in again with "workspace login".']);
}
