import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Bucket } from '../../src/blobs/s3/bucket.ts';
import { S3Requests } from '../../src/blobs/s3/requests.ts';
import { maintain } from '../../src/folder/maintenance.ts';
import { openWorkspace } from '../../src/folder/open.ts';
import { openDatabase } from '../../src/store/sqlite/open.ts';
import type { Db, Tables } from '../../src/store/tables.ts';
import type { Selectable } from 'kysely';
import { executable } from '../support/product.ts';
import { Product } from '../trust/product.ts';
import type { ObjectGateway } from './ceph.ts';
import type { Proxy } from '../support/proxy.ts';

interface Place {
  readonly folder: string;
  /** Where the proxy listens. */
  readonly port: number;
  readonly proxy: Proxy;
  readonly ceph: ObjectGateway;
}

export const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

/** Workspaces on a bucket that is reached through a proxy. */
export class Storage {
  readonly proxy: Proxy;
  readonly #place: Place;

  constructor(place: Place) {
    this.#place = place;
    this.proxy = place.proxy;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${this.#place.port}`;
  }

  /** The settings of a bucket with these keys. */
  s3({ accessKeyId, secretAccessKey }: { accessKeyId: string; secretAccessKey: string } = this.#place.ceph) {
    const environment = { accessKeyId, secretAccessKey };
    const credentials = { environment, file: '', profile: '', container: undefined };
    return { endpoint: this.endpoint, region: 'us-east-1', addressing: undefined, credentials };
  }

  bucket(prefix: string, keys?: { accessKeyId: string; secretAccessKey: string }): Bucket {
    return new Bucket({ ...this.s3(keys), url: `s3://files/${prefix}` });
  }

  /** A bucket is made by a request that the product itself never sends. */
  async makeBucket(): Promise<void> {
    const requests = new S3Requests('us-east-1', this.s3().credentials);
    const url = new URL(`${this.endpoint}/files`);
    await (await requests.send({ method: 'PUT', url }, { retryMs: 0, headersMs: 20_000 }))?.body.dump();
    await requests.close();
  }

  /** A file with these bytes. */
  async file(bytes: Uint8Array | string) {
    const path = join(await mkdtemp(join(this.#place.folder, 'file-')), 'bytes');
    await writeFile(path, bytes);
    return { path, size: Buffer.byteLength(bytes), sha256: sha256(bytes) };
  }

  /** A workspace of its own in the bucket. */
  async workspace(prefix: string): Promise<StoredWorkspace> {
    const dataFolder = await mkdtemp(join(this.#place.folder, 'data-'));
    return new StoredWorkspace(dataFolder, `s3://files/${prefix}`, this);
  }
}

/** A workspace whose files are in the bucket. */
export class StoredWorkspace {
  readonly product: Product;
  readonly #dataFolder: string;
  readonly #blobs: string;
  readonly #storage: Storage;
  readonly #environment: Record<string, string>;

  constructor(dataFolder: string, blobs: string, storage: Storage) {
    this.#dataFolder = dataFolder;
    this.#blobs = blobs;
    this.#storage = storage;
    const { accessKeyId, secretAccessKey } = storage.s3().credentials.environment;
    this.#environment = {
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
      WORKSPACE_BLOBS: blobs,
      WORKSPACE_BLOBS_ENDPOINT: storage.endpoint,
    };
    this.product = new Product({ dataFolder, environment: this.#environment });
  }

  /** A gateway, and what speaks to it as the local admin. */
  async serve() {
    const gateway = await this.product.serve();
    const token = (await this.run('token')).trim();
    const headers = { authorization: `Bearer ${token}` };
    const files = `${gateway.url}/api/workspace/files`;
    return {
      gateway,
      async upload(bytes: Uint8Array<ArrayBuffer> | string) {
        const body = new FormData();
        body.append('file', new Blob([bytes]), 'a.bin');
        const answer = await fetch(files, { method: 'POST', headers, body });
        return { status: answer.status, id: ((await answer.json()) as { file?: { id: string } }).file?.id };
      },
      async download(id: string | undefined) {
        return Buffer.from(await (await fetch(`${files}/${id}/content`, { headers })).arrayBuffer());
      },
      remove: async (id: string | undefined) => {
        for (const path of [`${files}/${id}`, `${gateway.url}/api/workspace/trash/${id}`])
          assert.ok((await fetch(path, { method: 'DELETE', headers })).ok);
      },
    };
  }

  /** A command on the data folder. */
  async run(...args: string[]): Promise<string> {
    const env = { ...(process.env as Record<string, string>), ...this.#environment };
    const command = [executable, ...args, '--data', this.#dataFolder];
    return (await promisify(execFile)(process.execPath, command, { env })).stdout;
  }

  /** The hourly maintenance of a gateway. */
  async sweep(): Promise<void> {
    const options = { dataFolder: this.#dataFolder, userName: 'local', blobs: this.#blobs, s3: this.#storage.s3() };
    const workspace = await openWorkspace({ ...options, onError: () => {} });
    try {
      await maintain(workspace);
    } finally {
      await workspace.close();
    }
  }

  objects(): Promise<Selectable<Tables['blobs']>[]> {
    return this.#inDatabase((tx) => tx.selectFrom('blobs').selectAll().orderBy('object').execute());
  }

  /** Makes every object look more than an hour older. */
  later(): Promise<void> {
    const earlier = (at: string) => new Date(Date.parse(at) - 61 * 60_000).toISOString();
    return this.#inDatabase(async (tx) => {
      for (const { object, kept_at: keptAt, gone_at: goneAt } of await tx.selectFrom('blobs').selectAll().execute()) {
        const older = { kept_at: earlier(keptAt), gone_at: goneAt && earlier(goneAt) };
        await tx.updateTable('blobs').set(older).where('object', '=', object).execute();
      }
    });
  }

  async #inDatabase<Result>(change: (tx: Db) => Promise<Result>): Promise<Result> {
    const database = await openDatabase({ path: join(this.#dataFolder, 'workspace.db') });
    try {
      return await database.write('service', change);
    } finally {
      await database.close();
    }
  }
}
