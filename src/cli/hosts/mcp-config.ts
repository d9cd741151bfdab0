import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { WorkspaceError } from '../../../schemas/errors.ts';
import { fail, misuse } from '../failure.ts';
import { print, tell } from '../terminal/output.ts';
import { blockOf, hostFormats, mcpAddress, type Start } from '../../../schemas/hosts.ts';
import { type Host, hostNamed } from './hosts.ts';
import { install } from './install.ts';
import { type McpFlags, refuseStray, wordsOf } from './mcp-flags.ts';

export interface McpConfigOptions extends McpFlags {
  readonly host: string;
  readonly name: string;
  readonly http?: true;
  readonly write?: true;
}

/**
 * `workspace mcp config`: prints or installs the block from which a host reads its MCP servers. `check` throws on
 * options that `workspace mcp` would refuse.
 */
export async function mcpConfig(options: McpConfigOptions, check: (flags: McpFlags) => Promise<void>): Promise<void> {
  try {
    refuseStray(options);
    await check(options);
    await printOrInstall(options);
  } catch (error) {
    fail(error, { json: false });
  }
}

async function printOrInstall(options: McpConfigOptions): Promise<void> {
  const host = hostNamed(options.host);
  if (!host) throw misuse(`--host knows ${Object.keys(hostFormats).join(', ')}.`);
  if (!/^[\w-]{1,64}$/.test(options.name)) throw misuse('--name takes 1 to 64 letters, digits, _ and -.');
  if (options.name === '__proto__') throw misuse('--name cannot be __proto__, which hosts may not keep.');
  const entry = options.http ? remoteOf(host, options) : host.entry(startOf(options));
  const block = blockOf(host, options.name, entry);
  if (!options.write) {
    process.stdout.write(block);
    tell(`${host.title} reads it from ${resolve(host.file)}; --write puts it there.`);
    return;
  }
  const isNew = await install(host, options.name, entry).catch(withBlock(block));
  print([`${resolve(host.file)} ${isNew ? 'now has' : 'had'} the server ${options.name}.`]);
}

/** Adds the block to a refusal, so that the user can add it by hand. */
const withBlock = (block: string) => (error: unknown) => {
  if (!(error instanceof WorkspaceError) || error.code !== 'invalid_request') throw error;
  throw misuse(`${error.message} To add by hand:\n${block.trimEnd()}`);
};

const startOf = (flags: McpFlags): Start => ({
  command: process.execPath,
  args: [realpathSync(process.argv[1]!), 'mcp', ...wordsOf(flags)],
});

/** The gateway's own address. The host signs the person in, and starts nothing. */
function remoteOf({ title, remote }: Host, { url, tools, readOnly, as }: McpConfigOptions): object {
  if (url === undefined) throw misuse('--http needs the address of a gateway: --url https://workspace.example.com.');
  if (!remote) throw misuse(`${title} takes no address in its file. Add ${mcpAddress(url)} in its settings.`);
  if (as !== undefined) throw misuse('--as names an agent over stdio, and does not go with --http.');
  const query = new URLSearchParams({ ...(tools !== undefined && { tools }), ...(readOnly && { readOnly: 'true' }) });
  return remote(mcpAddress(url) + (query.size > 0 ? `?${query.toString()}` : ''));
}
