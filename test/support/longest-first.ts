import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take long though they are short to read, the longest first. */
const long = [
  'test/web/chats/states.long.test.ts',
  'test/http/sheet-files.long.test.ts',
  'test/documents/hostile.long.test.ts',
  'test/durability/questions.long.test.ts',
  'test/web/every-page.long.test.ts',
  'test/documents/extracting.long.test.ts',
  'test/durability/pending-rows.long.test.ts',
  'test/web/every-state.long.test.ts',
  'test/durability/upgrades.long.test.ts',
  'test/durability/everyday-kill.long.test.ts',
  'test/http/slow-readers.long.test.ts',
  'test/differential/differential.long.test.ts',
  'test/durability/import-kill.long.test.ts',
  'test/web/writing-kept.test.ts',
  'test/web/new-sheets.test.ts',
  'test/web/kept-drafts.test.ts',
  'test/web/conflicts.test.ts',
  'test/web/choosing.test.ts',
  'test/http/permissions/table.test.ts',
  'test/web/channels.test.ts',
  'test/cli/sources.test.ts',
  'test/mcp/selection.test.ts',
  'test/package/package.long.test.ts',
].map((path) => resolve(path));

/**
 * Begins with the slowest files, so that no worker ends alone. A fresh clone knows only the size of a file. A small
 * file that walks all pages of the app would come too late.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const gone = long.filter((path) => !existsSync(path));
    if (gone.length > 0) throw new Error(`These files are gone; take them out of longest-first.ts: ${gone.join(', ')}`);
    const place = ({ moduleId }: TestSpecification) => (long.includes(moduleId) ? long.indexOf(moduleId) : long.length);
    const projects = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...projects.values()].flatMap((ofProject) => ofProject.toSorted((one, other) => place(one) - place(other)));
  }
}
