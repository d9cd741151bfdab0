import { rm } from 'node:fs/promises';
import { accessToken, listening, newDataFolder, spawnGateway, stop } from '../support/product.ts';
import { type Account, accountAt } from '../support/rest.ts';
import { inStorage } from '../support/storage.ts';
import { addUsers } from '../support/users.ts';

export interface ZonedGateway {
  readonly dataFolder: string;
  readonly timeZone: string;
  /** The organisation's admin, who makes everything. */
  readonly account: Account;
  /** IDs of its members, of whom records may tell. */
  readonly users: readonly string[];
  close(): Promise<void>;
}

/** A gateway on a folder of its own, whose organisation lives in this time zone. */
export async function gatewayIn(timeZone: string): Promise<ZonedGateway> {
  const dataFolder = await newDataFolder();
  const ids = await addUsers(dataFolder, { email: 'ann@workspace.test' }, { email: 'bob@workspace.test' });
  await inStorage(dataFolder, (tx) => tx.updateTable('organizations').set({ time_zone: timeZone }).execute());
  const gateway = await listening(spawnGateway(dataFolder));
  return {
    dataFolder,
    timeZone,
    account: accountAt(gateway.url, await accessToken(dataFolder)),
    users: Object.values(ids),
    async close() {
      await stop(gateway.process);
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}
