import { rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { version5 } from '../../src/store/sqlite/migrations/until10/version5.ts';
import { maintain } from '../../src/folder/maintenance.ts';
import { openWorkspace } from '../../src/folder/open.ts';
import { placesIn } from '../../src/folder/places/places.ts';
import { check, expectSound } from '../support/check.ts';
import { type Sample, samples, uploadSample } from '../support/documents.ts';
import { routeSearch, toolSearch } from '../support/finding.ts';
import { startHost } from '../support/hosts.ts';
import { indexed } from '../support/index.ts';
import { docxOf, officeTypes } from '../support/office.ts';
import { patience } from '../support/patience.ts';
import { pdf } from '../support/pdf.ts';
import { childrenOf, isComputing, isRunning, whileStopped } from '../support/processes.ts';
import { accessToken, type Gateway, startGateway, stop, temporaryFolder } from '../support/product.ts';
import { type Account, accountAt } from '../support/rest.ts';
import { inStorage } from '../support/storage.ts';
import { addUsers } from '../support/users.ts';

const [sample] = samples as [(typeof samples)[number]];
const page = samples.find(({ fileName }) => fileName === 'page.html')!;

/** Pages enough for hours, all of the same content. */
function longPdf(): Sample {
  const lines = Array.from({ length: 200 }, (_, index) => `line ${index} of a page that has many of them`);
  const bytes = pdf(Array.from({ length: 50_000 }, () => lines));
  return { fileName: 'long.pdf', type: 'application/pdf', bytes };
}

/** Elements in elements in elements: whoever reads it has not written a word when its time is up. */
const endless: Sample = {
  fileName: 'endless.docx',
  type: officeTypes.docx,
  bytes: docxOf(`<w:document>${'<w:secretelement>'.repeat(3_000_000)}`),
};

/** The process that extracts the document of a gateway, once it computes. */
async function extractionOf({ pid }: Gateway['process']): Promise<number> {
  await expect.poll(() => childrenOf(pid!).filter(isComputing), { ...patience, interval: 20 }).toHaveLength(1);
  return childrenOf(pid!)[0]!;
}

async function gatewayOn(dataFolder: string) {
  const token = await accessToken(dataFolder);
  const gateway = await startGateway(dataFolder);
  return { ...gateway, account: accountAt(gateway.url, token) };
}

const textOf = async ({ done }: Account, fileId: string) => (await done(`GET /files/${fileId}/text`)).text;

const rowOf = (dataFolder: string, fileId: string) =>
  inStorage(dataFolder, (db) =>
    db.selectFrom('file_texts').selectAll().where('file_id', '=', fileId).executeTakeFirstOrThrow(),
  );

const setRow = (dataFolder: string, fileId: string, values: { attempts: number; claimed_until?: number }) =>
  inStorage(dataFolder, (db) =>
    db
      .updateTable('file_texts')
      .set({ status: 'pending', claimed_until: 0, ...values })
      .where('file_id', '=', fileId)
      .execute(),
  );

test('while a text is extracted, callers are told so and other work goes on; a slow extraction keeps what it has', async () => {
  const dataFolder = await temporaryFolder();
  const { account, log, process: gateway } = await gatewayOn(dataFolder);
  const fileId = await uploadSample(account, longPdf());
  const timeIsUp = sleep(limits.documentSeconds * 1_000);
  const host = await startHost(dataFolder);

  expect(await textOf(account, fileId)).toEqual({ fileId, status: 'pending' });
  for (const as of ['auto', 'text']) {
    const { problem } = await host.call('workspace_file_content', { fileId, as });
    expect(problem).toMatchObject({
      code: 'unavailable',
      retryable: true,
      detail: expect.stringContaining('extracted'),
    });
  }
  expect(await host.done('workspace_file_content', { fileId, as: 'base64' })).toMatchObject({ encoding: 'base64' });
  expect((await routeSearch(account)({ q: 'long.pdf' })).results).toMatchObject([{ id: fileId }]);
  const { artifact } = await account.done('POST /artifacts', {
    kind: 'csv',
    title: 'Meanwhile',
    content: `${'word,'.repeat(50_000)}\nlastword\n`,
    idempotencyKey: 'meanwhile',
  });
  await expect
    .poll(async () => (await toolSearch(host)({ q: 'lastword' })).results)
    .toMatchObject([{ id: artifact.id }]);
  expect(await textOf(account, fileId)).toEqual({ fileId, status: 'pending' });

  await whileStopped({ pid: await extractionOf(gateway) }, () => timeIsUp);
  await expect
    .poll(() => textOf(account, fileId), { timeout: 60_000, interval: 500 })
    .toMatchObject({ status: 'ready', cut: true, content: expect.stringMatching(/^line 0 of a page/) });
  expect(await host.done('workspace_file_content', { fileId })).toMatchObject({ encoding: 'text', cut: true });
  expect(log()).not.toMatch(/"level":[456]0/);
});

test('kill -9 ends the extraction too; the attempt counts, and a document that ends every attempt is given up', async () => {
  const dataFolder = await temporaryFolder();
  const { account, process: victim } = await gatewayOn(dataFolder);
  const fileId = await uploadSample(account, endless);
  await vi.waitFor(() => expect(childrenOf(victim.pid!)).toHaveLength(1), 10_000);
  const [child] = childrenOf(victim.pid!);
  await stop(victim, 'SIGKILL');
  await vi.waitFor(() => expect(isRunning(child!)).toBe(false), 10_000);
  expect(await rowOf(dataFolder, fileId)).toMatchObject({ status: 'pending', attempts: 1 });

  await setRow(dataFolder, fileId, { attempts: limits.documentAttempts - 1 });
  const again = await gatewayOn(dataFolder);
  process.kill(await extractionOf(again.process), 'SIGSTOP');
  const goodId = await uploadSample(again.account, sample);
  await indexed(dataFolder);
  expect(await textOf(again.account, fileId)).toEqual({ fileId, status: 'none', reason: 'too_slow' });
  expect(await textOf(again.account, goodId)).toMatchObject({ content: sample.text });
  expect((await rowOf(dataFolder, fileId)).attempts).toBe(limits.documentAttempts);
  expect(again.log()).toMatch(new RegExp(`"level":30,.*No text could be extracted from ${fileId}: too_slow\\.`));
  expect(again.log()).not.toContain('secretelement');

  await stop(again.process, 'SIGKILL');
  await setRow(dataFolder, fileId, { attempts: limits.documentAttempts });
  const last = await gatewayOn(dataFolder);
  await expect.poll(() => textOf(last.account, fileId)).toMatchObject({ status: 'none', reason: 'too_large' });
  await expectSound(dataFolder);
});

test('a process that is stopped in the middle leaves the document to the next, as if it had not begun', async () => {
  const dataFolder = await temporaryFolder();
  const { account, process: first } = await gatewayOn(dataFolder);
  const fileId = await uploadSample(account, endless);
  await vi.waitFor(() => expect(childrenOf(first.pid!)).toHaveLength(1), 10_000);
  await stop(first);
  expect(await rowOf(dataFolder, fileId)).toMatchObject({ status: 'pending', attempts: 0, claimed_until: 0 });
});

test('a process whose claim has run out leaves the document to the one that has it now', async () => {
  const dataFolder = await temporaryFolder();
  const { account, process: slept } = await gatewayOn(dataFolder);
  const fileId = await uploadSample(account, endless);
  await vi.waitFor(() => expect(childrenOf(slept.pid!)).toHaveLength(1), 10_000);
  const others = { attempts: 2, claimed_until: Date.now() + 3_600_000 };
  await setRow(dataFolder, fileId, others);
  await stop(slept);
  expect(await rowOf(dataFolder, fileId)).toMatchObject({ status: 'pending', ...others });
});

test('one of several processes extracts each text', async () => {
  const dataFolder = await temporaryFolder();
  const gateways = await Promise.all([1, 2, 3].map(() => gatewayOn(dataFolder)));
  const ids = await Promise.all(samples.flatMap((each) => gateways.map(({ account }) => uploadSample(account, each))));
  await indexed(dataFolder);
  const rows = await inStorage(dataFolder, (db) => db.selectFrom('file_texts').selectAll().execute());
  expect(rows.length).toBeGreaterThan(ids.length / 2);
  expect(rows.filter(({ status, attempts }) => status !== 'ready' || attempts !== 1)).toEqual([]);
  await expectSound(dataFolder);
});

test('owners take turns: the one document of a user does not wait for all of another', async () => {
  const dataFolder = await temporaryFolder();
  await addUsers(dataFolder, { email: 'mia@example.com' });
  const { account, url } = await gatewayOn(dataFolder);
  const mia = accountAt(url, await accessToken(dataFolder, '--user', 'mia@example.com'));
  const ids: string[] = [];
  for (let number = 0; number < 12; number += 1) ids.push(await uploadSample(account, sample));
  const ofMia = await uploadSample(mia, sample);
  const statusOf = async (fileId: string) => (await rowOf(dataFolder, fileId)).status;
  await expect.poll(() => statusOf(ofMia), { interval: 50 }).toBe('ready');
  expect(await statusOf(ids.at(-1)!)).toBe('pending');
});

test('a text of as many bytes as are kept is whole, a longer one ends at a character', async () => {
  const dataFolder = await temporaryFolder();
  const { account } = await gatewayOn(dataFolder);
  const most = limits.documentTextBytes;
  const utf16 = (text: string): Sample => ({
    fileName: 'long.txt',
    type: 'text/plain',
    bytes: Buffer.from(`\ufeff${text}`, 'utf16le'),
  });
  const whole = await uploadSample(account, utf16(`${'a'.repeat(most - 2)}é`));
  const cut = await uploadSample(account, utf16(`${'a'.repeat(most - 1)}é`));
  const ending = async (fileId: string, offset: number) =>
    (await account.done(`GET /files/${fileId}/text?offset=${offset}`)).text;
  for (const fileId of [whole, cut])
    await expect.poll(async () => (await textOf(account, fileId)).status, { timeout: 60_000 }).toBe('ready');
  const atMost = await ending(whole, most - 4);
  expect(atMost).toMatchObject({ content: 'aaé', size: most });
  expect(atMost.cut).toBeUndefined();
  expect(await ending(cut, most - 4)).toMatchObject({ content: 'aaa', size: most - 1, cut: true });
});

test('text in another character set than UTF-8 is read when its type says which', async () => {
  const host = await startHost(await temporaryFolder());
  const { file } = await host.done('workspace_file_upload', {
    fileName: 'figures.csv',
    contentType: 'text/csv; charset=windows-1252',
    contentBase64: Buffer.from('Größe;5 \x80', 'latin1').toString('base64'),
  });
  await expect
    .poll(async () => (await host.call('workspace_file_content', { fileId: file.id })).structured?.text, patience)
    .toBe('Größe;5 €');
  const found = async () => (await toolSearch(host)({ q: 'Größe' })).results;
  await expect.poll(found, patience).toMatchObject([{ id: file.id }]);
});

test('a process that only reads extracts nothing', async () => {
  const dataFolder = await temporaryFolder();
  const { account, process: gateway } = await gatewayOn(dataFolder);
  const fileId = await uploadSample(account, sample);
  await indexed(dataFolder);
  await stop(gateway);
  await setRow(dataFolder, fileId, { attempts: 0 });
  const host = await startHost(dataFolder, '--read-only');
  for (let asked = 0; asked < 5; asked += 1) await host.call('workspace_file_content', { fileId });
  expect(childrenOf(host.transport.pid!)).toEqual([]);
  expect(await rowOf(dataFolder, fileId)).toMatchObject({ attempts: 0, claimed_until: 0 });
});

test('the documents of a folder from an earlier release get their texts', async () => {
  const dataFolder = await temporaryFolder();
  const { account, process: gateway } = await gatewayOn(dataFolder);
  const [pdfId, pageId] = [await uploadSample(account, sample), await uploadSample(account, page)];
  const macroId = await uploadSample(account, {
    fileName: 'macros.docm',
    type: 'application/vnd.ms-word.document.macroEnabled.12',
    bytes: docxOf('<w:document><w:body><w:p><w:r><w:t>Said beside macros.</w:t></w:r></w:p></w:body></w:document>'),
  });
  await indexed(dataFolder);
  await stop(gateway);
  await inStorage(dataFolder, async (tx) => {
    await sql`drop table file_texts`.execute(tx);
    await sql`update files set content_type = 'text/html; charset=utf-8' where id = ${pageId}`.execute(tx);
    await tx.deleteFrom('passages').where('body', '!=', '').execute();
    for (const [id, title, body] of [
      [pdfId, sample.fileName, ''],
      [pageId, page.fileName, '<p>unsaidmarkup'],
    ] as const)
      await tx
        .insertInto('passages')
        .values({ resource_type: 'file', resource_id: id, version_id: id, title, body })
        .execute();
    await version5(tx as unknown as Kysely<unknown>);
  });

  const { account: later } = await gatewayOn(dataFolder);
  await indexed(dataFolder);
  for (const [id, { text, word }] of [
    [pdfId, sample],
    [pageId, page],
  ] as const) {
    expect(await textOf(later, id)).toMatchObject({ status: 'ready', content: text });
    expect((await routeSearch(later)({ q: word })).results).toMatchObject([{ id }]);
  }
  expect((await routeSearch(later)({ q: 'unsaidmarkup' })).results).toEqual([]);
  expect(await textOf(later, macroId)).toMatchObject({ content: expect.stringContaining('Said beside macros.') });
  await expectSound(dataFolder);
});

test('a document whose bytes are gone has no text, and the operator is told why', async () => {
  const dataFolder = await temporaryFolder();
  const { account, process: gateway } = await gatewayOn(dataFolder);
  const fileId = await uploadSample(account, sample);
  await indexed(dataFolder);
  await stop(gateway);
  const { sha256 } = await inStorage(dataFolder, (db) =>
    db.selectFrom('files').select('sha256').where('id', '=', fileId).executeTakeFirstOrThrow(),
  );
  await rm(join(placesIn(dataFolder).blobs, sha256.slice(0, 2), sha256));
  await inStorage(dataFolder, (db) => db.updateTable('file_texts').set({ sha256: null, size: null }).execute());
  await setRow(dataFolder, fileId, { attempts: 0 });
  const again = await gatewayOn(dataFolder);
  await expect.poll(() => textOf(again.account, fileId)).toMatchObject({ status: 'none', reason: 'damaged' });
  expect(again.log()).toContain('ENOENT');
});

test('a text is kept as long as its file, and that it is gone is found', async () => {
  const dataFolder = await temporaryFolder();
  const { account } = await gatewayOn(dataFolder);
  const fileId = await uploadSample(account, sample);
  await indexed(dataFolder);
  const { sha256 } = await rowOf(dataFolder, fileId);
  const blob = join(placesIn(dataFolder).blobs, sha256!.slice(0, 2), sha256!);
  await utimes(blob, new Date(0), new Date(0));
  const workspace = await openWorkspace({ dataFolder, userName: 'local', onError: () => {} });
  onTestFinished(() => workspace.close());
  await maintain(workspace);
  expect(await textOf(account, fileId)).toMatchObject({ content: sample.text });

  await rm(blob);
  const { problems } = await check(dataFolder);
  expect(problems).toEqual([`${fileId}: the text extracted from it is missing (blob ${sha256})`]);
});

test('a text that is neither there nor known to be missing is found', async () => {
  const dataFolder = await temporaryFolder();
  const { account } = await gatewayOn(dataFolder);
  const fileId = await uploadSample(account, sample);
  await indexed(dataFolder);
  await inStorage(dataFolder, (tx) => tx.updateTable('file_texts').set({ sha256: null }).execute());
  expect((await check(dataFolder)).problems).toEqual([
    `${fileId} has a text that is neither there nor known to be missing`,
  ]);
});
