import { mkdir, readFile, realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { parse, stringify } from 'smol-toml';
import { WorkspaceError } from '../../../schemas/errors.ts';
import { misuse } from '../failure.ts';
import { replaceFile } from '../replace.ts';
import type { Host } from './hosts.ts';

type Settings = Record<string, unknown>;

/** A server under its name, as the host's file has it. */
export function blockOf({ format, key }: Host, name: string, entry: object): string {
  const block = { [key]: { [name]: entry } };
  return format === 'toml' ? stringify(block) : `${JSON.stringify(block, null, 2)}\n`;
}

/** Adds a server to the host's file; what else it says stays. False when it is there already. */
export async function install(host: Host, name: string, entry: object): Promise<boolean> {
  const file = await behindLinks(resolve(host.file));
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw misuse(`${file} cannot be read: ${error.message}`);
  });
  const settings = settingsIn(text, host, file);
  const servers = settings[host.key] ?? {};
  if (!isObject(servers)) throw misuse(`${file} has something else as ${host.key}; mend it by hand.`);
  const existing = servers[name];
  if (isDeepStrictEqual(structuredClone(existing), entry)) return false;
  if (existing !== undefined) {
    throw new WorkspaceError('already_exists', `${file} has another server ${name}; choose a --name, or take it out.`);
  }
  await replace(
    file,
    host.format === 'toml' ? appended(text, blockOf(host, name, entry)) : merged(settings, host, name, entry),
  );
  return true;
}

/** Replacing a link would cut the host off from the file that is kept elsewhere. */
const behindLinks = (file: string): Promise<string> => realpath(file).catch(() => file);

function settingsIn(text: string, { format }: Host, file: string): Settings {
  if (text.trim() === '') return {};
  try {
    const settings: unknown = format === 'toml' ? parse(text) : JSON.parse(text);
    if (isObject(settings)) return settings;
  } catch {
    // Comments, for one thing, would be lost.
  }
  throw misuse(`${file} is no plain ${format.toUpperCase()}, and is left as it is; add the block by hand.`);
}

const isObject = (value: unknown): value is Settings =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const merged = (settings: Settings, { key }: Host, name: string, entry: object): string =>
  `${JSON.stringify({ ...settings, [key]: { ...(settings[key] as Settings | undefined), [name]: entry } }, null, 2)}\n`;

/** A table may follow whatever stands there, comments and all. */
function appended(text: string, block: string): string {
  const whole = text.trim() === '' ? block : `${text.trimEnd()}\n\n${block}`;
  try {
    parse(whole);
    return whole;
  } catch {
    throw misuse('The file has its servers in one line; add the block by hand.');
  }
}

async function replace(file: string, text: string): Promise<void> {
  const mode = (await stat(file).catch(() => undefined))?.mode ?? 0o600;
  await mkdir(dirname(file), { recursive: true });
  await replaceFile(file, text, mode);
}
