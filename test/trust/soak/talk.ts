import assert from 'node:assert/strict';
import { itemsOf } from '../../../src/sdk/index.ts';
import type { FeedItem } from '../../../schemas/feed.ts';
import type { Act, Agent, Duty } from './agent.ts';

interface Said {
  readonly id: string;
  readonly body: string;
}

/** Beyond this number, an agent's oldest posts or comments are deleted. */
const atHand = 10;

/** Posts, comments and the feed. */
export class Talk implements Duty {
  readonly #agent: Agent;
  posts: Said[] = [];
  /** By the post that they are about. */
  readonly #comments = new Map<string, Said[]>();

  constructor(agent: Agent) {
    this.#agent = agent;
    for (const root of agent.workplace.roots) this.#comments.set(root, []);
  }

  get acts(): Act[] {
    return [
      [2, this.post.bind(this)],
      [1, this.editPost.bind(this)],
      [2, this.comment.bind(this)],
      [10, this.readFeed.bind(this)],
      [8, this.readDiscussion.bind(this)],
      [5, this.search.bind(this)],
    ];
  }

  async post(): Promise<void> {
    const { chance, door, workplace } = this.#agent;
    const { channelId } = workplace;
    while (this.posts.length >= atHand) {
      const { id } = this.posts.shift()!;
      await this.#agent.change((idempotencyKey) => door.posts.remove({ channelId, postId: id, idempotencyKey }));
    }
    const body = `Marked ${this.#agent.code()}: ${chance.words(chance.between(5, 80))}.`;
    const { post } = await this.#agent.change((idempotencyKey) =>
      door.posts.create({ channelId, body, idempotencyKey }),
    );
    this.posts.push({ id: post.id, body });
  }

  async editPost(): Promise<void> {
    const { chance, door, workplace } = this.#agent;
    const post = await this.#one();
    const body = `Marked ${this.#agent.code()}: ${chance.words(20)}.`;
    const empty = { mentionedUserIds: [], mentionedChannelIds: [], mentionedDataSetIds: [], mentionedViewIds: [] };
    const change = { channelId: workplace.channelId, postId: post.id, body, ...empty };
    await this.#agent.change((idempotencyKey) => door.posts.update({ ...change, idempotencyKey }));
    this.posts = this.posts.map((one) => (one === post ? { id: post.id, body } : one));
  }

  async comment(): Promise<void> {
    const { chance, door, workplace } = this.#agent;
    const { channelId } = workplace;
    const root = chance.pick(workplace.roots);
    const said = this.#comments.get(root)!;
    while (said.length >= atHand / 2) {
      const { id } = said.shift()!;
      await this.#agent.change((idempotencyKey) =>
        door.discussions.removeComment({ channelId, commentId: id, idempotencyKey }),
      );
    }
    const body = `Marked ${this.#agent.code()}: ${chance.words(10)}.`;
    const about = { channelId, subjectType: 'post' as const, subjectId: root };
    const { comment } = await this.#agent.change((idempotencyKey) =>
      door.discussions.comment({ ...about, body, idempotencyKey }),
    );
    said.push({ id: comment.id, body });
  }

  /** Newest first, nothing twice, and of the own posts what they say now. */
  async readFeed(): Promise<void> {
    const { door, workplace } = this.#agent;
    const { items } = await door.feed.list({ channelId: workplace.channelId });
    assert.equal(new Set(items.map(({ id }) => id)).size, items.length);
    const times = items.map(({ at }) => at);
    assert.deepEqual(times, times.toSorted().toReversed());
    this.#verifyPosts(items);
  }

  async readDiscussion(): Promise<void> {
    const { chance, door, workplace } = this.#agent;
    const about = { channelId: workplace.channelId, subjectType: 'post' as const };
    const { comments } = await door.discussions.get({ ...about, subjectId: chance.pick(workplace.roots) });
    assert.equal(new Set(comments.map(({ id }) => id)).size, comments.length);
  }

  async search(): Promise<void> {
    const { id, body } = await this.#one();
    const { results } = await this.#agent.door.search.run({ q: /\w+q\d+/.exec(body)![0], types: ['post'], limit: 5 });
    assert.deepEqual(
      results.map((result) => result.id),
      [id],
    );
  }

  async verify(): Promise<void> {
    const { client, userId, workplace } = this.#agent;
    const { channelId, roots } = workplace;
    const posts: Said[] = [];
    for await (const item of itemsOf(client.feed.list, { channelId, limit: 100 })) {
      if (item.type !== 'post' || item.actor.id !== userId || roots.includes(item.post.id)) continue;
      posts.unshift({ id: item.post.id, body: item.post.body });
    }
    assert.deepEqual(posts, this.posts);
    for (const [root, said] of this.#comments) {
      const about = { channelId, subjectType: 'post' as const, subjectId: root };
      const { comments, nextCursor } = await client.discussions.get({ ...about, limit: 200 });
      assert.equal(nextCursor, undefined);
      const own = comments.filter(({ author }) => author.id === userId);
      assert.deepEqual(
        own.map(({ id, body }) => ({ id, body })),
        said,
      );
    }
  }

  #verifyPosts(items: readonly FeedItem[]): void {
    for (const item of items) {
      if (item.type !== 'post') continue;
      const own = this.posts.find(({ id }) => id === item.post.id);
      // A tool may cut a body and then says where it goes on.
      const { body, nextOffset } = item.post as typeof item.post & { readonly nextOffset?: number };
      if (own) assert.equal(body, nextOffset === undefined ? own.body : own.body.slice(0, nextOffset));
    }
  }

  async #one(): Promise<Said> {
    while (this.posts.length === 0) await this.post();
    return this.#agent.chance.pick(this.posts);
  }
}
