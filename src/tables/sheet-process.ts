import { readFile } from 'node:fs/promises';
import { WorkspaceError } from '../../schemas/errors.ts';
import '../store/sqlite/readers/orphans.ts';
import { writeSheet } from './sheet-table.ts';
import type { SheetOutcome, SheetTask } from './sheets.ts';

/** Writes a large sheet in a separate process. Returns JSON, also of a refusal. */
export default async function write({ csv, path, named }: SheetTask): Promise<string> {
  try {
    return JSON.stringify({ table: await writeSheet(await readFile(csv), path, named) } satisfies SheetOutcome);
  } catch (error) {
    if (!(error instanceof WorkspaceError)) throw error;
    const { code, message, extras } = error;
    return JSON.stringify({ refusal: { code, message, extras } } satisfies SheetOutcome);
  }
}
