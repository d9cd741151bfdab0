import { posix } from 'node:path';
import type { DummyRuleMap, OxlintConfig } from 'oxlint';

/** Every room of the service may import these. */
const known = ['schemas', 'src/text', 'src/time', 'src/turns', 'src/store', 'src/blobs', 'src/query', 'src/search'];

const inStore = (...names: string[]): string[] => names.map((name) => `src/store/${name}`);

/** Both database engines may import these. */
const engine = [
  'schemas',
  'src/text',
  'src/turns',
  ...inStore('database', 'dialect', 'engine', 'fragment', 'merged-lists', 'moving/side', 'read-turns', 'refusals'),
  ...inStore('room', 'scan', 'tables', 'text-index'),
];

/** The imports of a service room: `operation` and the rooms that are named. */
const service = (...others: string[]): string[] => [
  ...known,
  'src/workspace/operation',
  ...others.map((other) => (other.includes('/') ? other : `src/workspace/${other}`)),
];

const untyped: DummyRuleMap = Object.fromEntries(
  ['assignment', 'member-access', 'argument', 'return', 'call'].map((use) => [`typescript/no-unsafe-${use}`, 'off']),
);

/** The rooms, and what each may import besides itself. Whatever is not listed is forbidden. */
const rooms: Record<string, string[]> = {
  schemas: [],
  tools: ['schemas'],
  'src/text': ['schemas', 'src/time'],
  'src/time': ['schemas'],
  'src/turns': ['schemas'],
  'src/disk': ['schemas'],
  'src/net': [],
  'src/telemetry': ['schemas', 'src/store/database'],
  'src/settings': ['schemas'],
  'src/sdk': ['schemas', 'src/disk'],
  'src/store': ['schemas', 'src/text', 'src/time', 'src/turns', 'src/disk'],
  'src/store/data-tables': ['schemas', ...inStore('database', 'engine', 'ids', 'shared-time', 'tables')],
  'src/store/moving': ['schemas', 'src/store/data-tables', 'src/store/engine', 'src/store/tables'],
  'src/store/sqlite': [...engine, 'src/time', 'src/store/data-tables'],
  'src/store/postgres': [...engine, 'src/store/moving/rows'],
  'src/blobs': ['schemas', 'src/turns', 'src/disk', 'src/net', 'src/telemetry', 'src/store'],
  'src/query': ['schemas', 'src/text', 'src/time', 'src/turns', 'src/store'],
  'src/tables': ['schemas', 'src/text', 'src/time', 'src/turns', 'src/disk', 'src/store', 'src/query', 'src/documents'],
  'src/documents': ['schemas'],
  'src/search': ['schemas', 'src/text', 'src/turns', 'src/store', 'src/blobs', 'src/documents'],
  'src/answer': ['schemas', 'src/text', 'src/time', 'src/turns'],
  'src/workspace': [...known, 'src/telemetry', 'src/tables', 'src/answer'],
  'src/workspace/operation': [...known, 'src/tables'],
  'src/workspace/channels': service(),
  'src/workspace/placing': service('channels'),
  'src/workspace/library': service('channels', 'placing', 'src/tables'),
  'src/workspace/feed': service('channels', 'placing', 'library'),
  'src/workspace/data': service('channels', 'placing', 'library', 'src/tables'),
  'src/workspace/exports': service('channels', 'library', 'feed', 'data', 'src/tables'),
  'src/workspace/search': service('channels', 'placing', 'feed'),
  'src/workspace/conversations': service('channels', 'placing', 'data', 'src/answer'),
  'src/workspace/sources': service('channels', 'placing', 'data', 'src/tables'),
  'src/workspace/trash': service('channels', 'placing', 'library', 'feed', 'data', 'conversations', 'src/tables'),
  'src/workspace/people': service('channels', 'placing', 'library', 'conversations', 'src/auth'),
  'src/workspace/webhooks': service('channels', 'feed', 'people', 'src/auth'),
  'src/folder': [
    'schemas',
    'src/turns',
    'src/disk',
    'src/telemetry',
    'src/store',
    'src/blobs',
    'src/query',
    'src/tables',
    'src/search',
    'src/workspace',
  ],
  'src/auth': ['schemas', 'src/turns', 'src/net', 'src/store'],
  'src/http': [
    'schemas',
    'tools/apps',
    'tools/index',
    'tools/needed-scope',
    'tools/server',
    'src/turns',
    'src/telemetry',
    'src/workspace',
    'src/auth',
  ],
  'src/cli': ['schemas', 'src/sdk', 'src/settings'],
  'src/help': ['schemas', 'src/auth/html', 'src/packages/description'],
  'src/packages': [],
  'src/build': ['schemas', 'src/sdk/table', 'src/http/openapi/contract'],
  web: ['schemas', 'src/sdk'],
  'web/ui': ['schemas', 'web/base'],
  'web/data': ['schemas', 'src/sdk', 'web/base'],
  'web/read': ['schemas', 'web/ui'],
  'web/fields': ['schemas', 'web/ui'],
  'web/grid': ['schemas', 'web/ui'],
  'web/editor': ['schemas', 'web/ui'],
  'web/views': ['schemas', 'web/ui', 'web/fields', 'web/grid'],
  'web/mcp-app': ['schemas', 'web/ui', 'web/data', 'web/read', 'web/fields', 'web/grid', 'web/views', 'web/shared'],
  'web/shared': ['schemas', 'src/sdk', 'web/ui', 'web/data', 'web/read', 'web/fields', 'web/views'],
  'web/talk': ['schemas', 'src/sdk', 'web/ui', 'web/data', 'web/read', 'web/shared'],
  'web/app': ['schemas', 'src/sdk', 'web/base', 'web/ui', 'web/data', 'web/shared'],
  'web/features': [
    'schemas',
    'src/sdk',
    'web/ui',
    'web/data',
    'web/read',
    'web/fields',
    'web/views',
    'web/grid',
    'web/editor',
    'web/shared',
    'web/talk',
  ],
  'src/commands': [
    'schemas',
    'tools/index',
    'tools/server',
    'tools/server-options',
    'src/workspace',
    'src/folder',
    'src/auth',
    'src/http',
    'src/sdk/pages',
    'src/settings',
    'src/config',
    'src/log',
  ],
};

