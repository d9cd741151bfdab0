import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { postgresPrograms } from '../../support/postgres-programs.ts';
import { ofTheFolder } from '../../support/of-the-folder.ts';

/**
 * Runs the tests of these files on a PostgreSQL server, which ends with them, or all tests. Returns the exit status: 2 if
 * none is installed, 1 if a test failed.
 */
export async function runOnPostgres(files: readonly string[]): Promise<number> {
  if (postgresPrograms() === undefined) {
    console.error('PostgreSQL is not installed. On Debian: apt-get install --no-install-recommends postgresql');
    return 2;
  }
  for (const [what, why] of Object.entries(ofTheFolder)) console.log(`left out: ${what} (${why})`);
  const env = { ...process.env, WORKSPACE_TEST_STORE: 'postgres' };
  const run = spawn('npx', ['vitest', 'run', ...files], { env, stdio: ['ignore', 'inherit', 'inherit'] });
  const [status] = (await once(run, 'exit')) as [number | null];
  return status ?? 1;
}
