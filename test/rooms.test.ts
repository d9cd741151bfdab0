import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const known = 'schemas src/text src/time src/turns src/store src/blobs src/query src/search';
const service = (names: string) => `${known} src/workspace/operation ${names.replaceAll('@', 'src/workspace/')}`;

const rooms: Record<string, string> = {
  schemas: '',
  tools: 'schemas',
  'src/text': 'schemas src/time',
  'src/time': 'schemas',
  'src/turns': 'schemas',
  'src/disk': 'schemas',
  'src/net': '',
  'src/telemetry': 'schemas',
  'src/settings': 'schemas',
  'src/sdk': 'schemas src/disk',
  'src/store': 'schemas src/text src/time src/turns src/disk',
  'src/store/data-tables': 'schemas',
  'src/store/sqlite': 'schemas src/text src/time src/turns src/store/data-tables',
  'src/blobs': 'schemas src/turns src/disk src/net src/telemetry src/store',
  'src/query': 'schemas src/text src/time src/turns src/store',
  'src/tables': 'schemas src/text src/time src/turns src/disk src/store src/query src/documents',
  'src/documents': 'schemas',
  'src/search': 'schemas src/text src/turns src/store src/blobs src/documents',
  'src/answer': 'schemas src/text src/time src/turns',
  'src/workspace':
    'schemas src/text src/time src/turns src/telemetry src/store src/blobs src/query src/tables src/search src/answer',
  'src/workspace/operation': `${known} src/tables`,
  'src/workspace/channels': service(''),
  'src/workspace/placing': service('@channels'),
  'src/workspace/library': service('@channels @placing src/tables'),
  'src/workspace/feed': service('@channels @placing @library'),
  'src/workspace/data': service('@channels @placing @library src/tables'),
  'src/workspace/exports': service('@channels @library @feed @data src/tables'),
  'src/workspace/search': service('@channels @placing @feed'),
  'src/workspace/conversations': service('@channels @placing @data src/answer'),
  'src/workspace/sources': service('@channels @placing @data src/tables'),
  'src/workspace/trash': service('@channels @placing @library @feed @data @conversations src/tables'),
  'src/workspace/people': service('@channels @placing @library @conversations src/auth'),
  'src/workspace/unlisted': '',
  'src/folder':
    'schemas src/turns src/disk src/telemetry src/store src/blobs src/query src/tables src/search src/workspace',
  'src/auth': 'schemas src/turns src/net src/store',
  'src/http': 'schemas tools/server src/turns src/telemetry src/workspace src/auth',
  'src/cli': 'schemas src/sdk src/settings',
  web: 'schemas src/sdk',
  'web/ui': 'schemas web/base',
  'web/data': 'schemas src/sdk web/base',
  'web/read': 'schemas web/ui',
  'web/fields': 'schemas web/ui',
  'web/grid': 'schemas web/ui',
  'web/editor': 'schemas web/ui',
  'web/views': 'schemas web/ui web/fields web/grid',
  'web/shared': 'schemas src/sdk web/ui web/data web/read web/fields web/views',
  'web/talk': 'schemas src/sdk web/ui web/data web/read web/shared',
  'web/app': 'schemas src/sdk web/base web/ui web/data web/shared',
  'web/features':
    'schemas src/sdk web/ui web/data web/read web/fields web/views web/grid web/editor web/shared web/talk',
  'src/commands': 'schemas tools/server src/workspace src/folder src/auth src/http src/settings src/config src/log',
  'src/packages': '',
  'src/build': 'schemas',
  'src/unlisted': '',
};
const engine = 'src/store/sqlite';
const knowEngine = new Set(['src/folder', 'src/tables']);
const targets = [...Object.keys(rooms), 'web/base', 'tools/server', 'src/main', 'src/config', 'src/log', 'test'];

/**
 * A file with planted lines, which are import specifiers or statements. Lint must report the forbidden ones, not the
 * lawful ones.
 */
type Plant = [file: string, forbidden: string[], lawful: string[]];

const foldersIn = (room: string) => {
  if (room === 'web/features') return ['one/'];
  return ['src/workspace', 'src/store', 'web'].includes(room) ? [''] : ['', 'nested/', 'nested/twice/'];
};

const roomPlants = Object.entries(rooms).flatMap(([room, allowed]) =>
  foldersIn(room).map((folder): Plant => {
    const inside = (target: string) => posix.relative(`${room}/${folder}`, `${target}/x.ts`);
    const outside = targets.filter((target) => !`${target}/`.startsWith(`${room}/`));
    const isAllowed = (target: string) => allowed.split(' ').some((one) => `${target}/`.startsWith(`${one}/`));
    const lawful = outside.filter((target) => isAllowed(target) && (target !== engine || knowEngine.has(room)));
    const forbidden = outside.filter((target) => !lawful.includes(target));
    return [`${room}/${folder}rooms.ts`, forbidden.map(inside), ['./x.ts', ...lawful.map(inside)]];
  }),
);

