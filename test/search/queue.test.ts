import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { placesIn } from '../../src/folder/places/places.ts';
import { toolSearch } from '../support/finding.ts';
import { type Host, startHost } from '../support/hosts.ts';
import { word, wordsOf } from '../support/index.ts';
import { accessToken, temporaryFolder } from '../support/product.ts';
import { accountAt } from '../support/rest.ts';
import { inStorage } from '../support/storage.ts';
import { hostWriter } from '../support/writers.ts';

/** Stores a text file through the host's own listener and puts it back to where its indexing has not begun. */
async function queuedFile(dataFolder: string, host: Host) {
  const { uploadUrl } = await host.done('workspace_file_upload_prepare', {});
  const form = new FormData();
  form.append('file', new Blob(['a text that is never read'], { type: 'text/plain' }), 'unread.txt');
  const account = accountAt(new URL(uploadUrl).origin, await accessToken(dataFolder));
  const { file } = await account.done('POST /files', form);
  await host.client.close();
  await inStorage(dataFolder, async (tx) => {
    await tx.deleteFrom('index_queue').execute();
    const row = { resource_id: file.id, version_id: file.id, resource_type: 'file' as const };
    await tx
      .insertInto('index_queue')
      .values({ ...row, next_offset: 0, queued_at: '2020-01-01T00:00:00.000Z' })
      .execute();
  });
  return file;
}

const damages: [
  what: string,
  damage: (dataFolder: string, file: { id: string; sha256: string }) => Promise<unknown>,
][] = [
  ['bytes', (dataFolder, { sha256 }) => rm(join(placesIn(dataFolder).blobs, sha256.slice(0, 2), sha256))],
  [
    'place in the index',
    (dataFolder, { id }) =>
      inStorage(dataFolder, (tx) => tx.deleteFrom('passages').where('resource_id', '=', id).execute()),
  ],
];

test.each(damages)(
  'a file that has lost its %s keeps no other text from becoming searchable',
  async (_what, damage) => {
    const dataFolder = await temporaryFolder();
    await damage(dataFolder, await queuedFile(dataFolder, await startHost(dataFolder)));

    const host = await startHost(dataFolder);
    const { id } = await hostWriter(host).create(
      'Large',
      wordsOf(50_000, () => '\n'),
      'csv',
    );
    const find = async () => (await toolSearch(host)({ q: word(49_999) })).results.map((result) => result.id);
    await expect.poll(find, { interval: 100 }).toEqual([id]);
  },
);
