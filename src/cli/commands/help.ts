import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { misuse, statuses } from '../failure.ts';
import { print, prose } from '../terminal/output.ts';

const topics: Record<string, string> = {
  'exit-status': `0  done
${Object.entries(statuses)
  .map(([status, meaning]) => `${status}  ${meaning}`)
  .join('\n')}
129, 130 and 143 mean that the command was interrupted.
serve, open, mcp on a data folder, token and admin exit with 0, 1 or 2 only. 2 is a command line that cannot be read.
1 is any other failure, and a finding of admin check or admin sources sync.`,

  json: `--json prints one JSON value on stdout: what the operation answers, with the names that /docs of a gateway
describes. A list has its items under its own name, and nextCursor while more remain; --all leaves no cursor.
A failure is one line on stderr: {"error": {"code", "detail", "retryable", …}}, with the codes of HTTP's problems.
Two commands add to it: a download answers {"file", "path"}, login {"url", "name", "organization", "kept"}.`,

  connection: `A command works on a gateway (--url, WORKSPACE_URL) or on a data folder of this machine (--data, WORKSPACE_DATA), in
that order; without any of them, on the gateway where you signed in last.
At a gateway you are who signed in (workspace login), or whom the access token in WORKSPACE_TOKEN speaks for.
To a gateway on another machine they are sent by https alone.
Tokens are kept in the system's keychain, or where there is none (or WORKSPACE_KEYCHAIN=false) in a file that only you can read.
On a data folder you are its local user.
Whatever changes something needs --allow-write. Without it a data folder is opened for reading alone.`,
};

export function addHelp(root: Command, cli: Cli): void {
  root
    .helpCommand(false)
    .command('help')
    .description(`help with a command, or on: ${Object.keys(topics).join(', ')}`)
    .argument('[topic...]')
    .action(cli.local(async (_output, _options, names) => help(root, names)));
}

function help(root: Command, names: readonly string[]): void {
  const topic = names.join(' ');
  if (Object.hasOwn(topics, topic)) return print([prose(topics[topic]!)]);
  let command = root;
  for (const name of names) {
    const next = command.commands.find((one) => one.name() === name);
    if (!next)
      throw misuse(`There is no help on ${names.join(' ')}; \`workspace help\` lists the commands and topics.`);
    command = next;
  }
  command.outputHelp();
}
