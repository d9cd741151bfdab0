import { execFile } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { NotPossible } from './trial.ts';

const run = promisify(execFile);

/** Names a commit of the release before, if it is not the last one with another schema on PostgreSQL. */
const variable = 'WORKSPACE_FORMER_RELEASE';

/** Builds the release before in a folder of its own, with the packages of this one. Returns its program. */
export async function formerRelease(folder: string): Promise<string> {
  const commit = process.env[variable] ?? (await beforeNewestMigration());
  await mkdir(folder);
  const archive = join(folder, 'source.tar');
  await run('git', ['archive', '--output', archive, commit]);
  await run('tar', ['--extract', '--file', archive, '--directory', folder]);
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  await run('npm', ['run', '--silent', 'bundle'], { cwd: folder, maxBuffer: 64 * 1024 * 1024 });
  return join(folder, 'bin', 'workspace.js');
}

async function beforeNewestMigration(): Promise<string> {
  const asked = ['log', '-1', '--format=%H', '--diff-filter=A', '--', 'src/store/postgres/migrations/'];
  const { stdout } = await run('git', asked).catch(() => ({ stdout: '' }));
  const { stdout: before } = await run('git', ['rev-parse', '--verify', `${stdout.trim()}^`]).catch(() => ({
    stdout: '',
  }));
  if (stdout.trim() === '' || before === '') throw new NotPossible('the history of the project is not here');
  return before.trim();
}
