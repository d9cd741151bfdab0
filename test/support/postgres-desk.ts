import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** A socket that tells the address of the run's PostgreSQL server. */
    readonly postgresDesk: string;
  }
}

/** One PostgreSQL server for all processes of the tests. It starts when the first asks for it, and ends with the run. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'workspace-test-'));
  let server: Promise<string> | undefined;
  const started = async () => (await import('./postgres-server.ts')).startServer();
  const desk = createServer((asker) => {
    server ??= started();
    server.then(
      (address) => asker.end(address),
      (error: unknown) => {
        console.error(error);
        asker.end();
      },
    );
  });
  const path = join(folder, 'desk');
  await once(desk.listen(path), 'listening');
  provide('postgresDesk', path);
  return async () => {
    desk.close();
    await rm(folder, { recursive: true });
  };
}
