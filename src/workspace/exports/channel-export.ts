import type { Artifact } from '../../../schemas/artifacts.ts';
import { WorkspaceError } from '../../../schemas/errors.ts';
import type { FileContent } from '../../../schemas/files.ts';
import { limits } from '../../../schemas/limits.ts';
import type { ZipEntry } from '../../tables/zip-writer.ts';
import { zipped } from '../../tables/zip-writer.ts';
import { channels } from '../channels/channels.ts';
import { everyRecord } from '../data/exports/exports.ts';
import { views } from '../data/views.ts';
import { feed } from '../feed/feed.ts';
import { posts } from '../feed/posts.ts';
import { artifacts } from '../library/artifacts.ts';
import { readableText } from '../library/artifacts-sql.ts';
import { files } from '../library/files.ts';
import type { Context } from '../operation/context.ts';
import type { Handlers } from '../operation/handlers.ts';
import { mapInTurns, Turn } from '../../turns/turn.ts';
import { madeInTurn } from '../data/exports/made-in-turn.ts';
import { filesOnRecords } from './attached-files-sql.ts';
import { EntryNames } from './entry-names.ts';

type Handler = Handlers<'channels'>['export'];

/** An entry as the manifest has it. */
interface Entry {
  readonly path: string;
  readonly type: 'artifact' | 'data_set' | 'view' | 'file' | 'posts';
  readonly id: string;
  readonly title?: string;
  readonly versionId?: string;
}

/** Each entry as the caller may read it when its turn comes. */
export const channelExport: Handler = async (context, { channelId }) => {
  const { channel } = await channels.get(context, { channelId });
  const { id, slug, name, dataSets } = channel;
  const whole = new ChannelExport(context, id);
  const dataSetIds = dataSets.map(({ objectTypeId }) => objectTypeId);
  const about = { channel: { id, slug, name }, exportedAt: new Date().toISOString() };
  return {
    file: { fileName: `${slug}.zip`, contentType: 'application/zip' },
    content: madeInTurn(context, async () => zipped(whole.entries(dataSetIds, about))),
  };
};

class ChannelExport {
  readonly #context: Context;
  readonly #channelId: string;
  readonly #names = new EntryNames();
  readonly #manifest: Entry[] = [];

  constructor(context: Context, channelId: string) {
    this.#context = context;
    this.#channelId = channelId;
  }

  async *entries(dataSetIds: readonly string[], about: object): AsyncGenerator<ZipEntry> {
    yield* this.#artifacts();
    for (const objectTypeId of dataSetIds) yield await this.#dataSet(objectTypeId);
    yield* this.#views();
    yield* this.#files();
    yield* this.#filesOfRecords();
    yield this.#entry({ path: 'posts.jsonl', type: 'posts', id: this.#channelId }, this.#posts());
    yield { name: 'manifest.json', bytes: this.#manifestBytes(about) };
  }

  #entry(entry: Entry, bytes: AsyncIterable<Uint8Array>): ZipEntry {
    this.#manifest.push(entry);
    return { name: entry.path, bytes };
  }

  async *#artifacts(): AsyncGenerator<ZipEntry> {
    const list = (page: Page) => artifacts.list(this.#context, { channelId: this.#channelId, ...page });
    for await (const { artifacts: some } of this.#pages(list)) {
      for (const artifact of some) {
        const { id, title, versionId } = artifact;
        const path =
          artifact.kind === 'csv'
            ? this.#names.free('sheets', title, '.csv')
            : this.#names.free('documents', title, '.md');
        yield this.#entry({ path, type: 'artifact', id, title, versionId }, this.#contentOf(artifact));
      }
    }
  }

