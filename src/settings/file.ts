import { readFile, stat } from 'node:fs/promises';
import { dirname, extname } from 'node:path';
import type { Node as JsonNode, ParseError } from 'jsonc-parser';
import { limits } from '../../schemas/limits.ts';
import { quoted } from '../../schemas/shell.ts';
import { type Given, type Givens, located } from './given.ts';
import { keyOf, labelOf, type NameInFile, namesInFile, of } from './table.ts';

/** A configuration file as it was read. */
interface SettingsFile {
  readonly given: Givens;
  readonly mistakes: readonly string[];
  /** Whether it could be read at all. */
  readonly isRead: boolean;
}

export const noFile: SettingsFile = { given: {}, mistakes: [], isRead: true };

interface Place {
  readonly path: string;
  /** Whether other users of the machine may read or change it. */
  readonly isOpenToOthers: boolean;
}

/** A file that cannot be read or parsed; the message never holds what stands in it. */
class FileError extends Error {}

/** Reads the settings of a TOML or JSON file, each with what is wrong with its type. */
export async function readSettingsFile(path: string): Promise<SettingsFile> {
  try {
    const parse = parserFor(path);
    const { text, isOpenToOthers } = await contentOf(path);
    return settingsIn(await parse(text, path), { path, isOpenToOthers });
  } catch (error) {
    if (error instanceof FileError) return { given: {}, mistakes: [error.message], isRead: false };
    throw error;
  }
}

type Parse = (text: string, path: string) => Promise<unknown>;

function parserFor(path: string): Parse {
  const parsers: Record<string, Parse> = { '.toml': parseToml, '.json': parseJson };
  const parse = parsers[extname(path).toLowerCase()];
  if (parse) return parse;
  throw new FileError(`${labelOf('config')} must name a file that ends in .toml or .json; ${path} does not`);
}

const reasons: Record<string, string> = {
  ENOENT: 'there is no such file',
  EACCES: 'this user may not read it',
  EISDIR: 'it is a folder',
};

async function contentOf(path: string): Promise<{ text: string; isOpenToOthers: boolean }> {
  const file = await stat(path).catch(unreadable(path));
  if (file.isDirectory()) throw unreadableFor(path, reasons.EISDIR!);
  if (!file.isFile()) throw unreadableFor(path, 'it is not a regular file');
  if (file.size > limits.settingsBytes) throw unreadableFor(path, `it has more than ${limits.settingsBytes} bytes`);
  const text = await readFile(path, 'utf8').catch(unreadable(path));
  const isOpenToOthers = process.platform !== 'win32' && (file.mode & 0o077) !== 0;
  return { text: text.replace(/^\ufeff/, ''), isOpenToOthers };
}

const unreadableFor = (path: string, reason: string) =>
  new FileError(`${path} cannot be read: ${reason}. Name another with ${labelOf('config')}.`);

const unreadable =
  (path: string) =>
  (error: unknown): never => {
    const { code = 'unknown reason' } = error as NodeJS.ErrnoException;
    throw unreadableFor(path, reasons[code] ?? code);
  };

async function parseToml(text: string, path: string): Promise<unknown> {
  const { parse, TomlError } = await import('smol-toml');
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw new FileError(`${path} is not valid TOML`);
    // The lines after the first quote the file, which may hold a key.
    const reason = error.message.split('\n', 1)[0]!.replace(/^Invalid TOML document: /, '');
    throw new FileError(`${path}, line ${error.line}, column ${error.column}: not valid TOML (${reason})`);
  }
}

/** JSON.parse would quote the file in its errors, which may hold a key, and pass over keys that stand twice. */
async function parseJson(text: string, path: string): Promise<unknown> {
  const { parseTree } = await import('jsonc-parser');
  const errors: ParseError[] = [];
  let tree: JsonNode | undefined;
  try {
    tree = parseTree(text, errors, { disallowComments: true });
  } catch {
    throw new FileError(`${path} is nested too deeply`);
  }
  if (!tree || errors.length > 0)
    throw new FileError(`${placeIn(text, errors[0]?.offset ?? text.length, path)}: not valid JSON`);
  const again = keyGivenAgain(tree);
  if (again) throw new FileError(`${placeIn(text, again.offset, path)}: this setting is given twice`);
  return JSON.parse(text);
}

function keyGivenAgain({ children = [] }: JsonNode): JsonNode | undefined {
  const known = new Set<unknown>();
  for (const { type, children: [key] = [] } of children) {
    if (type !== 'property' || !key) continue;
    if (known.has(key.value)) return key;
    known.add(key.value);
  }
  return undefined;
}

function placeIn(text: string, offset: number, path: string): string {
  const before = text.slice(0, offset).split('\n');
  return `${path}, line ${before.length}, column ${before.at(-1)!.length + 1}`;
}

function settingsIn(content: unknown, { path, isOpenToOthers }: Place): SettingsFile {
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw new FileError(`${path} must hold settings by their names, such as { "port": 8787 }`);
  const values = new Map<string, unknown>(Object.entries(content));
  const given: { [Name in NameInFile]?: Given } = {};
  for (const name of namesInFile) {
    const key = keyOf(name);
    if (values.has(key)) given[name] = givenIn({ path, isOpenToOthers }, name, values.get(key));
    values.delete(key);
  }
  return { given, mistakes: unknownIn([...values.keys()], path), isRead: true };
}

function givenIn({ path, isOpenToOthers }: Place, name: NameInFile, value: unknown): Given {
  const { kind, isSecret } = of(name);
  const given = { value: located(name, value, dirname(path)), label: `${keyOf(name)} in ${path}` };
  if (!kind.isNatural(value)) return { ...given, mistake: `must be ${kind.natural}` };
  if (!isSecret?.(value) || !isOpenToOthers) return given;
  return { ...given, mistake: `is open to other users of this machine; run: chmod 600 ${quoted(path)}` };
}

function unknownIn(keys: readonly string[], path: string): string[] {
  if (keys.length === 0) return [];
  const unknown = keys.map((key) => JSON.stringify(key)).join(', ');
  return [`${path} has unknown settings: ${unknown}. Known settings: ${namesInFile.map(keyOf).join(', ')}.`];
}
