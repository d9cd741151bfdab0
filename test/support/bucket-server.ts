import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** How a bucket misbehaves with a request. It ends the connection, is slow, sends all bytes, or answers with a status. */
type Fault =
  | 'refuse'
  | 'slow'
  | 'cut'
  | { readonly cutAfter: Promise<void> }
  | 'lose the answer'
  | 'without ranges'
  | number;

export interface BucketServer {
  readonly url: string;
  /** The stored objects, by bucket and name. */
  readonly objects: Map<string, Buffer>;
  /** Methods and names of all requests so far. */
  readonly requests: string[];
  /** Decides how the next requests go wrong. */
  fault: (method: string, object: string) => Fault | undefined;
  /** How far its clock is ahead, in milliseconds. */
  clock: number;
  close(): Promise<void>;
}

export const bucketKeys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };

export const bucketVariables = {
  AWS_ACCESS_KEY_ID: bucketKeys.accessKeyId,
  AWS_SECRET_ACCESS_KEY: bucketKeys.secretAccessKey,
};

/** Longer than a transaction may be open. */
const slowMs = 3_000;

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: Uint8Array | string, text: string) => createHmac('sha256', key).update(text).digest();

class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly more: string;

  constructor(status: number, code: string, more = '') {
    super(code);
    this.status = status;
    this.code = code;
    this.more = more;
  }
}

/**
 * An S3 server of four verbs, in memory. It computes each signature and digest by itself, as the specification of
 * Signature Version 4 says, and refuses what differs.
 */
export async function startBucketServer({ buckets = ['files'], region = 'eu-test-1', canDelete = true } = {}) {
  const objects = new Map<string, Buffer>();
  const requests: string[] = [];
  const server: Omit<BucketServer, 'url'> = {
    objects,
    requests,
    fault: () => undefined,
    clock: 0,
    async close() {
      http.closeAllConnections();
      http.close();
      await once(http, 'close');
    },
  };

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '' } = request;
    const path = decodeURIComponent(url.split('?')[0]!);
    const [, bucket = '', name = ''] = /^\/([^/]+)\/(.*)$/.exec(path) ?? [];
    requests.push(`${method} ${name}`);
    const fault = server.fault(method, name);
    if (fault === 'refuse') return void request.socket.destroy();
    if (typeof fault === 'number') {
      request.resume();
      throw new Refusal(fault, fault === 503 ? 'SlowDown' : 'AccessDenied');
    }
    if (fault === 'slow') await sleep(slowMs);
    const body = await bodyOf(request);
    verify(request, body, region, server.clock);
    if (!buckets.includes(bucket)) throw new Refusal(404, 'NoSuchBucket');
    const key = `${bucket}/${name}`;
    if (method === 'PUT') {
      if (request.headers['content-length'] === undefined) throw new Refusal(411, 'MissingContentLength');
      objects.set(key, body);
      if (fault === 'lose the answer') return void request.socket.destroy();
      return response.writeHead(200).end();
    }
    if (method === 'DELETE') {
      if (!canDelete) throw new Refusal(403, 'AccessDenied');
      objects.delete(key);
      return response.writeHead(204).end();
    }
    const bytes = objects.get(key);
    if (!bytes) throw new Refusal(404, 'NoSuchKey');
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    if (Number(start) >= bytes.byteLength) throw new Refusal(416, 'InvalidRange');
    const isWhole = start === undefined || fault === 'without ranges';
    const part = isWhole ? bytes : bytes.subarray(Number(start), Number(end) + 1);
    response.writeHead(isWhole ? 200 : 206, { 'content-length': part.byteLength });
    if (method === 'HEAD') return response.end();
    const untilCut = fault === 'cut' ? sleep(200) : typeof fault === 'object' ? fault.cutAfter : undefined;
    if (untilCut === undefined) return response.end(part);
    // The break may lose bytes that the client has not read by then.
    response.write(part.subarray(0, part.byteLength / 2), () => void untilCut.then(() => response.destroy()));
  };

  const http = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => {
      if (!(error instanceof Refusal)) return response.destroy();
      const text = `<Error><Code>${error.code}</Code><AWSAccessKeyId>${bucketKeys.accessKeyId}</AWSAccessKeyId>${error.more}</Error>`;
      response.writeHead(error.status, { 'content-type': 'application/xml', connection: 'close' });
      response.end(request.method === 'HEAD' ? undefined : text);
    });
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  return Object.assign(server, { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}` }) as BucketServer;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

const mostSkewMs = 15 * 60_000;

function verify({ method, url = '', headers }: IncomingMessage, body: Buffer, region: string, clock: number): void {
  const [, keyId, date, inRegion, signed, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  if (keyId === undefined) throw new Refusal(403, 'AccessDenied');
  if (keyId !== bucketKeys.accessKeyId) throw new Refusal(403, 'InvalidAccessKeyId');
  if (inRegion !== region) throw new Refusal(400, 'AuthorizationHeaderMalformed', `<Region>${region}</Region>`);
  const at = String(headers['x-amz-date']);
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(at)!.map(Number);
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  if (Math.abs(Date.UTC(year, month - 1, day, hour, minute, second) - Date.now() - clock) > mostSkewMs)
    throw new Refusal(403, 'RequestTimeTooSkewed');
  const names = signed!.split(';');
  for (const needed of ['host', 'x-amz-content-sha256', 'x-amz-date'])
    if (!names.includes(needed)) throw new Refusal(403, 'AccessDenied');
  const digest = String(headers['x-amz-content-sha256']);
  const canonical = [
    method,
    url.split('?')[0],
    url.split('?')[1] ?? '',
    ...names.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signed,
    digest,
  ].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', at, `${date}/${region}/s3/aws4_request`, sha256(canonical)].join('\n');
  const key = [region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${bucketKeys.secretAccessKey}`, date!));
  if (!timingSafeEqual(hmac(key, toSign), Buffer.from(signature!, 'hex')))
    throw new Refusal(403, 'SignatureDoesNotMatch');
  if (sha256(body) !== digest) throw new Refusal(400, 'XAmzContentSHA256Mismatch');
}
