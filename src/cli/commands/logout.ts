import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { loginOf, loginsOf, type Settings } from '../connection.ts';
import type { Output } from '../output.ts';

interface LogoutOptions {
  readonly url?: string;
  readonly json?: true;
}

export function addLogout(root: Command, cli: Cli): void {
  root
    .command('logout')
    .description('sign out at a gateway: its tokens end, and are forgotten here')
    .option('--url <url>', 'address of the gateway (WORKSPACE_URL; default: where you signed in last)')
    .option('--json', 'print JSON')
    .action(cli.local<LogoutOptions>((output, { url }) => logout(output, cli.settingsOf({ url }))));
}

async function logout(output: Output, settings: Settings): Promise<void> {
  const logins = loginsOf(settings);
  const { url, issuer } = await loginOf(logins, settings.url);
  const revoked = await logins.alone(url, async () => {
    const tokens = await logins.tokens(url);
    await logins.forget(url);
    return revoke(issuer, tokens?.refreshToken);
  });
  output.answer({ url, revoked }, () => [
    revoked
      ? `You are signed out at ${url}.`
      : `You are signed out here. ${url} could not be told, so what it has given out ends by itself.`,
  ]);
}

/** With the refresh token ends all that was got with it. */
async function revoke(issuer: string, refreshToken: string | undefined): Promise<boolean> {
  if (refreshToken === undefined) return false;
  const [{ tokenRevocation }, { serverAt }] = await Promise.all([
    import('openid-client'),
    import('../sign-in/authorization-server.ts'),
  ]);
  try {
    await tokenRevocation(await serverAt(issuer), refreshToken, { token_type_hint: 'refresh_token' });
    return true;
  } catch {
    return false;
  }
}
