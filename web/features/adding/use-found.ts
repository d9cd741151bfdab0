import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { dayMs } from '../../../schemas/durations.ts';
import type { SearchResult } from '../../../schemas/search.ts';
import type { CallOptions } from '../../../src/sdk/index.ts';
import { workspace } from '../../data/client.ts';
import type { Addable } from './attach.ts';

export interface Asked {
  readonly q: string;
  readonly types: readonly Addable[];
  readonly by: string | undefined;
  readonly days: number | undefined;
}

export interface Candidate extends SearchResult {
  readonly type: Addable;
}

/** Where a search goes on: among everything, and among what the channel has. */
interface Cursors {
  readonly all?: string | undefined;
  readonly here?: string | undefined;
}

interface Stretch {
  readonly matching: readonly Candidate[];
  /** Things that the channel has already. */
  readonly here: readonly string[];
  readonly looked: number;
  readonly next?: Cursors | undefined;
}

const atTheBeginning: Cursors = {};
const atOnce = 50;
/** Filters may let little through. After this number of pages the person decides whether to go on. */
const pagesAtOnce = 5;
const enough = 20;

/** Things that the person may read, and what the channel has of them. Search itself filters neither by person nor by time. */
export const useFound = (channelId: string, asked: Asked) =>
  useInfiniteQuery({
    queryKey: ['search', 'to-add', channelId, asked],
    queryFn: ({ pageParam, signal }) => look(channelId, asked, pageParam, { signal }),
    initialPageParam: atTheBeginning,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    select: ({ pages }) => ({
      matching: pages.flatMap(({ matching }) => matching),
      here: new Set(pages.flatMap(({ here }) => here)),
      looked: pages.reduce((sum, { looked }) => sum + looked, 0),
    }),
  });

async function look(channelId: string, asked: Asked, from: Cursors, options: CallOptions): Promise<Stretch> {
  const matching: Candidate[] = [];
  const here: string[] = [];
  let [looked, next] = [0, from as Cursors | undefined];
  for (let pages = 0; next && pages < pagesAtOnce && matching.length < enough; pages += 1) {
    const page = await pageOf(channelId, asked, next, options);
    matching.push(...page.results.filter((result) => isMatch(result, asked)));
    here.push(...page.here);
    looked += page.results.length;
    next = page.next;
  }
  return { matching, here, looked, next };
}

/** Both lists have the same order, so whatever the channel has among these comes no later in its own list. */
async function pageOf(channelId: string, { q, types }: Asked, { all, here }: Cursors, options: CallOptions) {
  const filters = { types: [...types], limit: atOnce, ...(q !== '' && { q }) };
  const [everywhere, there] = await Promise.all([
    workspace.search.run({ ...filters, cursor: all }, options),
    workspace.search.run({ ...filters, channelId, cursor: here }, options),
  ]);
  return {
    results: everywhere.results as Candidate[],
    here: there.results.map(({ id }) => id),
    next: everywhere.nextCursor === undefined ? undefined : { all: everywhere.nextCursor, here: there.nextCursor },
  };
}

const isMatch = ({ actor, at }: Candidate, { by, days }: Asked): boolean =>
  (by === undefined || actor.id === by) && (days === undefined || Date.parse(at) > Date.now() - days * dayMs);
