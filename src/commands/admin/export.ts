import type { Config } from '../../config.ts';
import { exportOrganization } from '../../folder/databases/export.ts';
import { print, type Printing } from './administration.ts';
import { progressLines } from './progress.ts';

export interface ExportOptions extends Printing {
  readonly organization: string;
}

/** `workspace admin export`: one organisation of a workspace as a data folder of its own, whether a gateway runs or not. */
export async function adminExport(config: Config, folder: string, options: ExportOptions): Promise<void> {
  const { organization } = options;
  const exported = await exportOrganization({ ...config, organization, to: folder, onProgress: progressLines() });
  const { dataFolder, tables, rows, blobs, bytes } = exported;
  print(options, { exported }, [
    `${dataFolder} is a workspace of its own: ${rows} rows of ${tables} tables and ${blobs} blobs (${bytes} bytes), equal on both sides.`,
    'Nobody is signed in there: tokens, applications and webhooks stay behind. Nothing was removed here.',
  ]);
}