/** Rooms whose folders import nothing of each other, and have no folders of their own. */
const apart = new Set(['web/features']);

/** The packages of those rooms that may not import just any; Node's own modules count as packages. */
const packages: Record<string, string[]> = {
  schemas: ['zod'],
  tools: ['zod', '@modelcontextprotocol/*'],
};

// no-restricted-imports has two traps. It silently drops a `regex` with look-around. Once a `group` allows an import,
// it skips the patterns after it. Hence globs for the rooms, and the bans before them.
type Pattern = {
  group?: string[];
  regex?: string;
  importNames?: string[];
  importNamePattern?: string;
  message: string;
};

const noNodeSqlite: Pattern = { regex: '^node:sqlite$', message: 'SQLite is better-sqlite3, in src/store/sqlite.' };
const noDatabase: Pattern[] = [
  { regex: '^better-sqlite3(/|$)', message: 'Only src/store/sqlite and src/text know SQLite.' },
  { regex: '^kysely(/|$)', importNamePattern: '^Sqlite', message: 'Only src/store/sqlite names the SQL dialect.' },
];
const noEngine: Pattern = {
  regex: '(^\\.|/store)/(sqlite|postgres)/',
  message: 'Only src/folder and src/tables know the engine; ask a port in src/store.',
};
const noTelemetry: Pattern = { regex: '^@opentelemetry/', message: 'Only src/telemetry knows OpenTelemetry.' };
const noServer: Pattern = { regex: '^pg(/|$)', message: 'Only src/store/postgres knows PostgreSQL.' };
const knowEngine = new Set(['src/store/sqlite', 'src/store/postgres', 'src/folder', 'src/tables']);
const noRawSql: Pattern = {
  regex: '^kysely$',
  importNames: ['sql'],
  message: 'Raw SQL is in files named *-sql.ts.',
};
const withoutRawSql = ['src/workspace', 'src/search', 'src/auth'];
/** Files named *-sql.ts, and files with a single expression. */
const rawSqlFiles = [
  '**/*-sql.ts',
  'src/auth/forgetting.ts',
  ...['file-texts', 'indexer'].map((name) => `src/search/${name}.ts`),
  ...[
    'conversations/sessions',
    'data/views',
    'feed/comments',
    'feed/feed',
    'feed/shown-in-channel',
    'library/files',
    'operation/access',
    'operation/data-set-catalogue',
    'people/succession',
    'placing/feed-items',
    'search/search',
  ].map((name) => `src/workspace/${name}.ts`),
];
const noEnvironment: Pattern = {
  regex: '^(node:)?process$',
  importNames: ['env'],
  message: 'Only src/config.ts reads the environment.',
};
const noDetour: Pattern = { regex: '^\\./\\.\\./|[^./]/\\.\\./', message: 'Write the path without a detour.' };
/** Commands call operations, which hold the rules, the transactions and the audit. */
const oneDoor = 'A command calls an operation of the contract. Only operations write and audit.';
const noSecondDoor: Pattern = { regex: '/workspace/operation/audit(\\.|$)', message: oneDoor };
/** Whatever a database is called. */
const noWrite = (property: string) => ({ property, allowObjects: ['stdout', 'stderr'], message: oneDoor });
const noMain: Pattern = { regex: '^(\\.\\./)+(dist/)?src/main\\.', message: 'Nobody imports src/main.ts.' };
const noEnv = { object: 'process', property: 'env', message: noEnvironment.message };
const noStream = (property: string) => ({
  object: 'process',
  property,
  message: 'What is printed goes through output.ts.',
});
const noneButSchemas: Pattern = {
  group: ['./**', '../**', '!../schemas/**'],
  message: 'Only src/main.ts may import this; rooms get what they need passed in.',
};
const noneButSchemasAndSettings: Pattern = {
  ...noneButSchemas,
  group: [...noneButSchemas.group!, '!./settings/**'],
};
const bans = [noNodeSqlite, ...noDatabase, noEnvironment];

