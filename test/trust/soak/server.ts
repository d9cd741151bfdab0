import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../../support/free-port.ts';
import { executable } from '../../support/product.ts';

/** `workspace serve` as an operator runs it, with a temporary folder of its own. */
export interface Server {
  readonly process: ChildProcess;
  readonly url: string;
  readonly dataFolder: string;
  readonly temporaryFolder: string;
  /** Lines of its log that tell of more than a request. */
  readonly complaints: readonly string[];
  /** A gauge of its metrics. */
  gauge(name: string): Promise<number>;
}

export async function startServer(folder: string): Promise<Server> {
  const [dataFolder, temporaryFolder] = [join(folder, 'data'), join(folder, 'tmp')];
  await mkdir(temporaryFolder);
  const metrics = await freePort();
  const child = spawn(
    process.execPath,
    [executable, 'serve', '--data', dataFolder, '--port', '0', '--sample', '--metrics', String(metrics)],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, TMPDIR: temporaryFolder } },
  );
  const complaints: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (!line.startsWith('{"level":30')) complaints.push(line);
  });
  const line = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line').then(([text]) => String(text)),
    once(child, 'exit').then(() => Promise.reject(new Error(`serve ended: ${complaints.join('\n')}`))),
  ]);
  return {
    process: child,
    url: line.replace('workspace listening on ', ''),
    dataFolder,
    temporaryFolder,
    complaints,
    gauge: async (name) => gaugeIn(await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text(), name),
  };
}

const gaugeIn = (metrics: string, name: string): number =>
  Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1] ?? Number.NaN);
