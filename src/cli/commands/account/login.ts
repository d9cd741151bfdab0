import type { Command } from 'commander';
import { WorkspaceClient } from '../../../sdk/index.ts';
import { optionOf } from '../../../settings/options.ts';
import type { Cli } from '../../cli.ts';
import { loginsOf, type Settings } from '../../connection.ts';
import { type Output, tell } from '../../terminal/output.ts';
import { revoke } from '../../sign-in/revocation.ts';

/** The gateway's default address. */
const usualUrl = 'http://127.0.0.1:8787';

interface LoginOptions {
  readonly url?: string;
  readonly json?: true;
  readonly browser: boolean;
}

export function addLogin(root: Command, cli: Cli): void {
  root
    .command('login')
    .description('sign in at a gateway')
    .option(
      ...optionOf('url', {
        help: 'address of the gateway',
        defaultText: 'where you signed in last, else this machine',
      }),
    )
    .option('--no-browser', 'open none here: prints the address, and takes the answer on stdin')
    .option('--json', 'print JSON')
    .action(cli.local<LoginOptions>((output, options) => login(output, cli.settingsOf({ url: options.url }), options)));
}

async function login(output: Output, settings: Settings, { browser }: LoginOptions): Promise<void> {
  const logins = loginsOf(settings);
  const url = settings.url ?? (await logins.last())?.url ?? usualUrl;
  const { authorize } = await import('../../sign-in/authorize.ts');
  const { issuer, tokens } = await authorize({ url, browser });
  const client = new WorkspaceClient({ baseUrl: url, token: tokens.accessToken, interface: 'cli' });
  const { name, organization } = await client.me.get({});
  const signedIn = { url, issuer, userName: name, signedInAt: new Date().toISOString() };
  const kept = await logins.alone(url, async () => {
    const earlier = await logins.find(url);
    const earlierTokens = await logins.tokens(url).catch(() => undefined);
    const place = await logins.keep(signedIn, tokens);
    if (earlier && !(await revoke(earlier.issuer, earlierTokens)))
      tell(`${url} could not be told that the sign-in before this one is over; it ends by itself.`);
    return place;
  });
  output.answer({ url, name, organization, kept }, () => [
    `You are signed in at ${url} as ${name} of ${organization.name}.`,
  ]);
}
