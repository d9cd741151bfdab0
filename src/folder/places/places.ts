import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The paths of the files in a data folder. */
export const placesIn = (dataFolder: string) => ({
  database: join(dataFolder, 'workspace.db'),
  blobs: join(dataFolder, 'blobs'),
  signingKey: join(dataFolder, 'signing-key.json'),
  /** The address of a server that has the database in place of the folder. */
  databaseUrl: join(dataFolder, 'database-url'),
  /** A database that is being copied from a server. */
  arrivingDatabase: join(dataFolder, 'workspace-arriving.db'),
  /** The former database, since it moved to a server. */
  movedDatabase: join(dataFolder, 'workspace-moved.db'),
});

export const holdsWorkspace = (dataFolder: string): boolean => {
  const { database, databaseUrl } = placesIn(dataFolder);
  return existsSync(database) || existsSync(databaseUrl);
};
