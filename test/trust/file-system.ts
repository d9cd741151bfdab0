import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { stop } from '../support/product.ts';

const run = promisify(execFile);
const chunk = Buffer.alloc(64 * 1024, 0xb5);

/**
 * A small file system at `folder` that only programs run `through` it see. It lives in a mount namespace of its own
 * user, who is root there only, so it needs no privileges. It ends with the process that holds it.
 */
export class FileSystem {
  readonly folder: string;
  readonly through: readonly string[];
  readonly #holder: ChildProcess;

  private constructor(folder: string, holder: ChildProcess) {
    this.folder = folder;
    this.#holder = holder;
    this.through = ['nsenter', '--target', String(holder.pid), '--user', '--mount', '--preserve-credentials', '--'];
  }

  /** Or the reason why this machine has none. */
  static async mounted(folder: string, mebibytes: number): Promise<FileSystem | string> {
    await mkdir(folder);
    const script = `mount -t tmpfs -o size=${mebibytes}m tmpfs "$1" && echo mounted && exec cat`;
    const holder = spawn('unshare', ['--map-root-user', '--mount', 'sh', '-c', script, 'sh', folder]);
    let said = '';
    holder.stderr.on('data', (text: Buffer) => (said += text.toString()));
    const isMounted = await Promise.race([
      once(holder.stdout, 'data').then(() => true),
      once(holder, 'exit').then(
        () => false,
        (error: Error) => ((said = error.message), false),
      ),
    ]);
    if (!isMounted) return said.trim();
    const made = new FileSystem(folder, holder);
    try {
      await made.run('true');
      return made;
    } catch (error) {
      await made[Symbol.asyncDispose]();
      return (error as Error).message;
    }
  }

  /** How programs outside reach a file in it. */
  path(...names: string[]): string {
    return join(`/proc/${this.#holder.pid}/root`, this.folder, ...names);
  }

  /** Leaves this many bytes of it free. */
  async fill(free: number): Promise<void> {
    const ballast = await open(this.path('ballast'), 'a');
    try {
      for (;;) await ballast.appendFile(chunk);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      const { size } = await ballast.stat();
      await ballast.truncate(Math.max(0, size - free));
    } finally {
      await ballast.close();
    }
  }

  async empty(): Promise<void> {
    await rm(this.path('ballast'), { force: true });
  }

  /** Makes a folder of it one that nobody can write to, not even root. */
  async protect(name: string): Promise<void> {
    const [folder, aside] = [join(this.folder, name), join(this.folder, 'aside')];
    await mkdir(this.path('aside'), { recursive: true });
    await this.run('mount', '--bind', folder, aside);
    await this.run('mount', '-o', 'remount,bind,ro', aside);
    await this.run('mount', '--move', aside, folder);
  }

  async release(name: string): Promise<void> {
    await this.run('umount', '--lazy', join(this.folder, name));
  }

  async run(...command: string[]): Promise<void> {
    const [program, ...args] = [...this.through, ...command] as [string, ...string[]];
    await run(program, args);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await stop(this.#holder, 'SIGKILL');
  }
}
