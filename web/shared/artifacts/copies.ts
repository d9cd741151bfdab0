import { limits } from '../../../schemas/limits.ts';
import { workspace } from '../../data/client.ts';

/** A title as it begins, before the mark of a copy. */
const markOfCopy = /^(.+) \(copy(?: \d+)?\)$/su;
/** How long a copy waits for the titles of others. One made without the workspace does not know them. */
const patienceMs = 3_000;

export interface Original {
  /** Undefined for words that are not stored yet. These have no copy and keep their title. */
  readonly id: string | undefined;
  readonly title: string;
  /** Where the copy will be; empty for none. */
  readonly channelId?: string | undefined;
}

/** The title of a copy: “Plan (copy)”, then “Plan (copy 2)”. A copy of a copy counts on. */
export async function titleOfCopy({ id, title, channelId }: Original): Promise<string> {
  if (id === undefined) return title;
  const stem = stemOf(title);
  const q = cut(stem, limits.title / 2);
  const taken = await workspace.artifacts
    .list({ q, limit: 200, ...(channelId && { channelId }) }, { signal: AbortSignal.timeout(patienceMs) })
    .then(({ artifacts }) => artifacts.filter((one) => (one.channelId ?? '') === (channelId ?? '')))
    .catch(() => []);
  return freeTitle(stem, new Set(taken.map((one) => one.title)));
}

const stemOf = (title: string): string => markOfCopy.exec(title)?.[1] ?? title;

/** The first of these titles that nothing has. A long one is cut at a whole character. */
function freeTitle(stem: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const mark = number === 1 ? ' (copy)' : ` (copy ${number})`;
    const title = cut(stem, limits.title - mark.length) + mark;
    if (!taken.has(title)) return title;
  }
}

const cut = (text: string, length: number): string => text.slice(0, length).replace(/[\ud800-\udbff]$/u, '');
