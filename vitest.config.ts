import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/schema.ts'],
    setupFiles: ['test/support/leak-watch.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // Each test starts the executable several times. It compiles its code once for all of them.
    env: { NODE_COMPILE_CACHE: resolve('node_modules/.cache/compiled') },
    // A timeout ends what hangs. It judges no speed, because a machine may be busy.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    globals: false,
    retry: 0,
  },
});
