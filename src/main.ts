import { type Command, CommanderError } from 'commander';
import packageJson from '../package.json' with { type: 'json' };
import { serverName } from '../schemas/hosts.ts';
import { WorkspaceError } from '../schemas/errors.ts';
import { readAgentName, readConfig, readConnection } from './config.ts';
import { addAdmin } from './commands/admin/admin.ts';
import type { McpConfigOptions } from './cli/hosts/mcp-config.ts';
import type { McpFlags } from './cli/hosts/mcp-flags.ts';
import type { McpOptions } from './commands/mcp.ts';
import { shown } from '../schemas/shown.ts';
import { toolGroups } from '../schemas/tool-groups.ts';
import type { OpenOptions } from './commands/open.ts';
import { commaList, config, data, scopeList } from './commands/options.ts';
import type { ServeOptions } from './commands/serve.ts';
import { StrictCommand } from './commands/strict-command.ts';
import type { TokenOptions } from './commands/token.ts';
import type { Flags } from './settings/given.ts';
import { addSettings } from './settings/options.ts';
import { variableOf } from './settings/table.ts';

/** The executable: reads the command line and starts one command. Each command is loaded only when it runs. */
export async function main(argv: readonly string[]): Promise<void> {
  const words = argv.slice(2, argv.includes('--') ? argv.indexOf('--') : undefined);
  const json = words.includes('--json');
  const root = program(json);
  try {
    process.stdout.on('error', isRunning(argv) ? goOn : leave);
    if (!isRunning(argv)) await addCommandLine(root);
    await root.parseAsync([...argv]);
  } catch (error) {
    await tellOf(error, json);
  }
}

/**
 * Prints an error and sets the exit status. The parser has already printed a misuse with help. With `--json`, a misuse
 * is printed like any other failure.
 */
async function tellOf(error: unknown, json: boolean): Promise<void> {
  if (!(error instanceof CommanderError)) {
    process.exitCode = 1;
    process.stderr.write(`${shown(explained(error))}\n`);
  } else if (error.exitCode !== 0) {
    process.exitCode = 2;
    if (!json) return;
    const { fail, misuse } = await import('./cli/failure.ts');
    fail(misuse(error.message.replace(/^error: /, '')), { json });
  }
}

/**
 * Commands that run the workspace. They start without loading the client commands, and exit with one status for every
 * failure.
 */
const running: ReadonlySet<string> = new Set(['serve', 'work', 'open', 'mcp', 'token', 'admin']);

const isRunning = ([, , command = '']: readonly string[]): boolean => running.has(command);

/** These commands do more than print, so a closed pipe does not end them. */
function goOn(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') leave(error);
}

/** The reader of the output may close it early, as `head` does. */
function leave(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`The output cannot be written: ${shown(error.message)}\n`);
  process.exit(1);
}

async function addCommandLine(root: Command): Promise<void> {
  const { addCommands } = await import('./cli/program.ts');
  addCommands(root, {
    readSettings: readConnection,
    openFolder: async (...asked) => (await import('./commands/folder.ts')).openFolder(...asked),
  });
}

