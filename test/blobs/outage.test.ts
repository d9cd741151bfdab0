import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type BucketServer, startBucketServer } from '../support/bucket-server.ts';
import { type Container, startContainer } from '../support/container.ts';
import { form, textFile } from '../support/forms.ts';
import { patience } from '../support/patience.ts';
import { gatewayWith } from '../support/rest.ts';

let bucket: BucketServer;
let container: Container;

beforeAll(async () => {
  [bucket, container] = await Promise.all([startBucketServer(), startContainer()]);
  container.keysForMs = 2_000;
  for (const [name, value] of Object.entries(container.variables)) vi.stubEnv(name, value);
});
afterEach(() => {
  bucket.fault = () => undefined;
  container.status = 200;
});
afterAll(async () => {
  vi.unstubAllEnvs();
  container.close();
  await bucket.close();
});

const gateway = gatewayWith(() => [
  '--blobs',
  's3://files/outage',
  '--blobs-endpoint',
  bucket.url,
  '--blobs-region',
  'eu-test-1',
]);

const upload = async (text: string): Promise<string> =>
  (await gateway.admin.done('POST /files', form(['file', textFile(text), 'a.txt']))).file.id;
const download = (fileId: string) => gateway.admin.call(`GET /files/${fileId}/content`);

const readiness = async () => {
  const answer = await fetch(`${gateway.url}/ready`);
  return { status: answer.status, text: await answer.text() };
};

test('credentials that vanish while a gateway runs are named in its log alone', async () => {
  const fileId = await upload('needs credentials');
  container.status = 401;
  await expect.poll(async () => (await readiness()).status, patience).toBe(503);
  const answers = [(await readiness()).text, String((await download(fileId)).bytes)];
  expect(answers[0]).toContain('The bucket of this workspace’s files cannot be reached; the log says why.');
  expect(answers[1]).toContain('The storage of files cannot be reached, so these bytes cannot be read.');
  for (const answer of answers) expect(answer).not.toMatch(/AWS_|credentials|127\.0\.0\.1/);
  expect(gateway.log()).toContain('The container’s endpoint gives no credentials of the bucket (status 401)');
  container.status = 200;
  expect((await download(fileId)).bytes.toString()).toBe('needs credentials');
  await expect.poll(async () => (await readiness()).status, patience).toBe(200);
});

/** The object that holds these bytes. */
const objectOf = (text: string) => [...bucket.objects].find(([, held]) => held.equals(Buffer.from(text)))![0];

test('an object that the bucket lost is not said to come back, and is stored by the next upload', async () => {
  const texts = { missing: 'these go missing', empty: 'these are emptied', shorter: 'these are cut' };
  const ids = await Promise.all(Object.values(texts).map((text) => upload(text)));
  bucket.objects.delete(objectOf(texts.missing));
  bucket.objects.set(objectOf(texts.empty), Buffer.alloc(0));
  bucket.objects.set(objectOf(texts.shorter), Buffer.from('these'));
  for (const id of ids.slice(0, 2)) {
    const { status, body } = await download(id);
    expect(status).toBe(500);
    expect(body.detail).toMatch(/^The storage of files has lost bytes of this file\. Upload the file again, or ask/);
  }
  expect(gateway.log()).toMatch(/The object s3:\/\/files\/outage\/ins_\S+ is missing\./);
  await expect(download(ids[2]!)).rejects.toThrow('terminated');
  for (const [index, text] of Object.values(texts).entries()) {
    await upload(text);
    expect((await download(ids[index]!)).bytes.toString()).toBe(text);
  }
});

test('a part is all that is read where the service knows no ranges', async () => {
  const fileId = await upload('0123456789');
  bucket.fault = (method) => (method === 'GET' ? 'without ranges' : undefined);
  const part = await gateway.admin.call(`GET /files/${fileId}/content`, undefined, { range: 'bytes=0-3' });
  expect([part.status, part.bytes.toString()]).toEqual([206, '0123']);
});
