import { parse, type TomlTable } from 'smol-toml';
import { blockOf } from '../../../schemas/hosts.ts';
import type { Addition, ServerFile } from './server-file.ts';

/** Adds a server to a TOML file. A table may be appended after any content and comments. */
export function withServer(text: string, { host, name, entry, eol, mistake }: Addition): ServerFile {
  const settings = settingsIn(text);
  if (!settings) throw mistake('is not valid TOML');
  const servers = settings[host.key] ?? {};
  if (typeof servers !== 'object' || Array.isArray(servers)) throw mistake(`has something else as ${host.key}`);
  return {
    existing: Object.entries(servers).find(([key]) => key === name)?.[1],
    added() {
      const lines = text.endsWith('\n') ? text : text + eol;
      const whole = lines + eol + blockOf(host, name, entry).replaceAll('\n', eol);
      if (settingsIn(whole)) return whole;
      throw mistake('has its servers in one line');
    },
  };
}

function settingsIn(text: string): TomlTable | undefined {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}
