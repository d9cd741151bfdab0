import assert from 'node:assert/strict';
import { itemsOf } from '../../../src/sdk/index.ts';
import type { Act, Agent, Duty } from './agent.ts';

interface Owned {
  readonly id: string;
  versionId: string;
  versionNumber: number;
  content: string;
  code: string;
}

/** An agent reads and changes its last ones. */
const atHand = 8;

/** Documents that this agent alone changes: each read must say what was acknowledged last. */
export class OwnDocuments implements Duty {
  readonly #agent: Agent;
  readonly #owned: Owned[] = [];

  constructor(agent: Agent) {
    this.#agent = agent;
  }

  get acts(): Act[] {
    return [
      [1.5, this.begin.bind(this)],
      [30, this.read.bind(this)],
      [4, this.edit.bind(this)],
      [2, this.rewrite.bind(this)],
      [10, this.search.bind(this)],
    ];
  }

  /** With enough at hand, mostly goes on with one of these. */
  async begin(): Promise<void> {
    const isEnough = this.#owned.length >= atHand && this.#agent.chance.happens(0.8);
    await (isEnough ? this.edit() : this.create());
  }

  async create(): Promise<void> {
    const { door, workplace } = this.#agent;
    const { code, content } = this.#text();
    const document = { kind: 'markdown' as const, title: `Notes ${code}`, content, channelId: workplace.channelId };
    const { artifact } = await this.#agent.change((idempotencyKey) =>
      door.artifacts.create({ ...document, idempotencyKey }),
    );
    const { id, versionId, versionNumber } = artifact;
    this.#owned.push({ id, versionId, versionNumber, content, code });
  }

  async read(): Promise<void> {
    const { id, versionId, content } = await this.#one();
    const { artifact } = await this.#agent.door.artifacts.get({ artifactId: id });
    assert.deepEqual({ versionId: artifact.versionId, content: artifact.content }, { versionId, content });
  }

  async edit(): Promise<void> {
    const owned = await this.#one();
    const code = this.#agent.code();
    await this.#update(owned, code, owned.content.replace(owned.code, code), {
      edits: [{ oldText: owned.code, newText: code }],
    });
  }

  async rewrite(): Promise<void> {
    const { code, content } = this.#text();
    await this.#update(await this.#one(), code, content, { content });
  }

  /** A new text is found at once, and the text that it replaced no longer. */
  async search(): Promise<void> {
    const { id, code } = await this.#one();
    const { results } = await this.#agent.door.search.run({ q: code, types: ['artifact'], limit: 5 });
    assert.deepEqual(
      results.map((result) => result.id),
      [id],
    );
  }

  async verify(): Promise<void> {
    const { client, userId, workplace } = this.#agent;
    const listed = itemsOf(client.artifacts.list, { channelId: workplace.channelId, kind: 'markdown', limit: 200 });
    const there = new Map<string, number>();
    for await (const { id, createdBy, versionNumber } of listed) {
      if (createdBy.id === userId && !workplace.documents.includes(id)) there.set(id, versionNumber);
    }
    assert.deepEqual(there, new Map(this.#owned.toReversed().map(({ id, versionNumber }) => [id, versionNumber])));
    for (const { id, versionId, content } of this.#owned) {
      const { artifact } = await client.artifacts.get({ artifactId: id });
      assert.deepEqual({ versionId: artifact.versionId, content: artifact.content }, { versionId, content });
    }
  }

  async #update(owned: Owned, code: string, content: string, change: object): Promise<void> {
    const { artifact } = await this.#agent.change((idempotencyKey) =>
      this.#agent.door.artifacts.update({
        artifactId: owned.id,
        expectedVersionId: owned.versionId,
        idempotencyKey,
        ...change,
      }),
    );
    assert.equal(artifact.versionNumber, owned.versionNumber + 1, 'each acknowledged change is one version');
    Object.assign(owned, { versionId: artifact.versionId, versionNumber: artifact.versionNumber, content, code });
  }

  async #one(): Promise<Owned> {
    if (this.#owned.length === 0) await this.create();
    return this.#agent.chance.pick(this.#owned.slice(-atHand));
  }

  #text() {
    const { chance } = this.#agent;
    const code = this.#agent.code();
    const paragraphs = Array.from({ length: chance.between(2, 12) }, () => `${chance.words(chance.between(10, 60))}.`);
    return { code, content: [`# Notes`, `Marked ${code}.`, ...paragraphs, ''].join('\n\n') };
  }
}
