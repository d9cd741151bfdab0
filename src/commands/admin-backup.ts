import { verifyKeys } from '../auth/keys.ts';
import type { Config } from '../config.ts';
import { backUp } from '../workspace/backup.ts';
import { restore } from '../workspace/restore.ts';
import { print, type Printing } from './administration.ts';

/** `workspace admin backup`: a copy of one moment in one file, whether a gateway runs or not. */
export async function adminBackup(config: Config, file: string, release: string, options: Printing): Promise<void> {
  const backup = await backUp({ ...config, file, release });
  print(options, { backup }, [`${backup.file} holds the workspace as of ${backup.createdAt}`]);
}

/** `workspace admin restore`: into a folder that is empty or does not exist. */
export async function adminRestore(config: Config, file: string, options: Printing): Promise<void> {
  const restored = await restore({ ...config, file, verifyKeys });
  print(options, { restored }, [`${restored.dataFolder} is the workspace as of ${restored.createdAt}`]);
}
