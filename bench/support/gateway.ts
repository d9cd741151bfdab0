import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'rolldown';
import { executable } from './stdio.ts';

export interface Server {
  readonly process: ChildProcess;
  readonly url: string;
  stop(): Promise<void>;
}

/** As an operator runs it, who keeps the log elsewhere; it counts requests, but allows more than can come. */
export const ourGateway = (dataFolder: string, ...options: string[]): Promise<Server> =>
  listening(executable, 'serve', '--data', dataFolder, '--port', '0', '--rate-limit', '999999999', ...options);

/** A baseline built like ours: a process that strips types itself holds a compiler. */
export async function bundled(name: string): Promise<string> {
  const file = resolve(`dist/${name}.js`);
  await build({
    input: resolve(`bench/support/${name}.ts`),
    platform: 'node',
    external: ['better-sqlite3'],
    output: { file, format: 'esm' },
    logLevel: 'warn',
  });
  return file;
}

/** A server that tells on its first line where it listens. */
export async function listening(...command: string[]): Promise<Server> {
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'ignore'] });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return {
    process: child,
    url: line.replace('workspace listening on ', ''),
    async stop() {
      child.kill();
      await once(child, 'exit');
    },
  };
}

export const accessToken = (dataFolder: string): string =>
  execFileSync(process.execPath, [executable, 'token', '--data', dataFolder], { encoding: 'utf8' }).trim();
