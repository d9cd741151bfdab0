import type { Command } from 'commander';
import type { Cli, CommonOptions } from '../../cli.ts';
import { onWorkspace } from '../../options.ts';
import { sizeOf } from '../../terminal/output.ts';

export function addWhoami(root: Command, cli: Cli): void {
  onWorkspace(root.command('whoami').description('who you are, and what you may do')).action(
    cli.on<CommonOptions>(async ({ workspace, output }) => {
      const me = await workspace.me.get({});
      output.answer(me, () => [
        `${me.name} of ${me.organization.name} (${me.userId})`,
        `scopes: ${me.scopes.join(' ')}`,
        `uploads: at most ${sizeOf(me.maxUploadBytes)} each`,
      ]);
    }),
  );
}