const database = ['better-sqlite3', "export { SqliteDialect } from 'kysely';"];
const rawSql = "export { sql } from 'kysely';";
const environment = ['export const a = process.env.A;', "export { env } from 'node:process';"];
const log = 'console.log();';
const plants: Plant[] = [
  ...roomPlants,
  ['schemas/a.ts', ['node:fs', 'fastify', '../zod'], ['zod', 'zod/v4']],
  ['tools/a.ts', ['node:fs', 'kysely'], ['@modelcontextprotocol/server', 'zod']],
  ['src/store/sqlite/a.ts', ['node:sqlite', ...environment], database],
  ['src/store/a.ts', [...database, './sqlite/x.ts'], ['./data-tables/x.ts']],
  ['src/blobs/a.ts', ['../store/sqlite/refusals.ts'], ['../store/refusals.ts']],
  ['src/workspace/data/a.ts', ['../../store/sqlite/open.ts', rawSql], ["export type { RawBuilder } from 'kysely';"]],
  ['src/workspace/data/a-sql.ts', ['../../store/sqlite/open.ts'], [rawSql]],
  ['src/workspace/operation/access.ts', [], [rawSql]],
  ['src/search/a.ts', [rawSql, '@opentelemetry/api'], []],
  ['src/telemetry/a.ts', ['../store/tables.ts'], ['@opentelemetry/api', '../store/database.ts']],
  ['src/auth/nested/a.ts', [rawSql], []],
  ['src/auth/nested/a-sql.ts', [], [rawSql]],
  ['src/query/a.ts', [...database, './../store/x.ts', log], [rawSql]],
  ['src/query/b.ts', ["await import('../http/x.ts');", "export type A = import('../http/x.ts').A;"], []],
  ['src/query/c.ts', ['./d.ts', 'Promise.resolve();', 'export type A = any;'], ['void Promise.resolve();']],
  ['src/query/d.ts', ['./c.ts'], []],
  ['src/query/e.ts', ["import type { F } from './f.ts';"], []],
  ['src/query/f.ts', ["import type { E } from './e.ts';"], []],
  ['src/http/a.ts', ['../../tools/a.ts'], ['../../tools/server.ts', '../../tools/index.ts']],
  ['src/cli/a.ts', environment, [log]],
  ['web/features/one/a.ts', ['../two/x.ts', '../x.ts'], ['./y.ts']],
  [
    'src/commands/admin/a.ts',
    [
      '../../workspace/operation/audit.ts',
      '../../store/database.ts',
      'database.write();',
      'database.writeInStretches();',
      ...environment,
    ],
    [
      'declare const database: Record<"read" | "write" | "writeInStretches", () => void>;',
      '../../workspace/operation/context.ts',
      'database.read();',
      log,
    ],
  ],
  [
    'src/commands/admin/b.ts',
    ['store.write();', 'services.store.writeInStretches();'],
    [
      'type Store = Record<"read" | "write" | "writeInStretches", () => void>;',
      'declare const store: Store;',
      'declare const services: { store: Store };',
      "import { stdout } from 'node:process';",
      "stdout.write('a');",
      'store.read();',
    ],
  ],
  ['src/commands/a.ts', ['../workspace/operation/audit.ts'], ['../workspace/people/consents.ts']],
  ['src/log.ts', ['./other.ts', './store/x.ts', './settings/x.ts', ...environment], ['../schemas/x.ts']],
  ['src/config.ts', ['./log.ts', ...database], [...environment, './settings/x.ts']],
  ['src/main.ts', database, ['./config.ts', './http/x.ts', log, ...environment]],
  ['test/a.ts', ['../src/main.ts', '../dist/src/main.js', ...database], environment],
  ['test/nested/a.ts', ['../../src/main.ts'], ['../../src/store/x.ts', '../../src/config.ts']],
  ['bench/a.ts', ['../src/main.ts', ...environment], [log]],
];

const folder = mkdtempSync(join(tmpdir(), 'rooms-'));
const reported = new Set<string>();

beforeAll(() => {
  for (const file of ['oxlint.config.ts', 'tsconfig.json']) cpSync(file, join(folder, file));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  for (const [file, forbidden, lawful] of plants) {
    const lines = [...forbidden, ...lawful].map((line) => (line.endsWith(';') ? line : `import '${line}';`));
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), lines.join('\n'));
  }
  const command = [resolve('node_modules/oxlint/bin/oxlint'), '--format=json'];
  const oxlint = spawnSync(process.execPath, command, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26 });
  for (const { filename, labels } of JSON.parse(oxlint.stdout).diagnostics)
    reported.add(`${filename}:${labels[0].span.line}`);
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each(plants)('%s', (file, forbidden, lawful) => {
  const lines = [...forbidden, ...lawful];
  expect(lines.filter((_, index) => reported.has(`${file}:${index + 1}`))).toEqual(forbidden);
});

test.each(['src', 'web'])('no folder of %s has more than 20 files of code', (room) => {
  const files = readdirSync(room, { recursive: true, withFileTypes: true }).filter(({ name }) => /\.tsx?$/.test(name));
  const folders = Map.groupBy(files, ({ parentPath }) => parentPath);
  const large = [...folders].filter(([, { length }]) => length > 20).map(([folder]) => folder);
  expect(large).toEqual([]);
});
