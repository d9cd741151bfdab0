import { WorkspaceError } from '../../schemas/errors.ts';
import { openDatabase } from '../store/sqlite/open.ts';
import '../store/sqlite/readers/orphans.ts';
import { writeSheet } from './sheet-table.ts';
import { contentOfVersion, type SheetOutcome, type SheetTask } from './sheets.ts';

/** Writes a large sheet in a separate process. Returns JSON, also of a refusal. */
export default async function write({ database, versionId, path }: SheetTask): Promise<string> {
  const source = await openDatabase({ path: database, readOnly: true });
  try {
    const content = await source.read((db) => contentOfVersion(db, { versionId }));
    return JSON.stringify({ table: await writeSheet(content, path) } satisfies SheetOutcome);
  } catch (error) {
    if (!(error instanceof WorkspaceError)) throw error;
    const { code, message, extras } = error;
    return JSON.stringify({ refusal: { code, message, extras } } satisfies SheetOutcome);
  } finally {
    await source.close();
  }
}
