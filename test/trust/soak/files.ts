import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { itemsOf } from '../../../src/sdk/index.ts';
import type { Act, Agent, Duty } from './agent.ts';
import type { SentFile } from './door.ts';

interface Kept {
  readonly id: string;
  readonly sha256: string;
  /** In a text that can be searched. */
  readonly code?: string;
}

const KiB = 1024;
/** An agent looks at this many of its last files. */
const atHand = 30;

/**
 * Files small and of several MiB. A download equals its upload. The large ones share a few contents, so that the disk
 * does not fill.
 */
export class Files implements Duty {
  readonly #agent: Agent;
  readonly #kept: Kept[] = [];

  constructor(agent: Agent) {
    this.#agent = agent;
  }

  get acts(): Act[] {
    return [
      [2, this.uploadText.bind(this)],
      [1, this.uploadBytes.bind(this)],
      [0.3, this.uploadLarge.bind(this)],
      [0.05, this.uploadPage.bind(this)],
      [8, this.download.bind(this)],
      [10, this.look.bind(this)],
      [6, this.search.bind(this)],
    ];
  }

  async uploadText(): Promise<void> {
    const { chance } = this.#agent;
    const code = this.#agent.code();
    const bytes = Buffer.from(`Marked ${code}.\n\n${chance.words(chance.between(50, 400))}\n`);
    await this.#upload({ fileName: `${code}.txt`, contentType: 'text/plain', bytes }, code);
  }

  async uploadBytes(): Promise<void> {
    const { chance } = this.#agent;
    const bytes = chance.bytes(chance.between(KiB, 24 * KiB));
    await this.#upload({ fileName: `${this.#agent.code()}.bin`, contentType: 'application/octet-stream', bytes });
  }

  async uploadLarge(): Promise<void> {
    const bytes = this.#agent.chance.pick(this.#agent.workplace.large);
    await this.#upload({ fileName: `${this.#agent.code()}.bin`, contentType: 'application/octet-stream', bytes });
  }

  /** Its text is extracted in a process of its own. */
  async uploadPage(): Promise<void> {
    const page = `<!doctype html><title>Page</title><p>${this.#agent.chance.words(300)}</p>`;
    const file = { fileName: `${this.#agent.code()}.html`, contentType: 'text/html', bytes: Buffer.from(page) };
    await this.#upload(file);
  }

  async download(): Promise<void> {
    const { id, sha256 } = await this.#one();
    assert.equal(await this.#agent.door.digestOf(id), sha256);
  }

  async look(): Promise<void> {
    const { id, sha256 } = await this.#one();
    const { file } = await this.#agent.door.files.get({ fileId: id });
    assert.equal(file.sha256, sha256);
  }

  async search(): Promise<void> {
    const { id, code } = (await this.#one()) && this.#kept.findLast(({ code }) => code !== undefined)!;
    const { results } = await this.#agent.door.search.run({ q: code!, types: ['file'], limit: 5 });
    assert.deepEqual(
      results.map((result) => result.id),
      [id],
    );
  }

  async verify(): Promise<void> {
    const { client, userId } = this.#agent;
    const there: Kept[] = [];
    for await (const { id, sha256, createdBy } of itemsOf(client.files.list, { limit: 200 })) {
      if (createdBy.id === userId && !this.#agent.workplace.files.has(id)) there.unshift({ id, sha256 });
    }
    assert.deepEqual(
      there,
      this.#kept.map(({ id, sha256 }) => ({ id, sha256 })),
    );
  }

  async #upload(file: SentFile, code?: string): Promise<void> {
    const { chance, door, workplace } = this.#agent;
    const placement = chance.happens(0.5) ? { channelId: workplace.channelId } : {};
    const { id, sha256 } = await this.#agent.change((idempotencyKey) =>
      door.upload(file, { ...placement, idempotencyKey }),
    );
    assert.equal(sha256, createHash('sha256').update(file.bytes).digest('hex'));
    this.#kept.push({ id, sha256, ...(code !== undefined && { code }) });
  }

  async #one(): Promise<Kept> {
    while (!this.#kept.some(({ code }) => code !== undefined)) await this.uploadText();
    return this.#agent.chance.pick(this.#kept.slice(-atHand));
  }
}