  async *#contentOf({ id, versionId, size }: Pick<Artifact, 'id' | 'versionId' | 'size'>): AsyncGenerator<Uint8Array> {
    for (let offset = 0; offset < size; offset += stretchBytes) {
      const window = { offset, length: stretchBytes };
      const read = await this.#context.database.read((db) => readableText(db, this.#context, id, versionId, window));
      yield Buffer.from(read.stretch);
    }
  }

  async #dataSet(objectTypeId: string): Promise<ZipEntry> {
    const { name, bytes } = await everyRecord(this.#context, { channelId: this.#channelId, objectTypeId });
    const path = this.#names.free('data-sets', name, '.csv');
    return this.#entry({ path, type: 'data_set', id: objectTypeId, title: name }, bytes);
  }

  async *#files(): AsyncGenerator<ZipEntry> {
    const list = (page: Page) => files.list(this.#context, { channelId: this.#channelId, ...page });
    for await (const { files: some } of this.#pages(list)) {
      for (const { id } of some) yield* this.#file(id);
    }
  }

  /** Files that the channel has itself are there already. */
  async *#filesOfRecords(): AsyncGenerator<ZipEntry> {
    const there = new Set(this.#manifest.map(({ id }) => id));
    const { database, caller, gone } = this.#context;
    const turn = new Turn({ subject: caller.userId, gone: gone() });
    for (let after = ''; ; await turn.yield()) {
      const asked = { channelId: this.#channelId, after, take: limits.feedPageMost };
      const some = await database.read((db) => filesOnRecords(db, asked));
      for (const { id } of some) if (!there.has(id)) yield* this.#file(id);
      if (some.length < asked.take) return;
      after = some.at(-1)!.id;
    }
  }

  async *#file(fileId: string): AsyncGenerator<ZipEntry> {
    const found = await files.content(this.#context, { fileId }).catch(unlessGone);
    if (!found) return;
    const { fileName } = found.file;
    const path = this.#names.free('files', fileName);
    yield this.#entry({ path, type: 'file', id: fileId, title: fileName }, opened(found.content));
  }

  async *#views(): AsyncGenerator<ZipEntry> {
    const list = (page: Page) => views.list(this.#context, { channelId: this.#channelId, ...page });
    for await (const { views: some } of this.#pages(list)) {
      for (const { id, name, objectTypeId, definition, currentVersionId: versionId } of some) {
        const path = this.#names.free('views', name, '.json');
        const bytes = written({ name, objectTypeId, ...definition });
        yield this.#entry({ path, type: 'view', id, title: name, versionId }, bytes);
      }
    }
  }

  /** A post a line with its replies, the newest first. The replies are written page by page, because there may be many. */
  async *#posts(): AsyncGenerator<Uint8Array> {
    const list = (page: Page) => feed.list(this.#context, { channelId: this.#channelId, ...page });
    for await (const { items } of this.#pages(list)) {
      for (const item of items) {
        if (item.type !== 'post') continue;
        const { post } = item;
        yield Buffer.from(`${JSON.stringify(post).slice(0, -1)},"replies":[`);
        if (post.replyCount > 0) yield* this.#repliesTo(post.id);
        yield Buffer.from(']}\n');
      }
    }
  }

  async *#repliesTo(postId: string): AsyncGenerator<Uint8Array> {
    const list = (page: Page) => posts.replies(this.#context, { channelId: this.#channelId, postId, ...page });
    let separator = '';
    for await (const { replies } of this.#pages(list)) {
      yield Buffer.from(separator + (await this.#listed(replies)));
      separator = ',';
    }
  }

  async *#manifestBytes(about: object): AsyncGenerator<Uint8Array> {
    yield Buffer.from(`${JSON.stringify({ ...about, entries: [] }).slice(0, -2)}\n`);
    for (let start = 0; start < this.#manifest.length; start += manifestEntries) {
      const entries = await this.#listed(this.#manifest.slice(start, start + manifestEntries));
      yield Buffer.from((start === 0 ? '' : ',') + entries);
    }
    yield Buffer.from('\n]}\n');
  }

  /** All pages of a list. Others have their turns between two of them because many may be empty. */
  async *#pages<Answer extends { nextCursor?: string | undefined }>(
    list: (page: Page) => Promise<Answer>,
  ): AsyncGenerator<Answer> {
    const { caller, gone } = this.#context;
    const turn = new Turn({ subject: caller.userId, gone: gone() });
    for (let cursor: string | undefined; ; await turn.yield()) {
      const answer = await list({ limit: limits.feedPageMost, ...(cursor !== undefined && { cursor }) });
      yield answer;
      cursor = answer.nextCursor;
      if (cursor === undefined) return;
    }
  }

  async #listed(values: readonly unknown[]): Promise<string> {
    return (await mapInTurns(this.#context.caller.userId, values, (value) => JSON.stringify(value))).join(',');
  }
}

/** Undefined in place of what was there when it was listed. */
function unlessGone(error: unknown): undefined {
  if (!(error instanceof WorkspaceError && error.code === 'not_found')) throw error;
}

/** Indented, because people read it too. */
async function* written(value: object): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}

async function* opened(content: FileContent): AsyncGenerator<Uint8Array> {
  yield* await content.open();
}

const stretchBytes = 256 * 1_024;
/** Entries of the manifest that are written at once. */
const manifestEntries = 1_000;

interface Page {
  readonly limit: number;
  readonly cursor?: string;
}
