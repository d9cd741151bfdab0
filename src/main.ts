import { Command } from 'commander';
import packageJson from '../package.json' with { type: 'json' };
import { WorkspaceError } from '../schemas/errors.ts';
import { ConfigError, type Flags, readConfig } from './config.ts';
import type { AdminCheckOptions } from './commands/admin-check.ts';
import type { AddSourceOptions, ListSourcesOptions, SyncSourcesOptions } from './commands/admin-sources.ts';
import type { McpOptions } from './commands/mcp.ts';
import type { ServeOptions } from './commands/serve.ts';
import type { TokenOptions } from './commands/token.ts';

/** The executable: reads the command line and starts one command. Each command is loaded only when it runs. */
export async function main(argv: readonly string[]): Promise<void> {
  try {
    await program().parseAsync([...argv]);
  } catch (error) {
    process.stderr.write(`${explained(error)}\n`);
    process.exitCode = 1;
  }
}

/** What a user can mend is a sentence; anything else keeps its stack for a report. */
function explained(error: unknown): string {
  if (error instanceof ConfigError || error instanceof WorkspaceError) return error.message;
  if (isListenError(error)) return `Cannot listen there (${error.message}); choose another with --host and --port.`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function isListenError(error: unknown): error is Error {
  return (
    error instanceof Error && 'syscall' in error && (error.syscall === 'listen' || error.syscall === 'getaddrinfo')
  );
}

function program(): Command {
  const root = new Command('workspace')
    .description('A workspace that AI agents and people share: documents, sheets, files and conversations in channels.')
    .version(packageJson.version)
    .showHelpAfterError();
  const data = ['--data <folder>', 'data folder (WORKSPACE_DATA; default: the platform’s data folder)'] as const;
  const logLevel = ['--log-level <level>', 'trace to silent (WORKSPACE_LOG_LEVEL; default: info)'] as const;
  const publicUrl = ['--public-url <url>', 'address that users reach the gateway at (WORKSPACE_PUBLIC_URL)'] as const;
  const querySeconds = [
    '--query-seconds <seconds>',
    'how long one query may run (WORKSPACE_QUERY_SECONDS; default: 20)',
  ] as const;

  root
    .command('serve')
    .description('run the gateway')
    .option(...data)
    .option('--host <host>', 'address to listen on (WORKSPACE_HOST; default: 127.0.0.1)')
    .option('--port <port>', 'port to listen on, 0 for a free one (WORKSPACE_PORT; default: 8787)')
    .option(...publicUrl)
    .option('--allowed-origins <origins>', 'other sites whose pages may call it (WORKSPACE_ALLOWED_ORIGINS)')
    .option('--trust-proxy <networks>', 'proxies that say whom a request comes from (WORKSPACE_TRUST_PROXY)')
    .option('--rate-limit <requests>', 'a minute and user, 0 for none (WORKSPACE_RATE_LIMIT; default: 6000)')
    .option('--metrics <address>', 'PORT or HOST:PORT to serve Prometheus metrics at (WORKSPACE_METRICS; default: off)')
    .option(...querySeconds)
    .option(...logLevel)
    .option('--sample', 'fill an empty workspace with a sample to try things on', false)
    .action(async (options: Omit<ServeOptions, 'version'> & Flags) =>
      (await import('./commands/serve.ts')).serve(readConfig(options), { ...options, version: packageJson.version }),
    );

  root
    .command('mcp')
    .description('speak MCP over stdio, as the user of this machine')
    .option(...data)
    .option('--tools <groups>', 'further tools: feed, sessions, channels or all, separated by commas')
    .option('--read-only', 'leave out every tool that stores anything', false)
    .option('--sample', 'fill an empty workspace with a sample to try things on', false)
    .option(...publicUrl)
    .option(...querySeconds)
    .option(...logLevel)
    .action(async (options: Omit<McpOptions, 'version'> & Flags) =>
      (await import('./commands/mcp.ts')).mcp(readConfig(options), { ...options, version: packageJson.version }),
    );

  root
    .command('token')
    .description('print an access token for the gateways of a data folder')
    .option(...data)
    .option('--user <email>', 'whom it speaks for (default: the user of this machine)')
    .option('--scope <scopes>', 'separated by blanks (default: all)')
    .option('--expires <time>', 'lifetime such as 30m, 1h or 7d (default: 1h)')
    .option('--header', 'print it as an Authorization header, for curl --header @-', false)
    .action(async (options: TokenOptions & Flags) =>
      (await import('./commands/token.ts')).token(readConfig(options), options),
    );

  const json = ['--json', 'print JSON', false] as const;
  const admin = root.command('admin').description('work on a data folder, whether its gateway runs or not');
  admin
    .command('check')
    .description('verify database, blobs and links')
    .option(...data)
    .option(...json)
    .action(async (options: AdminCheckOptions & Flags) =>
      (await import('./commands/admin-check.ts')).adminCheck(readConfig(options), options),
    );

  const sources = admin.command('sources').description('Data Sets whose records come from a connected source');
  sources
    .command('add')
    .description('make a Data Set of a CSV file or of a table of a SQLite file, and keep it so')
    .requiredOption('--channel <channel>', 'ID or slug of the channel that the Data Set goes into')
    .requiredOption('--name <name>', 'name of the Data Set')
    .option('--csv <file>', 'CSV file, whose first row names the columns')
    .option('--sqlite <file>', 'SQLite file')
    .option('--table <table>', 'table or view of the SQLite file')
    .requiredOption('--key <column>', 'column whose values tell the rows apart, so that records keep their IDs')
    .option('--every <minutes>', 'how often to synchronise it (default: 60)')
    .option(...data)
    .option(...json)
    .action(async (options: AddSourceOptions & Flags) =>
      (await import('./commands/admin-sources.ts')).addConnectedSource(readConfig(options), options),
    );
  sources
    .command('sync')
    .description('synchronise all sources, or one')
    .option('--source <source>', 'its ID')
    .option('--due', 'only those whose turn has come, as a gateway does by itself', false)
    .option(...data)
    .option(...json)
    .action(async (options: SyncSourcesOptions & Flags) =>
      (await import('./commands/admin-sources.ts')).syncSources(readConfig(options), options),
    );
  sources
    .command('list')
    .description('list the sources, how they stand and what is wrong with them')
    .option(...data)
    .option(...json)
    .action(async (options: ListSourcesOptions & Flags) =>
      (await import('./commands/admin-sources.ts')).listOfSources(readConfig(options), options),
    );

  return root;
}