const imports = (...patterns: Pattern[]): DummyRuleMap => ({ 'no-restricted-imports': ['error', { patterns }] });

/** The rule for a room's files `depth` folders down: how many `../` leave the room depends on it. */
const roomAtDepth = (room: string, depth: number, ...others: Pattern[]) => {
  const folder = posix.join('/', room, '_/'.repeat(depth));
  const from = (target: string) => posix.relative(folder, posix.join('/', target));
  const allowed = rooms[room] ?? [];
  const own = packages[room];
  const outside = apart.has(room) ? '..' : from(posix.dirname(room));
  const group = [`${outside}/**`, ...allowed.map((target) => `!${from(target)}{.ts,/**,/**/*}`)];
  // `{name,name/**}`: a glob without a slash would match at any depth.
  if (own) group.unshift('**', '!./**', '!../**', ...own.map((name) => `!{${name},${name}/**}`));
  return {
    files: [`${room}${'/*'.repeat(depth + 1)}`],
    rules: imports(
      noNodeSqlite,
      ...(['src/store/sqlite', 'src/text'].includes(room) ? [] : noDatabase),
      ...(room === 'src/store/postgres' ? [] : [noServer]),
      ...(room === 'src/telemetry' ? [] : [noTelemetry]),
      ...(knowEngine.has(room) ? [] : [noEngine]),
      noEnvironment,
      noDetour,
      ...(room === 'src/commands' ? [noSecondDoor] : []),
      ...others,
      {
        group,
        message: `${room} may import only: ${[...allowed, ...(own ?? ['any package'])].join(', ')}.`,
      },
    ),
  };
};

/** The rule of a room, and a stricter one for its files without raw SQL. */
const rulesAtDepth = (room: string, depth: number) => {
  const rule = roomAtDepth(room, depth);
  if (!withoutRawSql.some((parent) => `${room}/`.startsWith(`${parent}/`))) return [rule];
  return [rule, { ...roomAtDepth(room, depth, noRawSql), excludeFiles: rawSqlFiles }];
};

/** How deep a room's files lie in it. In one that has rooms of its own there are files and rooms, and no other folders. */
const depthsOf = (room: string): number[] =>
  apart.has(room) ? [1] : Object.keys(rooms).some((other) => other.startsWith(`${room}/`)) ? [0] : [0, 1, 2, 3];

