import type { Command } from 'commander';
import type { Cli, CommonOptions, Context } from '../../cli.ts';
import { misuse } from '../../failure.ts';
import { changeRefused } from '../../guard.ts';
import { textOfFile } from '../../local-files.ts';
import { onWorkspace } from '../../options.ts';
import { askSecretly } from '../../terminal/secret.ts';

export function addPassword(root: Command, cli: Cli): void {
  onWorkspace(
    root
      .command('password')
      .description('change your password: asks for it, or reads the present and the new one as two lines of stdin'),
  )
    .option('--allow-write', 'say that the workspace may be changed')
    .action(cli.on<CommonOptions>(change));
}

async function change({ workspace, output, signal }: Context, { allowWrite }: CommonOptions): Promise<void> {
  if (!allowWrite) throw changeRefused();
  const passwords = process.stdin.isTTY ? await asked(signal) : await piped();
  const answered = await workspace.me.setPassword(passwords);
  output.answer(answered, () => [
    'Your password is changed. All your sign-ins and tokens have ended. Sign in again with "workspace login".',
  ]);
}

async function asked(signal: AbortSignal) {
  const questions = ['Present password:', 'New password:', 'New password again:'];
  const [currentPassword = '', password = '', again] = await askSecretly(questions, signal);
  if (again !== password) throw misuse('The two new passwords differ. Run the command again.');
  return { currentPassword, password };
}

async function piped() {
  const [currentPassword = '', password = '', ...others] = (await textOfFile('-')).split(/\r?\n/);
  if (currentPassword === '' || password === '' || others.some((line) => line !== ''))
    throw misuse('Give two lines on stdin: the present password and the new one.');
  return { currentPassword, password };
}
