import { rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { placesIn } from '../../src/folder/places/places.ts';
import { samples, uploadSample } from '../support/documents.ts';
import { patience } from '../support/patience.ts';
import { accessToken, startGateway, stop, temporaryFolder } from '../support/product.ts';
import { accountAt } from '../support/rest.ts';
import { inStorage } from '../support/storage.ts';

test('a full disk never counts as a failed extraction, however often it is tried', async () => {
  const dataFolder = await temporaryFolder();
  const token = await accessToken(dataFolder);
  const [sample] = samples;
  let gateway = await startGateway(dataFolder);
  const fileId = await uploadSample(accountAt(gateway.url, token), sample!);
  const text = async () =>
    (await accountAt(gateway.url, token).done(`GET /files/${fileId}/text`)).text as { status: string };
  await expect.poll(text, patience).toMatchObject({ status: 'ready' });
  await stop(gateway.process);
  await inStorage(dataFolder, (tx) =>
    tx
      .updateTable('file_texts')
      .set({ status: 'pending', attempts: 0, claimed_until: 0, sha256: null, size: null, is_cut: 0 })
      .execute(),
  );

  const incoming = join(placesIn(dataFolder).blobs, 'incoming');
  await rename(incoming, `${incoming}-aside`);
  await writeFile(incoming, 'Nothing can be written here.');
  for (let attempt = 0; attempt <= limits.documentAttempts; attempt += 1) {
    gateway = await startGateway(dataFolder);
    await expect.poll(gateway.log, patience).toContain('background work failed');
    expect(await text()).toMatchObject({ status: 'pending' });
    await stop(gateway.process);
  }
  await unlink(incoming);
  await rename(`${incoming}-aside`, incoming);
  gateway = await startGateway(dataFolder);
  await expect.poll(text, patience).toMatchObject({ status: 'ready', content: sample!.text });
});
