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
interface From {
  readonly all?: string | undefined;
  readonly here: Here;
}

/** How far the list of what the channel has is read. */
interface Here {
  readonly ids: readonly string[];
  readonly cursor?: string | undefined;
  readonly isEnded: boolean;
}

interface Stretch {
  readonly matching: readonly Candidate[];
  /** Things that the channel has already. */
  readonly here: readonly string[];
  readonly looked: number;
  readonly next?: From | undefined;
}

const atTheBeginning: From = { here: { ids: [], isEnded: false } };
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

async function look(channelId: string, asked: Asked, from: From, options: CallOptions): Promise<Stretch> {
  const { q, types } = asked;
  const filters = { types: [...types], limit: atOnce, ...(q !== '' && { q }) };
  const results: Candidate[] = [];
  const matching: Candidate[] = [];
  let [cursor, isMore] = [from.all, true];
  for (let pages = 0; isMore && pages < pagesAtOnce && matching.length < enough; pages += 1) {
    const page = await workspace.search.run({ ...filters, cursor }, options);
    const found = page.results as Candidate[];
    results.push(...found);
    matching.push(...found.filter((result) => isMatch(result, asked)));
    cursor = page.nextCursor;
    isMore = cursor !== undefined;
  }
  const here = await readPast(results, { ...filters, channelId }, from.here, options);
  const there = new Set(here.ids);
  // Things that can be added stand above the ones that are here already.
  const ordered = [...matching.filter(({ id }) => !there.has(id)), ...matching.filter(({ id }) => there.has(id))];
  return {
    matching: ordered,
    here: here.ids,
    looked: results.length,
    next: isMore ? { all: cursor, here } : undefined,
  };
}

/** Both lists have the same order. The one of the channel is read until it is past these results, or ends. */
async function readPast(
  results: readonly Candidate[],
  filters: Parameters<typeof workspace.search.run>[0],
  from: Here,
  options: CallOptions,
): Promise<Here> {
  const passed = new Set(results.map(({ id }) => id));
  const ids = [...from.ids];
  let { cursor, isEnded } = from;
  // A page may end early, and may be empty.
  while (!isEnded && (ids.length === 0 || passed.has(ids.at(-1)!))) {
    const page = await workspace.search.run({ ...filters, cursor }, options);
    ids.push(...page.results.map(({ id }) => id));
    cursor = page.nextCursor;
    isEnded = cursor === undefined;
  }
  return { ids, cursor, isEnded };
}

const isMatch = ({ actor, at }: Candidate, { by, days }: Asked): boolean =>
  (by === undefined || actor.id === by) && (days === undefined || Date.parse(at) > Date.now() - days * dayMs);
