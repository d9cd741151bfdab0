import { resolve } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { isOnServer, leftOut } from './test/support/of-the-folder.ts';
import { LongestFirst } from './test/support/longest-first.ts';
import { onBothEngines, postgresPrograms } from './test/support/postgres-programs.ts';

/** Random walks, kills at many moments, hostile documents, every page: what takes half of the time of all tests. */
const long = 'test/**/*.long.test.ts';

/** The app in a real browser, which takes as long as all the rest. */
const app = 'test/web/**/*.test.ts';

const onPostgres = {
  extends: true,
  test: { name: 'postgres', include: onBothEngines, env: { WORKSPACE_TEST_STORE: 'postgres' } },
} as const;

export default defineConfig({
  test: {
    exclude: [...configDefaults.exclude, ...leftOut],
    globalSetup: ['test/support/schema.ts', 'test/support/postgres-desk.ts'],
    setupFiles: ['test/support/leak-watch.ts', 'test/support/left-out.ts'],
    pool: 'forks',
    // Files follow one another in a process, which loads the service once. A file undoes what it does to its process.
    isolate: false,
    // A test waits for what it started about half of its time. Six files at once took as long, and tests waited longer.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    // Each test starts the executable several times. It compiles its code once for all of them.
    env: { NODE_COMPILE_CACHE: resolve('node_modules/.cache/compiled') },
    // A timeout ends what hangs. It judges no speed, because a machine may be busy.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    globals: false,
    retry: 0,
    projects: [
      {
        extends: true,
        test: {
          name: 'workspace',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...leftOut, long, app],
        },
      },
      {
        extends: true,
        test: { name: 'app', include: [app], exclude: [...configDefaults.exclude, ...leftOut, long] },
      },
      { extends: true, test: { name: 'long', include: [long] } },
      ...(postgresPrograms() === undefined || isOnServer ? [] : [onPostgres]),
    ],
  },
});
