import { readFile } from 'node:fs/promises';
import { WorkspaceError } from '../../schemas/errors.ts';
import { openDatabase } from '../store/sqlite/open.ts';
import '../store/sqlite/readers/orphans.ts';
import { writeSheet } from './sheet-table.ts';
import { contentOfVersion, type SheetOutcome, type SheetTask } from './sheets.ts';

/** Writes a large sheet in a separate process. Returns JSON, also of a refusal. */
export default async function write(task: SheetTask): Promise<string> {
  const named = 'csv' in task ? '/fileId' : '/artifactId';
  try {
    return JSON.stringify({ table: await writeSheet(await contentOf(task), task.path, named) } satisfies SheetOutcome);
  } catch (error) {
    if (!(error instanceof WorkspaceError)) throw error;
    const { code, message, extras } = error;
    return JSON.stringify({ refusal: { code, message, extras } } satisfies SheetOutcome);
  }
}

async function contentOf(task: SheetTask): Promise<Uint8Array> {
  if ('csv' in task) return readFile(task.csv);
  const source = await openDatabase({ path: task.database, readOnly: true });
  try {
    return await source.read((db) => contentOfVersion(db, { versionId: task.versionId }));
  } finally {
    await source.close();
  }
}
