import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type BucketServer, bucketVariables, startBucketServer } from '../../support/bucket-server.ts';
import { check, sound } from '../../support/check.ts';
import { form, textFile } from '../../support/forms.ts';
import { freshDatabase } from '../../support/postgres.ts';
import { postgresPrograms } from '../../support/postgres-programs.ts';
import { type Gateway, folderOfItsOwn, printedToken, refusedServe, startGateway, stop } from '../../support/product.ts';
import { accountAt } from '../../support/rest.ts';

/** Needs a server; `npm run storage` says so where there is none. */
describe.skipIf(postgresPrograms() === undefined)(
  'a workspace with its database on a server and its files in a bucket',
  () => {
    let bucket: BucketServer;
    beforeAll(async () => {
      bucket = await startBucketServer();
      for (const [name, value] of Object.entries(bucketVariables)) vi.stubEnv(name, value);
      vi.stubEnv('WORKSPACE_BLOBS', 's3://files/work').stubEnv('WORKSPACE_BLOBS_REGION', 'eu-test-1');
      vi.stubEnv('WORKSPACE_BLOBS_ENDPOINT', bucket.url);
    });
    afterAll(async () => {
      vi.unstubAllEnvs();
      await bucket.close();
    });

    const started = async (folder: string, address: string) => {
      const gateway = await startGateway(folder, '--database', address);
      return { gateway, admin: await accountOf(gateway, folder) };
    };
    const accountOf = async ({ url }: Gateway, folder: string) => accountAt(url, await printedToken(folder));

    test('keeps keys and an address in its folder, and goes on after a restart', async () => {
      const [folder, address] = [await folderOfItsOwn(), await freshDatabase()];
      const { gateway, admin } = await started(folder, address);
      const { file } = await admin.done('POST /files', form(['file', textFile('far from the folder'), 'far.txt']));
      const markers = () => [...bucket.objects.keys()].filter((name) => /\/ins_\w+\/workspace-mcp$/.test(name));
      expect(markers()).toHaveLength(1);
      expect((await readdir(folder)).filter((name) => !name.startsWith('.')).sort()).toEqual([
        'database-url',
        'gateway.json',
        'signing-key.json',
      ]);
      await stop(gateway.process, 'SIGKILL');
      const again = await started(folder, address);
      expect((await again.admin.call(`GET /files/${file.id}/content`)).bytes.toString()).toBe('far from the folder');
      expect(markers()).toHaveLength(1);
      expect(await check(folder)).toEqual(sound);
      vi.stubEnv('WORKSPACE_BLOBS', 'folder');
      const { status, stderr } = await refusedServe('--port', '0', '--data', folder);
      vi.stubEnv('WORKSPACE_BLOBS', 's3://files/work');
      expect([status, stderr]).toEqual([1, expect.stringContaining('are in s3://files/work, not in its data folder')]);
    });
  },
);
