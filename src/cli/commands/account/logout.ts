import type { Command } from 'commander';
import { optionOf } from '../../../settings/options.ts';
import type { Cli } from '../../cli.ts';
import { loginOf, loginsOf, type Settings } from '../../connection.ts';
import type { Output } from '../../terminal/output.ts';
import { revoke } from '../../sign-in/revocation.ts';

interface LogoutOptions {
  readonly url?: string;
  readonly json?: true;
}

export function addLogout(root: Command, cli: Cli): void {
  root
    .command('logout')
    .description('sign out at a gateway: its tokens end, and are forgotten here')
    .option(...optionOf('url', { help: 'address of the gateway' }))
    .option('--json', 'print JSON')
    .action(cli.local<LogoutOptions>((output, { url }) => logout(output, cli.settingsOf({ url }))));
}

async function logout(output: Output, settings: Settings): Promise<void> {
  const logins = loginsOf(settings);
  const { url, issuer } = await loginOf(logins, settings.url);
  const revoked = await logins.alone(url, async () => {
    const tokens = await logins.tokens(url);
    await logins.forget(url);
    return revoke(issuer, tokens);
  });
  output.answer({ url, revoked }, () => [
    revoked
      ? `You are signed out at ${url}.`
      : `You are signed out here. ${url} could not be told, so what it has given out ends by itself.`,
  ]);
}
