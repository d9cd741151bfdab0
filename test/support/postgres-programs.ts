import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Names the folder of the programs of a server. */
export const programsVariable = 'WORKSPACE_TEST_POSTGRES';

/** Where the programs of a server are: as the environment says, else of Debian's newest. Undefined if there are none. */
export function postgresPrograms(): string | undefined {
  const named = process.env[programsVariable];
  if (named !== undefined) return named;
  const versions = '/usr/lib/postgresql';
  if (!existsSync(versions)) return undefined;
  const [newest] = readdirSync(versions).sort((one, other) => Number(other) - Number(one));
  const folder = join(versions, newest ?? '', 'bin');
  return existsSync(join(folder, 'initdb')) ? folder : undefined;
}

/** Files of every run that are run a second time on PostgreSQL, where it is installed. Their statements differ most. */
export const onBothEngines = [
  'test/cli/sources.test.ts',
  'test/http/activity*.test.ts',
  'test/http/calendar-ends.test.ts',
  'test/http/left-waiting.test.ts',
  'test/http/list-filters.test.ts',
  'test/http/names-in-records.test.ts',
  'test/http/query-sizes.test.ts',
  'test/http/record-batches.test.ts',
  'test/http/record-updates.test.ts',
  'test/http/serve.test.ts',
  'test/http/work.test.ts',
  'test/search/records.test.ts',
  'test/tenants/statements.test.ts',
];
