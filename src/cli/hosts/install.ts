import { isDeepStrictEqual } from 'node:util';
import { WorkspaceError } from '../../../schemas/errors.ts';
import { misuse } from '../failure.ts';
import { changeFile } from './change-file.ts';
import type { Host } from './hosts.ts';
import { withServer as inJson } from './json-file.ts';
import { blockOf } from '../../../schemas/hosts.ts';
import { withServer as inToml } from './toml-file.ts';

const byteOrderMark = '\ufeff';

/** Adds a server to the host's file; every other byte stays. Returns false if it is there already. */
export async function install(host: Host, name: string, entry: object): Promise<boolean> {
  return changeFile(host.file, (text, file) => {
    const mark = text.startsWith(byteOrderMark) ? byteOrderMark : '';
    const said = text.slice(mark.length);
    const eol = said.includes('\r\n') ? '\r\n' : '\n';
    if (said.trim() === '') return mark + said + blockOf(host, name, entry).replaceAll('\n', eol);
    const mistake = (what: string) => misuse(`${file} ${what}, and is left as it is.`);
    const read = host.format === 'toml' ? inToml : inJson;
    const { existing, added } = read(said, { host, name, entry, eol, mistake });
    if (existing === undefined) return mark + added();
    if (isDeepStrictEqual(structuredClone(existing), entry)) return undefined;
    throw new WorkspaceError('already_exists', `${file} has another server ${name}; choose a --name, or take it out.`);
  });
}
