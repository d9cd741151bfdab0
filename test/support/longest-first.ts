import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take long though they are short to read, the longest first. */
const long = [
  'test/web/every-page.test.ts',
  'test/durability/questions.test.ts',
  'test/documents/extracting.test.ts',
  'test/http/slow-readers.test.ts',
  'test/durability/import-kill.test.ts',
  'test/documents/hostile.test.ts',
  'test/durability/pending-rows.test.ts',
  'test/http/permissions/table.test.ts',
  'test/differential/differential.test.ts',
  'test/web/grouped-tables.test.ts',
  'test/http/sheet-files.test.ts',
  'test/durability/upgrades.test.ts',
  'test/web/offers/private.test.ts',
  'test/web/offers/read.test.ts',
  'test/web/offers/open.test.ts',
  'test/web/offers/inside.test.ts',
  'test/web/offers/managed.test.ts',
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
