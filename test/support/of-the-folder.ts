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
  'test/durability/check-pages.test.ts': 'a server checks its database',
  'test/durability/check-records.test.ts': 'a server checks its database',
  'test/durability/check-references.test.ts': 'a server checks its database',
  'test/durability/corruptions-records.test.ts': 'a server checks its database',
  'test/durability/corruptions-rows.test.ts': 'a server checks its database',
  'test/durability/corruptions.test.ts': 'a server checks its database',
  'test/cli/last-managers.test.ts > is told of by a check when nobody manages it': 'a server checks its database',
  'test/durability/upgrades.long.test.ts': 'versions of SQLite’s schema',
  'test/durability/feed-migration.test.ts': 'versions of SQLite’s schema',
  'test/durability/given-migration.test.ts': 'versions of SQLite’s schema',
  'test/durability/interface-migration.test.ts': 'versions of SQLite’s schema',
  'test/durability/first-start.test.ts > an empty database file, as such a kill may leave it, holds no workspace until the next start makes one':
    'a database file that is empty',
  'test/durability/import-kill.long.test.ts > the log of a large import is emptied beside the writes that follow, and cut':
    'SQLite’s write-ahead log',
  'test/durability/given-locked.test.ts': 'a lock on a database file',
  'test/durability/clock.test.ts': 'a clock that is ten years ahead, which a server refuses',
  'test/durability/synced.test.ts': 'a server syncs its own files, and is refused if it does not',
  'test/durability/long-log.test.ts': 'SQLite’s write-ahead log',
  'test/durability/replaced.test.ts': 'a database file that is replaced',
  'test/durability/refusals.test.ts': 'a database file that cannot be used',
  'test/auth/sign-in.test.ts': 'a clock that stands still, where a server has its own',
  'test/auth/plans.test.ts': 'plans of SQLite',
  'test/plans.test.ts': 'plans of SQLite',
  'test/everyday-plans.test.ts': 'plans of SQLite',
  ...eachTest(
    'test/blobs/bucket.test.ts',
    [
      'nor are its files moved from a bucket of the same name elsewhere',
      'moves the files of a folder into a bucket and back, and goes on where it ended',
    ],
    'files do not move while the database is on a server',
  ),
  'test/blobs/bucket.test.ts > backs all up into a file that needs no bucket': 'backups hold a database file',
  'test/blobs/shared-folder.test.ts > files move into such a folder and back':
    'files do not move while the database is on a server',
  'test/documents/extracting.long.test.ts > the documents of a folder from an earlier release get their texts':
    'versions of SQLite’s schema',
  'test/documents/extracting.long.test.ts > a text that is neither there nor known to be missing is found':
    'a server checks its database',
  ...eachTest(
    'test/search/common-words.test.ts',
    [
      'that shows many snippets has them cut in a process of its own',
      'for words of very many is ranked in a process of its own',
    ],
    'heavy reads in processes of their own',
  ),
  'test/search/common-words.test.ts > cuts snippets of the passages that it shows, and of no others that hold the words':
    'SQLite’s text index',
  'test/search/merged-index.test.ts': 'parts of SQLite’s text index',
  ...eachTest(
    'test/http/query-effort.long.test.ts',
    [
      'and nothing else',
      'the values of a list',
      'lists in conditions',
      'combinations of values',
      'groups of long texts',
      'different long texts',
      'an order of long texts',
      'conditions of metrics',
      'medians of many values',
      'a text that takes long to fold',
    ],
    'heavy reads in processes of their own',
  ),
  'test/http/query-limits.test.ts > run beside those of one user, however many these are': 'counts reading processes',
  'test/http/query-limits.test.ts > run beside those of one organisation, however many its users are':
    'counts reading processes',
  'test/http/query-limits.test.ts > wait up to a bound for each user, whoever else waits; who is refused may try again':
    'counts reading processes',
  'test/durability/pending-rows.long.test.ts > a backup in the middle of an import is sound, and holds nothing of it that anybody sees':
    'backups hold a database file',
  'test/durability/questions.long.test.ts > a question may take 30 s, during which nobody else begins it':
    'stops reading processes',
  'test/http/way-out.test.ts > documents of clients that cannot be fetched are told at the start':
    'a machine without any network reaches no server',
  'test/http/learned-indexes.test.ts > a large Data Set learns from use what finds rare values and the largest, and answers as before':
    'a server reads 50,000 records without an index',
  'test/http/learned-indexes.test.ts > at most as many as the limit says; unused ones and those with a text too long are lost':
    'a server reads 50,000 records without an index',
  'test/http/learned-indexes.test.ts > an admin sees those of the channels that they may read, and the owner of the folder all':
    'a server reads 50,000 records without an index',
  'test/http/query-processes.test.ts': 'heavy reads in processes of their own',
  'test/http/view-indexes.test.ts': 'plans of SQLite',
  'test/http/feed-pages.test.ts > is read from one index, in its order, from wherever a page begins': 'plans of SQLite',
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

/** Some tests of a file, which have one reason. */
function eachTest(file: string, tests: readonly string[], reason: string): Record<string, string> {
  return Object.fromEntries(tests.map((test) => [`${file} > ${test}`, reason]));
}
