import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { quickFolder } from './in-memory.ts';

/** Something that an answer says and that every public response hides. */
export interface Leak {
  readonly what: string;
  readonly text: string;
  readonly answer: string;
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
const nothing = '(?!)';
const anyOf = (texts: readonly string[]): string =>
  texts.length === 0 ? nothing : `(?:${texts.map(escaped).join('|')})`;

/** Empty in a program outside the tests that only uses their support. */
const tables = tablesOfThisRun();

const foldersHere = [
  ...[tmpdir(), quickFolder()].map((parent) => join(parent, 'workspace-test-')),
  process.cwd(),
  process.execPath,
];

/** By what it is known. */
const signs: readonly (readonly [what: string, sign: RegExp])[] = [
  ['another organisation', /\borg_[0-9a-z]{26}\b/g],
  ['a relation', new RegExp(`\\b${anyOf(tables.filter((name) => name.includes('_')))}\\b`, 'g')],
  ['the number of a Data Set', /\bdata_\d+\b/g],
  ['the number of a field', /"f\d+"/g],
  ['the database', /\bSQLITE_[A-Z]+|\bsqlite_\w+|\bbetter-sqlite3\b|\bkysely\b/g],
  [
    'SQL',
    new RegExp(
      `\\b(?:select\\b[^;]{0,200}?\\bfrom|insert into|replace into|update|delete from|join)\\s+["\`]?${anyOf(tables)}["\`]?\\s*(?:\\bas\\b|\\bset\\b|\\bwhere\\b|\\bon\\b|\\bjoin\\b|\\(|$)`,
      'gi',
    ),
  ],
  [
    'a stack trace',
    /\bat (?:async )?[\w.$<>[\] ]{1,100}\((?:file:|node:|\/)[^)\s]+:\d+:\d+\)|\bat (?:file:|node:)\S+:\d+:\d+/g,
  ],
  ['a path of this machine', new RegExp(anyOf(foldersHere), 'g')],
  ['a setting', /\bWORKSPACE_(?:DATABASE_URL|BLOB_URL|MODEL\w*)\b/g],
  ['a key', /-----BEGIN [A-Z ]*PRIVATE KEY-----|"d":"[\w-]{40,}"/g],
  ['a password', /\$(?:argon2\w*|scrypt)\$/g],
  ['an access token', /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/g],
];

const secrets = new Map<string, string>();
const said: string[] = [];
const found: Leak[] = [];

/** From now on no answer may hold this. */
export function hide(what: string, secret: string): void {
  secrets.set(secret, what);
}

/** Text that a client sends may come back in any answer, also to other clients. */
export function sent(text: string): void {
  const plain = decoded(text);
  if (signsIn(plain).length > 0 || [...secrets.keys()].some((secret) => plain.includes(secret))) said.push(plain);
}

/** Looks through an answer; what is found there fails the test (leak-watch.ts). */
export function received(answer: string): void {
  found.push(...leaksIn(answer));
}

/** The same of a message to a host on this machine, where small files go as base64. */
export function sentMessage(message: string): void {
  const files = [...message.matchAll(/"contentBase64":"([\w+/=]*)"/g)].map(([, file]) => Buffer.from(file!, 'base64'));
  sent([message, ...files].join('\n'));
}

const tokenCommand = /\S{1,400} \S{1,400} token --header --data [^\s"\\]+/g;

/** The same for a message from a host. The command that makes an access token may stand in it. */
export function receivedMessage(message: string): void {
  received(message.includes(' token --header ') ? message.replaceAll(tokenCommand, '') : message);
}

/** Nothing is hidden any more, and nothing has been sent. */
export function forget(): void {
  secrets.clear();
  said.length = 0;
}

/** The leaks since the last call. */
export const takeLeaks = (): Leak[] => found.splice(0);

function leaksIn(answer: string): Leak[] {
  const hidden = [...secrets].filter(([secret]) => answer.includes(secret)).map(([text, what]) => ({ what, text }));
  return [...signsIn(answer), ...hidden]
    .filter(({ text }) => !said.some((own) => own.includes(text)))
    .map((leak) => ({ ...leak, answer: answer.slice(0, 2_000) }));
}

const signsIn = (text: string): { what: string; text: string }[] =>
  signs.flatMap(([what, sign]) => [...text.matchAll(sign)].map(([match]) => ({ what, text: match })));

/** As an address or a form may have it. */
function decoded(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  // A file of many MiB mostly has nothing to decode.
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return text;
  }
}

function tablesOfThisRun(): readonly string[] {
  try {
    return inject('tables');
  } catch {
    return [];
  }
}
