import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type BucketServer, bucketVariables, startBucketServer } from '../support/bucket-server.ts';
import { form, textFile } from '../support/forms.ts';
import { gatewayWith } from '../support/rest.ts';

interface Span {
  readonly name: string;
  readonly kind: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly status: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parent?: string;
}

interface Metric {
  readonly name: string;
  readonly dataPoints: readonly { readonly attributes: object; readonly value: { readonly count: number } }[];
}

const [ofServer, ofClient, failed] = [1, 2, 2];

let folder: string;
let bucket: BucketServer;
const told = () => join(folder, 'told.jsonl');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'workspace-test-'));
  bucket = await startBucketServer();
  for (const [name, value] of Object.entries(bucketVariables)) vi.stubEnv(name, value);
  vi.stubEnv('TELEMETRY_FILE', told());
  vi.stubEnv('NODE_OPTIONS', `--import=${pathToFileURL(resolve('test/support/telemetry-sdk.ts')).href}`);
});
const gateway = gatewayWith(() => [
  '--blobs',
  's3://files/work',
  '--blobs-endpoint',
  bucket.url,
  '--blobs-region',
  'eu-test-1',
]);
afterAll(async () => {
  vi.unstubAllEnvs();
  await bucket.close();
  await rm(folder, { recursive: true });
});

async function linesOf<Line>(kind: 'span' | 'metric'): Promise<Line[]> {
  const lines = (await readFile(told(), 'utf8')).trimEnd().split('\n');
  return lines.flatMap((line) => (JSON.parse(line) as Record<string, Line>)[kind] ?? []);
}

const clientSpan = '00f067aa0ba902b7';

/** The spans of a request that continued the client's trace. */
async function spansOf(request: string, body?: unknown): Promise<Span[]> {
  const trace = randomBytes(16).toString('hex');
  await gateway.admin.call(request, body, { traceparent: `00-${trace}-${clientSpan}-01` });
  const ended = async () => (await linesOf<Span>('span')).filter(({ traceId }) => traceId === trace);
  await expect.poll(async () => (await ended()).some(({ kind }) => kind === ofServer)).toBe(true);
  return ended();
}

const named = (spans: readonly Span[], name: string) => spans.find((span) => span.name === name)!;

test('a request, its operation and its transaction are one trace with that of the client', async () => {
  const spans = await spansOf('POST /artifacts', {
    kind: 'markdown',
    title: 'Secret plan',
    content: 'Of nobody.',
    idempotencyKey: 'one',
  });
  const request = named(spans, 'POST /api/workspace/artifacts');
  expect(request).toMatchObject({
    kind: ofServer,
    parent: clientSpan,
    attributes: { 'http.route': '/api/workspace/artifacts', 'http.response.status_code': 201 },
  });
  const operation = named(spans, 'artifacts.create');
  expect(operation).toMatchObject({ parent: request.spanId, attributes: { 'workspace.interface': 'api' } });
  expect(named(spans, 'write')).toMatchObject({
    parent: operation.spanId,
    attributes: { 'workspace.scope': 'user', 'workspace.begun': 1, 'workspace.waited_ms': expect.any(Number) },
  });
});

test('a refusal is told by its code, and is not a fault of the server', async () => {
  const spans = await spansOf('GET /artifacts/Secret%20plan%202');
  expect(named(spans, 'artifacts.get')).toMatchObject({ attributes: { 'error.type': 'not_found' }, status: 0 });
  const request = spans.find(({ kind }) => kind === ofServer);
  expect(request).toMatchObject({ attributes: { 'http.response.status_code': 404 }, status: 0 });
});

test('an object that the bucket lacks is a fault, and the request for it is a client span', async () => {
  expect(
    named(await spansOf('POST /files', form(['file', textFile('Of nobody.'), 'secret.txt'])), 'bucket PUT'),
  ).toMatchObject({ kind: ofClient, attributes: { 'server.address': new URL(bucket.url).host }, status: 0 });
  bucket.fault = () => 403;
  const spans = await spansOf('POST /files', form(['file', textFile('Another.'), 'secret-2.txt']));
  bucket.fault = () => undefined;
  expect(named(spans, 'bucket PUT')).toMatchObject({ status: failed });
});

test('a scan says about how many rows it reads', async () => {
  const { channelId, objectTypeId } = await dataSet();
  const query = { mode: 'deterministic', operation: 'aggregate', channelId, objectTypeId, metrics: [count] };
  const spans = await spansOf('POST /queries', query);
  expect(named(spans, 'scan')).toMatchObject({
    parent: named(spans, 'queries.run').spanId,
    attributes: { 'workspace.rows': 1 },
  });
});

const count = { alias: 'number', function: 'count_rows' };

async function dataSet() {
  const { channels } = await gateway.admin.done('GET /channels');
  const channelId = channels[0]!.id;
  const { dataSet } = await gateway.admin.done(`POST /channels/${channelId}/data-sets`, {
    name: 'Deals',
    fields: [{ key: 'amount', type: 'number' }],
  });
  const { objectTypeId } = dataSet;
  await gateway.admin.done(`POST /channels/${channelId}/records`, { objectTypeId, title: 'One', values: {} });
  return { channelId, objectTypeId };
}

test('histograms count seconds of requests, operations, transactions and the bucket, and texts stand nowhere', async () => {
  const names = async () => new Set((await linesOf<Metric>('metric')).map(({ name }) => name));
  await expect
    .poll(names)
    .toEqual(
      new Set([
        'http.server.request.duration',
        'workspace.operation.duration',
        'workspace.write.duration',
        'workspace.write.wait',
        'workspace.scan.duration',
        'workspace.bucket.duration',
      ]),
    );
  const metrics = await linesOf<Metric>('metric');
  const [point] = metrics.findLast(({ name }) => name === 'workspace.operation.duration')!.dataPoints;
  expect(point!.value.count).toBeGreaterThan(0);
  expect((await readFile(told(), 'utf8')).toLowerCase()).not.toMatch(/secret|of nobody|deals/);
});
