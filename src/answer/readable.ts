import type { Channel } from '../../schemas/channels.ts';
import type { DataSet } from '../../schemas/data-sets.ts';
import type { Workspace } from '../../schemas/index.ts';
import { limits } from '../../schemas/limits.ts';

export interface ReadableChannel extends Channel {
  readonly dataSets: readonly DataSet[];
}

/** Everything that the asker may read, looked up once for a question. */
export interface Readable {
  readonly channels: readonly ReadableChannel[];
  readonly me: { readonly userId: string; readonly name: string };
}

/** Reads one channel after the other, because each may be large. */
export async function readableBy(workspace: Workspace, signal: AbortSignal): Promise<Readable> {
  const [me, listed] = await Promise.all([workspace.me.get({}), everyPage((page) => channelPage(workspace, page))]);
  const channels: ReadableChannel[] = [];
  for (const { id } of listed) {
    signal.throwIfAborted();
    const channel = await inspected(workspace, id);
    if (channel) channels.push(channel);
  }
  return { channels, me };
}

async function channelPage(workspace: Workspace, page: PageInput) {
  const { channels, nextCursor } = await workspace.channels.list(page);
  return { items: channels, nextCursor };
}

/** Undefined when the asker has lost access to the channel since it was listed. */
async function inspected({ channels }: Workspace, channelId: string): Promise<ReadableChannel | undefined> {
  const found = await channels.get({ channelId }).catch(() => undefined);
  return found?.channel;
}

export interface PageInput {
  readonly limit: number;
  readonly cursor?: string;
}

interface ItemsPage<Item> {
  readonly items: readonly Item[];
  readonly nextCursor?: string | undefined;
}

/** All items of a list, up to `most`. */
export async function everyPage<Item>(
  page: (input: PageInput) => Promise<ItemsPage<Item>>,
  most = Number.POSITIVE_INFINITY,
): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | undefined;
  do {
    const found = await page({ limit: limits.pageMost, ...(cursor !== undefined && { cursor }) });
    items.push(...found.items);
    cursor = found.nextCursor;
  } while (cursor !== undefined && items.length < most);
  return items;
}
