import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { addClient, givePasswords } from '../support/authorization.ts';
import { accessToken, executable, type Gateway, listening, spawnGateway, stop } from '../support/product.ts';
import { type Account, accountAt } from '../support/rest.ts';
import { addUsers } from '../support/users.ts';

/** The person who logs a host in. */
export const mia = 'mia@workspace.test';

/** A line of a document that reads otherwise than it stands, and what an edit makes of it. */
export const hidden = ['\u202e', '\u{e0041}'] as const;
const line = `Pay 100${hidden[0]} to${hidden[1]} Anna`;
export const shownLine = 'Pay 100\\u{202e} to\\u{e0041} Anna';
export const editedLine = 'Pay 200\\u{202e} to Ben';
const storedLine = `Pay 200${hidden[0]} to Ben`;

/** Where a host finds the workspace. */
export interface Place {
  readonly url: string;
  readonly token: string;
  /** A client that the operator registered. Hosts use it that do not register themselves. */
  readonly clientId: string;
  readonly command: string;
  readonly args: readonly string[];
}

/** The things that one host works on. */
export interface Desk {
  readonly artifactId: string;
  readonly versionId: string;
  readonly fileId: string;
  readonly image: Buffer;
  /** Whether the edit that quotes the shown escapes found the bytes. */
  isEdited(): Promise<boolean>;
}

/** A gateway and a data folder that hosts reach over HTTP and stdio. */
export class Workplace {
  readonly account: Account;
  readonly #gateway: Gateway;
  readonly #folder: string;
  readonly place: Place;

  static async open(): Promise<Workplace> {
    const folder = await mkdtemp(join(tmpdir(), 'workspace-hosts-'));
    await addUsers(folder, { email: mia });
    await givePasswords(folder, mia);
    const gateway = await listening(spawnGateway(folder, '--allow-registration'));
    const clientId = await addClient(folder, { name: 'Host', redirectUris: ['http://127.0.0.1/callback'] });
    return new Workplace(folder, gateway, { token: await accessToken(folder), clientId });
  }

  private constructor(folder: string, gateway: Gateway, { token, clientId }: Pick<Place, 'token' | 'clientId'>) {
    this.#folder = folder;
    this.#gateway = gateway;
    this.account = accountAt(gateway.url, token);
    const args = [executable, 'mcp', '--data', folder];
    this.place = { url: `${gateway.url}/mcp`, token, clientId, command: process.execPath, args };
  }

  async newDesk(): Promise<Desk> {
    const content = `First\n${line}\nLast`;
    const document = {
      kind: 'markdown',
      title: 'Payments',
      channelId: 'general',
      content,
      idempotencyKey: randomUUID(),
    };
    const { artifact } = await this.account.done('POST /artifacts', document);
    const image = noise(300);
    const form = new FormData();
    form.set('channelId', 'general');
    form.set('idempotencyKey', randomUUID());
    form.set('file', new File([image], 'noise.png', { type: 'image/png' }));
    const { file } = await this.account.done('POST /files', form);
    const isEdited = async () =>
      (await this.account.done(`GET /artifacts/${artifact.id}`)).artifact.content.includes(storedLine);
    return { artifactId: artifact.id, versionId: artifact.versionId, fileId: file.id, image, isEdited };
  }

  async close(): Promise<void> {
    await stop(this.#gateway.process);
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** A PNG of random pixels, which no compression makes smaller: 300 pixels a side take 270 KB. */
function noise(side: number): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const rows = Array.from({ length: side }, () => Buffer.concat([Buffer.of(0), randomBytes(3 * side)]));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const pixels = deflateSync(Buffer.concat(rows));
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.of())]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