export default {
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'node', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  ignorePatterns: ['node_modules', 'dist', 'coverage', 'examples'],
  rules: {
    'array-callback-return': 'error',
    eqeqeq: ['error', 'always', { null: 'ignore' }],
    'no-console': 'error',
    'no-constructor-return': 'error',
    'no-fallthrough': 'error',
    'no-self-compare': 'error',
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true }],
    'no-var': 'error',
    'object-shorthand': 'error',
    'prefer-const': 'error',
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-duplicates': 'error',
    'import/no-mutable-exports': 'error',
    'typescript/ban-ts-comment': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-import-type-side-effects': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/no-require-imports': 'error',
    'typescript/no-unsafe-argument': 'error',
    'typescript/no-unsafe-assignment': 'error',
    'typescript/no-unsafe-call': 'error',
    'typescript/no-unsafe-member-access': 'error',
    'typescript/no-unsafe-return': 'error',
    'typescript/only-throw-error': 'error',
    'typescript/prefer-promise-reject-errors': 'error',
    'typescript/restrict-plus-operands': 'error',
    'typescript/return-await': 'error',
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'unicorn/prefer-node-protocol': 'error',

    'no-await-in-loop': 'off',
    'no-shadow': 'off',
    'no-underscore-dangle': 'off',
    'import/no-named-as-default': 'off',
    'import/no-named-as-default-member': 'off',
    'import/no-unassigned-import': 'off',
    'oxc/no-async-endpoint-handlers': 'off',
    'oxc/no-map-spread': 'off',
    'typescript/consistent-return': 'off',
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/unbound-method': 'off', // Kysely's builders are made to be destructured.
    'unicorn/consistent-function-scoping': 'off',
    'unicorn/no-array-sort': 'off',
    'unicorn/require-post-message-target-origin': 'off',
    'vitest/expect-expect': 'off',
    'vitest/no-conditional-expect': 'off',
    'vitest/no-standalone-expect': 'off',
    'vitest/require-mock-type-parameters': 'off',
    'vitest/require-to-throw-message': 'off',

    'no-restricted-properties': ['error', noEnv],
    ...imports(...bans),
  },
  overrides: [
    { files: ['src/**', 'web/**'], rules: { 'max-lines': ['error', 400] } },
    {
      files: ['web/**'],
      plugins: ['react', 'jsx-a11y'],
      rules: {
        'react/no-array-index-key': 'off', // A text is drawn anew as a whole.
        'react/react-in-jsx-scope': 'off',
        'react/rules-of-hooks': 'error',
        'react/exhaustive-deps': 'error',
        'react/no-danger': 'error',
        'jsx-a11y/no-noninteractive-tabindex': 'off', // A wide table is scrolled by keys.
        'jsx-a11y/prefer-tag-over-role': 'off',
        'jsx-a11y/no-autofocus': 'off', // A dialog puts the focus where one types.
      },
    },
    // A folder that is not a room, or lies deeper than the rooms go, may import nothing from outside itself.
    {
      files: ['schemas/**', 'tools/**', 'src/*/**', 'web/**'],
      rules: imports(...bans, { group: ['../**'], message: 'This folder is not among the rooms of oxlint.config.ts.' }),
    },
    ...Object.keys(rooms).flatMap((room) => depthsOf(room).flatMap((depth) => rulesAtDepth(room, depth))),
    { files: ['src/*'], rules: imports(...bans, noneButSchemas) },
    { files: ['src/config.ts'], rules: imports(noNodeSqlite, ...noDatabase, noneButSchemasAndSettings) },
    { files: ['src/config.ts', 'src/main.ts', 'test/**'], rules: { 'no-restricted-properties': 'off' } },
    // JavaScript for browsers, which has no types here.
    { files: ['src/http/pages/docs-page.js', 'src/help/page.js'], rules: untyped },
    {
      files: ['src/commands/**'],
      rules: { 'no-restricted-properties': ['error', noEnv, noWrite('write'), noWrite('writeInStretches')] },
    },
    // A terminal would do what others wrote. The exceptions send bytes to a file or program, or draw.
    {
      files: ['src/cli/**'],
      excludeFiles: [
        'terminal/output',
        'terminal/progress',
        'program',
        'commands/artifacts',
        'terminal/bytes',
        'hosts/mcp-config',
      ].map((name) => `src/cli/${name}.ts`),
      rules: { 'no-restricted-properties': ['error', noEnv, noStream('stdout'), noStream('stderr')] },
    },
    // Hosts keep their settings where the environment says (XDG Base Directory Specification).
    {
      files: ['src/cli/hosts/hosts.ts'],
      rules: { 'no-restricted-properties': ['error', noStream('stdout'), noStream('stderr')] },
    },
    { files: ['src/main.ts'], rules: imports(noNodeSqlite, ...noDatabase) },
    { files: ['test/**'], rules: imports(noNodeSqlite, ...noDatabase, noMain) },
    // Other programs write the SQLite files of sources. Tests also write older and damaged folders, which no current
    // code makes.
    { files: ['test/support/{sources,sqlite}.ts'], rules: imports(noNodeSqlite, noMain) },
    { files: ['bench/**'], rules: imports(noNodeSqlite, noEnvironment, noMain) },
    {
      files: ['src/cli/**', 'src/commands/**', 'src/main.ts', 'test/**', 'bench/**', 'bin/**'],
      rules: { 'no-console': 'off' },
    },
    {
      files: ['test/**', 'bench/**', 'bin/**'],
      rules: {
        'typescript/no-unsafe-argument': 'off',
        'typescript/no-unsafe-assignment': 'off',
        'typescript/no-unsafe-call': 'off',
        'typescript/no-unsafe-member-access': 'off',
        'typescript/no-unsafe-return': 'off',
      },
    },
  ],
} satisfies OxlintConfig;
