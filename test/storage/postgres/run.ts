import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ofTheFolder } from '../../support/of-the-folder.ts';
import { postgresPrograms, programsVariable } from '../../support/postgres-programs.ts';
import { newestPrograms } from './newest-release.ts';

/**
 * Runs the tests of these files on a PostgreSQL server, which ends with them, or all tests. The server is of the newest
 * release that npm has, unless the environment names one, and else Debian's. Returns the exit status: 2 if there is no
 * server, 1 if a test failed.
 */
export async function runOnPostgres(files: readonly string[]): Promise<number> {
  const named = process.env[programsVariable];
  const newest = named === undefined ? await newestPrograms().catch(sayMissing) : undefined;
  try {
    return await runOn(named ?? newest?.folder ?? postgresPrograms(), files);
  } finally {
    await newest?.remove();
  }
}

async function runOn(programs: string | undefined, files: readonly string[]): Promise<number> {
  if (programs === undefined) {
    console.error('PostgreSQL is not installed. On Debian: apt-get install --no-install-recommends postgresql');
    return 2;
  }
  console.log(`the server is that of ${programs}`);
  for (const [what, why] of Object.entries(ofTheFolder)) console.log(`left out: ${what} (${why})`);
  const env = { ...process.env, WORKSPACE_TEST_STORE: 'postgres', [programsVariable]: programs };
  const run = spawn('npx', ['vitest', 'run', ...files], { env, stdio: ['ignore', 'inherit', 'inherit'] });
  const [status] = (await once(run, 'exit')) as [number | null];
  return status ?? 1;
}

function sayMissing(error: unknown): undefined {
  console.log(`npm has no newer PostgreSQL for this machine: ${(error as Error).message.split('\n')[0]}`);
}
