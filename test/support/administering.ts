import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect } from 'vitest';
import {
  accessToken,
  type Gateway,
  listening,
  pipeIntoWorkspace,
  spawnGateway,
  stop,
  newDataFolder,
} from './product.ts';
import { accountAt } from './rest.ts';
import { inStorage } from './storage.ts';

/** A gateway that runs beside the commands which administer its folder. */
export function administeredFolder() {
  let folder: string;
  let gateway: Gateway;

  beforeAll(async () => {
    folder = await newDataFolder();
    gateway = await listening(spawnGateway(folder, '--log-level', 'trace'));
  });
  afterAll(async () => {
    await stop(gateway.process);
    await rm(folder, { recursive: true, force: true });
  });

  const withInput = (input: string | Uint8Array, command: string, ...args: string[]) =>
    pipeIntoWorkspace(input, 'admin', ...command.split(' '), ...args, '--data', folder);
  const run = (command: string, ...args: string[]) => withInput('', command, ...args);

  async function done(command: string, ...args: string[]) {
    const { stdout, stderr } = await run(command, ...args, '--json');
    if (stderr !== '') throw new Error(stderr);
    return JSON.parse(stdout);
  }

  return {
    get folder() {
      return folder;
    },
    get url() {
      return gateway.url;
    },
    log: () => gateway.log(),
    withInput,
    run,
    /** The JSON that a command prints; it must not be refused. */
    done,
    async refused(command: string, ...args: string[]): Promise<string> {
      const { status, stdout, stderr } = await run(command, ...args);
      expect([status, stdout]).toEqual([1, '']);
      expect(stderr).not.toContain('    at ');
      return stderr;
    },
    user: (email: string, ...args: string[]) => done('users add', '--email', email, '--name', email, ...args),
    as: async (email: string) => accountAt(gateway.url, await accessToken(folder, '--user', email)),
    owner: async () => accountAt(gateway.url, await accessToken(folder)),
    events: (resourceId: string) =>
      inStorage(folder, (db) =>
        db
          .selectFrom('audit_events')
          .select(['action', 'organization_id', 'interface'])
          .where('resource_id', '=', resourceId)
          .orderBy('id')
          .execute(),
      ),
  };
}
