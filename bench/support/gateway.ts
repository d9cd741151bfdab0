import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { executable } from './stdio.ts';

export interface Server {
  readonly process: ChildProcess;
  readonly url: string;
  stop(): Promise<void>;
}

/** As an operator runs it, who keeps the log elsewhere; it counts requests, but allows more than can come. */
export const ourGateway = (dataFolder: string): Promise<Server> =>
  listening(executable, 'serve', '--data', dataFolder, '--port', '0', '--rate-limit', '999999999');

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
