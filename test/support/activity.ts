import type { ActivityItem } from '../../schemas/activity.ts';
import { limits } from '../../schemas/limits.ts';
import type { Account } from './rest.ts';

export interface Followed {
  readonly items: ActivityItem[];
  readonly nextCursor: string;
}

/** Follows the activity from a place on, page by page up to the empty one. */
export async function follow(
  { done }: Pick<Account, 'done'>,
  { after, ...filters }: Readonly<Record<string, string>> = {},
  limit: number = limits.feedPageMost,
): Promise<Followed> {
  const items: ActivityItem[] = [];
  for (let place = after; ; ) {
    const asked = new URLSearchParams({
      ...filters,
      limit: String(limit),
      ...(place !== undefined && { after: place }),
    });
    const page = (await done(`GET /activity?${asked.toString()}`)) as unknown as Followed;
    if (page.items.length === 0) return { items, nextCursor: page.nextCursor };
    items.push(...page.items);
    place = page.nextCursor;
  }
}
