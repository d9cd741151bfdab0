import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join, resolve } from 'node:path';
import type { RunOptions } from './host.ts';

const longestMs = 180_000;
const person = resolve('test/hosts/person.ts');

/** Runs programs of a host in a home of its own, with nothing else of this environment. */
export async function programsIn(
  home: string,
): Promise<(command: readonly string[], options?: RunOptions) => Promise<string>> {
  const own = join(home, 'bin');
  await mkdir(own, { recursive: true });
  for (const opener of ['xdg-open', 'open', 'www-browser']) {
    await writeFile(join(own, opener), `#!/bin/sh\nexec "${process.execPath}" "${person}" "$1"\n`);
    await chmod(join(own, opener), 0o755);
  }
  const path = [own, dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter);
  const usual = {
    HOME: home,
    PATH: path,
    TERM: 'dumb',
    LANG: 'C.UTF-8',
    BROWSER: join(own, 'xdg-open'),
    DISPLAY: ':0',
  };
  return ([program = '', ...args], { environment } = {}) =>
    run(program, args, { home, environment: { ...usual, ...environment } });
}

interface Running {
  readonly home: string;
  readonly environment: Record<string, string>;
}

async function run(program: string, args: readonly string[], { home, environment }: Running) {
  const child = spawn(program, args, {
    cwd: home,
    env: environment,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const hear = (chunk: Buffer) => {
    said += chunk.toString();
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const timer = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), longestMs);
  try {
    const [status, signal] = await once(child, 'close');
    if (signal !== null) throw new Error(`it did not end within ${longestMs / 1_000} seconds:\n${said}`);
    if (status !== 0) throw new Error(`it ended with ${status}:\n${said}`);
    return said;
  } finally {
    clearTimeout(timer);
  }
}
