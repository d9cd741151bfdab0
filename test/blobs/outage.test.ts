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
