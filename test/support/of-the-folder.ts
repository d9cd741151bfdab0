/**
 * Tests of what only a database in the data folder has, each with the reason: files, or `file > test` by names. They are
 * left out with `WORKSPACE_TEST_STORE=postgres`.
 */
export const ofTheFolder: Readonly<Record<string, string>> = {
  'test/durability/backup.test.ts': 'backups hold a database file',
  'test/durability/backup-hostile.test.ts': 'backups hold a database file',
  'test/durability/restore.test.ts': 'backups hold a database file',
  'test/durability/planted-folders.test.ts': 'backups hold a database file',
  'test/durability/check.test.ts': 'a server checks its database',
  'test/durability/corruptions.test.ts': 'a server checks its database',
  'test/durability/upgrades.test.ts': 'versions of SQLite’s schema',
  'test/durability/feed-migration.test.ts': 'versions of SQLite’s schema',
  'test/durability/given-migration.test.ts': 'versions of SQLite’s schema',
  'test/durability/interface-migration.test.ts': 'versions of SQLite’s schema',
  'test/durability/given-locked.test.ts': 'a lock on a database file',
  'test/durability/long-log.test.ts': 'SQLite’s write-ahead log',
  'test/durability/replaced.test.ts': 'a database file that is replaced',
  'test/durability/refusals.test.ts': 'a database file that cannot be used',
  'test/auth/sign-in.test.ts': 'a clock that stands still, where a server has its own',
  'test/plans.test.ts': 'plans of SQLite',
  'test/everyday-plans.test.ts': 'plans of SQLite',
  'test/search/merged-index.test.ts': 'parts of SQLite’s text index',
  'test/http/view-indexes.test.ts': 'plans of SQLite',
  'test/http/write-turns.test.ts > an index of many records is given up when somebody writes, and made later':
    'makes indexes in another process',
  'test/people/invitations.test.ts > the secret and the password are in no table, no log and no list':
    'reads every row of a database file',
};

/** Whether the tests were told to run on a server. */
export const isOnServer = process.env.WORKSPACE_TEST_STORE === 'postgres';

/** Files that are left out whole. */
export const leftOut = isOnServer ? Object.keys(ofTheFolder).filter((name) => !name.includes(' > ')) : [];

/** Why one test is left out, if it is. */
export const reasonFor = (file: string, test: string): string | undefined =>
  isOnServer ? ofTheFolder[`${file} > ${test}`] : undefined;
