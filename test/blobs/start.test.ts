import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { Bucket } from '../../src/blobs/s3/bucket.ts';
import { readConfig } from '../../src/config.ts';
import { type BucketServer, bucketKeys, bucketVariables, startBucketServer } from '../support/bucket-server.ts';
import { startContainer } from '../support/container.ts';
import { temporaryFolder } from '../support/product.ts';

let server: BucketServer;
beforeAll(async () => {
  server = await startBucketServer();
});
afterAll(() => server.close());

/** The bucket of an environment that has these variables. */
async function bucketOf(variables: Record<string, string>, at = server): Promise<Bucket> {
  const url = 's3://files/start';
  const { s3 } = await readConfig({}, { AWS_REGION: 'eu-test-1', AWS_ENDPOINT_URL_S3: at.url, ...variables });
  const bucket = new Bucket({ ...s3, url });
  onTestFinished(() => bucket.close());
  return bucket;
}

const refusal = async (bucket: Promise<Bucket>): Promise<string> => {
  const error: unknown = await (await bucket).refuseUnusable().then(
    () => undefined,
    (reason: unknown) => reason,
  );
  const { message } = error as Error;
  expect(message).not.toContain(bucketKeys.secretAccessKey);
  return message;
};

test('credentials come from the profile of a file', async () => {
  const file = join(await temporaryFolder(), 'credentials');
  const { accessKeyId, secretAccessKey } = bucketKeys;
  await writeFile(
    file,
    `[default]\naws_access_key_id = other\naws_secret_access_key = other\n\n# a comment\n[ work ]\naws_access_key_id=${accessKeyId}\naws_secret_access_key = ${secretAccessKey}\n`,
  );
  await (await bucketOf({ AWS_SHARED_CREDENTIALS_FILE: file, AWS_PROFILE: 'work' })).refuseUnusable();
  expect(await refusal(bucketOf({ AWS_SHARED_CREDENTIALS_FILE: file }))).toBe(
    `${server.url} does not know the credentials of s3://files/start (InvalidAccessKeyId). Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or the profile that they come from.`,
  );
});

test('credentials come from the endpoint of a container, with its token', async () => {
  const container = await startContainer();
  onTestFinished(() => container.close());
  const { AWS_CONTAINER_AUTHORIZATION_TOKEN: token, ...variables } = container.variables;
  await (await bucketOf({ ...variables, AWS_CONTAINER_AUTHORIZATION_TOKEN: token! })).refuseUnusable();
  expect(await refusal(bucketOf(variables))).toContain('endpoint gives no credentials of the bucket (status 401)');
  const elsewhere = { ...variables, AWS_CONTAINER_CREDENTIALS_FULL_URI: 'http://keys.example.com/' };
  expect(await refusal(bucketOf(elsewhere))).toContain('its address is neither https nor of this machine');
});

test('credentials whose renewal fails are used until they expire', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const container = await startContainer();
  onTestFinished(() => container.close());
  const bucket = await bucketOf(container.variables);
  await bucket.refuseUnusable();
  container.status = 401;
  vi.setSystemTime(Date.now() + 58 * 60_000);
  expect(await bucket.size('none')).toBeUndefined();
  expect(container.refusals()).toBe(1);
  vi.setSystemTime(Date.now() + 3 * 60_000);
  await expect(bucket.size('none')).rejects.toThrow('(status 401)');
  container.status = 200;
  expect(await bucket.size('none')).toBeUndefined();
});

test('a start without credentials says where to put them', async () => {
  expect(await refusal(bucketOf({ AWS_SHARED_CREDENTIALS_FILE: '/nowhere' }))).toBe(
    'There are no credentials of the bucket. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or put both under [default] into /nowhere.',
  );
});

test('a start is refused by another clock, a wrong secret, and where nothing may be deleted', async () => {
  server.clock = 20 * 60_000;
  expect(await refusal(bucketOf(bucketVariables))).toContain('Set the clock.');
  server.clock = 0;
  expect(await refusal(bucketOf({ ...bucketVariables, AWS_SECRET_ACCESS_KEY: 'other' }))).toContain(
    'SignatureDoesNotMatch',
  );
  const keeping = await startBucketServer({ canDelete: false });
  onTestFinished(() => keeping.close());
  expect(await refusal(bucketOf(bucketVariables, keeping))).toContain(
    'They must be allowed to get, put and delete objects',
  );
});
