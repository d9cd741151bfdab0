import { verifyKeys } from '../../auth/keys.ts';
import type { Config } from '../../config.ts';
import { backUp, lostLine } from '../../folder/backup.ts';
import { restore } from '../../folder/restore.ts';
import { print, type Printing } from './administration.ts';

export interface BackupOptions extends Printing {
  readonly skipDamaged: boolean;
}

/** `workspace admin backup`: a copy of one moment in one file, whether a gateway runs or not. */
export async function adminBackup(
  config: Config,
  file: string,
  release: string,
  options: BackupOptions,
): Promise<void> {
  const { skipDamaged } = options;
  const backup = await backUp({ ...config, file, release, skipDamaged });
  const missing = backup.lost.map((lost) => `left out: ${lostLine(lost)}`);
  print(options, { backup }, [`${backup.file} holds the workspace as of ${backup.createdAt}`, ...missing]);
}

export interface RestoreOptions extends Printing {
  readonly withConnections: boolean;
}

/** `workspace admin restore`: into a folder that is empty or does not exist. */
export async function adminRestore(config: Config, file: string, options: RestoreOptions): Promise<void> {
  const restored = await restore({ ...config, file, verifyKeys, withConnections: options.withConnections });
  const missing = `${restored.lost.length} blobs were lost when it was backed up; "workspace admin check" names their files`;
  print(options, { restored }, [
    `${restored.dataFolder} is the workspace as of ${restored.createdAt}`,
    ...(restored.lost.length > 0 ? [missing] : []),
  ]);
}
