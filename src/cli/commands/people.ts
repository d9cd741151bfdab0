import type { Command } from 'commander';
import type { Colleague } from '../../../schemas/people.ts';
import type { Cli, CommonOptions, Context } from '../cli.ts';
import { onWorkspace, paged, type PageOptions } from '../options.ts';
import { pageOf } from '../paging.ts';

export function addPeople(root: Command, cli: Cli): void {
  onWorkspace(
    paged(
      root
        .command('people')
        .description('list the people of the organisation, with the IDs that mentions and members take')
        .argument('[words...]', 'only people whose name or address holds all of them'),
    ),
  ).action(cli.on<CommonOptions & PageOptions>(list));
}

const columns = {
  ID: ({ id }: Colleague) => id,
  NAME: ({ name }: Colleague) => name,
  EMAIL: ({ email }: Colleague) => email,
  ROLE: ({ role }: Colleague) => role,
};

async function list({ workspace, output, args }: Context, page: CommonOptions & PageOptions): Promise<void> {
  const q = args.join(' ') || undefined;
  const found = await pageOf(workspace.people.list, 'people', { q }, page);
  output.list(found, found.people, columns, 'people by these words');
}
