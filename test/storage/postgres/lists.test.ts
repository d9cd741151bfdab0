import { describe, expect, test, vi } from 'vitest';
import { freshDatabase } from '../../support/postgres.ts';
import { postgresPrograms } from '../../support/postgres-programs.ts';
import { accessToken, folderOfItsOwn, startGateway } from '../../support/product.ts';
import { accountAt } from '../../support/rest.ts';

/** Needs a server; `npm run storage` says so where there is none. */
describe.skipIf(postgresPrograms() === undefined)('a workspace on a server without any text', () => {
  test('answers lists by words with nothing', async () => {
    vi.stubEnv('WORKSPACE_DATABASE', await freshDatabase());
    const folder = await folderOfItsOwn();
    const gateway = await startGateway(folder);
    const account = accountAt(gateway.url, await accessToken(folder));
    vi.unstubAllEnvs();
    const answers = await Promise.all(
      ['artifacts', 'files', 'sessions', 'search'].map(async (list) => {
        const { status, body } = await account.call(`GET /${list}?q=plan`);
        return [list, status, body.artifacts ?? body.files ?? body.sessions ?? body.results];
      }),
    );
    expect(answers).toEqual(['artifacts', 'files', 'sessions', 'search'].map((list) => [list, 200, []]));
  });
});
