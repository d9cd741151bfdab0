import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { fail, misuse } from '../failure.ts';
import { shown } from '../../../schemas/shown.ts';
import { hosts, type Start } from './hosts.ts';
import { blockOf, install } from './install.ts';

export interface McpConfigOptions {
  readonly host: string;
  readonly name: string;
  readonly url?: string;
  readonly data?: string;
  readonly tools?: string;
  readonly readOnly?: boolean;
  readonly write?: true;
}

/** `workspace mcp config`: the block that a host reads its MCP servers from, printed or installed. */
export async function mcpConfig(options: McpConfigOptions): Promise<void> {
  try {
    await printOrInstall(options);
  } catch (error) {
    fail(error, { json: false });
  }
}

async function printOrInstall(options: McpConfigOptions): Promise<void> {
  const host = Object.hasOwn(hosts, options.host) ? hosts[options.host] : undefined;
  if (!host) throw misuse(`--host knows ${Object.keys(hosts).join(', ')}.`);
  if (!/^[\w-]{1,64}$/.test(options.name)) throw misuse('--name takes 1 to 64 letters, digits, _ and -.');
  if (options.url !== undefined && options.data !== undefined) throw misuse('Give --url or --data, not both.');
  const entry = host.entry(startOf(options));
  if (!options.write) {
    process.stdout.write(blockOf(host, options.name, entry));
    process.stderr.write(`${host.title} reads it from ${resolve(host.file)}; --write puts it there.\n`);
    return;
  }
  const isNew = await install(host, options.name, entry);
  process.stdout.write(shown(`${resolve(host.file)} ${isNew ? 'now has' : 'had'} the server ${options.name}.\n`));
}

function startOf({ url, data, tools, readOnly }: McpConfigOptions): Start {
  const where = url === undefined ? [] : ['--url', url];
  const folder = data === undefined ? [] : ['--data', resolve(data)];
  const selection = [...(tools === undefined ? [] : ['--tools', tools]), ...(readOnly ? ['--read-only'] : [])];
  return {
    command: process.execPath,
    args: [realpathSync(process.argv[1]!), 'mcp', ...where, ...folder, ...selection],
  };
}
