import type { Random } from '../../support/random.ts';
import type { Persistent } from './persistent.ts';

const noMentions = { mentionedUserIds: [], mentionedChannelIds: [], mentionedDataSetIds: [], mentionedViewIds: [] };

/** A change that was acknowledged. */
export interface Made {
  readonly channelId: string;
  readonly type: string;
  readonly id: string;
  readonly action: string;
}

export interface Shared {
  readonly id: string;
  readonly objectTypeId: string;
}

/** Things of a writer in one channel that can be changed or deleted. */
interface Own {
  readonly posts: string[];
  readonly comments: { readonly id: string; readonly postId: string }[];
  readonly records: string[];
  artifact?: { readonly id: string; readonly versionId: string };
}

/** Changes one thing after the other, and notes each change in the order in which it was acknowledged. */
export class Writer {
  readonly made: Made[] = [];
  readonly #person: Persistent;
  readonly #random: Random;
  readonly #places: readonly (Shared & { readonly own: Own })[];

  constructor(person: Persistent, channels: readonly Shared[], random: Random) {
    this.#person = person;
    this.#random = random;
    this.#places = channels.map((channel) => ({ ...channel, own: { posts: [], comments: [], records: [] } }));
  }

  async change(): Promise<void> {
    const place = this.#random.pick(this.#places);
    const note = (type: string, id: string, action: string) =>
      void this.made.push({ channelId: place.id, type, id, action });
    const step = this.#random.pick([this.#post, this.#comment, this.#record, this.#records, this.#document]);
    await step.call(this, place, note);
  }

  async #post({ id, own }: Place, note: Note): Promise<void> {
    const at = `/channels/${id}/posts`;
    if (own.posts.length === 0 || this.#random.onceIn(2)) {
      const { post } = await this.#person.done(`POST ${at}`, { body: 'Unloading starts at six.' });
      own.posts.push(post.id);
      return note('post', post.id, 'created');
    }
    const postId = this.#random.pick(own.posts);
    if (this.#random.onceIn(2)) {
      await this.#person.done(`PATCH ${at}/${postId}`, { body: 'Unloading starts at seven.', ...noMentions });
      return note('post', postId, 'updated');
    }
    await this.#person.done(`DELETE ${at}/${postId}`);
    removeFrom(own.posts, postId);
    // They can no longer be reached.
    for (const comment of own.comments.filter((one) => one.postId === postId)) removeFrom(own.comments, comment);
    note('post', postId, 'deleted');
  }

  async #comment({ id, own }: Place, note: Note): Promise<void> {
    if (own.comments.length > 0 && this.#random.onceIn(2)) {
      const comment = this.#random.pick(own.comments);
      await this.#person.done(`DELETE /channels/${id}/feed/comments/${comment.id}`);
      removeFrom(own.comments, comment);
      return note('comment', comment.id, 'deleted');
    }
    if (own.posts.length === 0) return;
    const postId = own.posts.at(-1)!;
    const { reply } = await this.#person.done(`POST /channels/${id}/posts/${postId}/replies`, { body: 'Yes' });
    own.comments.push({ id: reply.id, postId });
    note('comment', reply.id, 'created');
  }

  async #record({ id, objectTypeId, own }: Place, note: Note): Promise<void> {
    if (own.records.length > 0 && this.#random.onceIn(2)) {
      const recordId = this.#random.pick(own.records);
      await this.#person.done(`DELETE /channels/${id}/records/${recordId}`);
      removeFrom(own.records, recordId);
      return note('record', recordId, 'deleted');
    }
    const { record } = await this.#person.done(`POST /channels/${id}/records`, { objectTypeId, title: 'Crane' });
    own.records.push(record.id);
    note('record', record.id, 'created');
  }

  async #records({ id, objectTypeId, own }: Place, note: Note): Promise<void> {
    const create = Array.from({ length: this.#random.between(2, 10) }, () => ({ title: 'Lift' }));
    const { records } = await this.#person.done(`POST /channels/${id}/records/batch`, { objectTypeId, create });
    for (const record of records) {
      own.records.push(record.id);
      note('record', record.id, 'created');
    }
  }

  async #document({ id, own }: Place, note: Note): Promise<void> {
    const title = `Plan ${this.made.length}`;
    const { artifact } = own.artifact
      ? await this.#person.done(`PATCH /artifacts/${own.artifact.id}`, {
          expectedVersionId: own.artifact.versionId,
          title,
          content: '# Plan',
        })
      : await this.#person.done('POST /artifacts', { kind: 'markdown', title, content: '# Plan', channelId: id });
    note('artifact', artifact.id, own.artifact ? 'updated' : 'created');
    own.artifact = artifact;
  }
}

type Place = Shared & { readonly own: Own };
type Note = (type: string, id: string, action: string) => void;

const removeFrom = <Item>(items: Item[], item: Item): void => void items.splice(items.indexOf(item), 1);