/** Errors that a user can fix are a sentence. Other errors keep their stack for a report. */
function explained(error: unknown): string {
  if (error instanceof WorkspaceError) return error.message;
  if (isListenError(error)) return `Cannot listen there (${error.message}); choose another with --host and --port.`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function isListenError(error: unknown): error is Error {
  return (
    error instanceof Error && 'syscall' in error && (error.syscall === 'listen' || error.syscall === 'getaddrinfo')
  );
}

function program(json: boolean): Command {
  const root = new StrictCommand('workspace')
    .description('A workspace that AI agents and people share: documents, sheets, files and conversations in channels.')
    .version(packageJson.version)
    .configureOutput(json ? { writeErr() {} } : { outputError: refuse })
    .exitOverride();
  addServe(root);
  addWork(root);
  addOpen(root);
  addMcp(root);
  addToken(root);
  addAdmin(root, packageJson.version);
  return root;
}

/** Names the option or command that was meant, else where all are. */
function refuse(error: string, write: (text: string) => void): void {
  write(
    error.includes('(Did you mean')
      ? error
      : `${error}"workspace help" and "--help" of a command say what they take.\n`,
  );
}

function addServe(root: Command): void {
  addSettings(
    root.command('serve').description('run the gateway'),
    'folder',
    'file',
    'workspace',
    'database',
    'blobs',
    'listening',
    'gateway',
  )
    .option('--sample', 'fill an empty workspace with a sample to try things on', false)
    .action(async (options: Omit<ServeOptions, 'version'> & Flags) =>
      (await import('./commands/serve.ts')).serve(await readConfig(options), {
        ...options,
        version: packageJson.version,
      }),
    );
}

function addWork(root: Command): void {
  const command = root.command('work').description('do the background work of gateways that run with --no-work');
  addSettings(command, 'folder', 'file', 'workspace', 'database', 'blobs', 'listening').action(async (options: Flags) =>
    (await import('./commands/work.ts')).work(await readConfig(options)),
  );
}

function addOpen(root: Command): void {
  root
    .command('open')
    .description('open the app of the gateway that runs on a data folder, signed in as the user of this machine')
    .argument('[path]', 'where in the app, such as /channels/general')
    .option(...data)
    .option(...config)
    .option('--no-browser', 'only print the link, which signs in once and within a minute')
    .action(async (path: string | undefined, options: OpenOptions & Flags) => {
      const [{ open }, { showInBrowser }] = await Promise.all([
        import('./commands/open.ts'),
        import('./cli/terminal/browser.ts'),
      ]);
      await open(await readConfig(options), path, { ...options, showInBrowser });
    });
}

function addMcp(root: Command): void {
  const mcp = root
    .command('mcp')
    .description('speak MCP over stdio, as the user of this machine, or as who is signed in at a gateway')
    .option(...data)
    .option(...config)
    .option('--url <url>', 'work on the workspace of this gateway, not on a data folder')
    .option(...commaList('--tools <groups>', `further tools: ${toolGroups.join(', ')} or all, separated by commas`))
    .option('--read-only', 'leave out every tool that stores anything', false)
    .option('--sample', 'fill an empty workspace with a sample to try things on', false);
  addSettings(mcp, 'workspace', 'database', 'blobs', 'agent').action(
    async ({ url, ...options }: Omit<McpOptions, 'version'> & McpFlags) => {
      if (url !== undefined) return mcpAt(url, options);
      const { mcp } = await import('./commands/mcp.ts');
      const as = readAgentName(options);
      return mcp(await readConfig(options), { ...options, as, version: packageJson.version });
    },
  );
  addMcpConfig(mcp);
}

async function mcpAt(url: string, options: Omit<McpOptions, 'version'> & McpFlags): Promise<void> {
  const [{ fail }, { refuseStray }, { openRemote }, { mcpRemote }] = await Promise.all([
    import('./cli/failure.ts'),
    import('./cli/hosts/mcp-flags.ts'),
    import('./cli/remote.ts'),
    import('./commands/mcp-remote.ts'),
  ]);
  try {
    refuseStray({ url, ...options });
    const workspaceOf = await openRemote(readConnection({ url }));
    const as = readAgentName(options);
    await mcpRemote(workspaceOf, await readConfig(options), { ...options, as, version: packageJson.version });
  } catch (error) {
    fail(error, { json: false });
  }
}

function addMcpConfig(mcp: Command): void {
  mcp
    .command('config')
    .description('print the block by which an agent host starts it, or put it in its place')
    .requiredOption(
      '--host <host>',
      'claude-code, claude-desktop, cursor, vscode, codex, gemini, windsurf, zed or opencode',
    )
    .option('--name <name>', 'the name in the host', serverName)
    .option('--http', 'let the host call the gateway at --url itself, and sign you in')
    .option('--write', 'add it to the file that the host reads')
    .action(async (_options, command: Command) => {
      const [{ mcpConfig }, { toolGroupsOf }] = await Promise.all([
        import('./cli/hosts/mcp-config.ts'),
        import('./commands/stdio.ts'),
      ]);
      const options = command.optsWithGlobals<McpConfigOptions>();
      await mcpConfig(withVariables(options), async ({ url, ...flags }) => {
        toolGroupsOf(flags.tools);
        await readConfig(flags);
        readAgentName(flags);
        if (url !== undefined) readConnection({ url });
      });
    });
}

/** A host starts the command without this environment, so the block must name the folder and the configuration file. */
function withVariables(options: McpConfigOptions): McpConfigOptions {
  const { [variableOf('data')]: data, [variableOf('config')]: config } = process.env;
  return options.url === undefined ? { ...(config && { config }), ...(data && { data }), ...options } : options;
}

function addToken(root: Command): void {
  root
    .command('token')
    .description('print an access token for the gateways of a data folder')
    .option(...data)
    .option(...config)
    .option('--user <email>', 'whom it speaks for (default: the user of this machine)')
    .option('--name <text>', 'list it among the sign-ins of that user under this name, so that it can be ended alone')
    .option(...scopeList('separated by blanks (default: all but workspace.admin)'))
    .option('--expires <time>', 'lifetime such as 30m, 1h or 7d (default: 1h)')
    .option('--header', 'print it as an Authorization header; pipe it to curl --header @-', false)
    .action(async (options: TokenOptions & Flags) =>
      (await import('./commands/token.ts')).token(await readConfig(options), options),
    );
}
