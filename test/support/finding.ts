import { afterAll, beforeAll } from 'vitest';
import type { SearchResult } from '../../schemas/search.ts';
import { connectHost, type Host } from './hosts.ts';
import type { Problem } from '../../schemas/problem.ts';
import { type Account, type SharedGateway, sharedGateway } from './rest.ts';
import type { NewUser } from './users.ts';

export interface Found {
  readonly results: readonly SearchResult[];
  readonly nextCursor?: string;
  readonly problem?: Problem;
}

export interface Search {
  readonly q?: string;
  readonly channelId?: string;
  readonly types?: readonly string[];
  readonly limit?: number;
  readonly cursor?: string;
}

/** A search, whichever surface it goes through. */
export type Find = (search: Search) => Promise<Found>;

export const toolSearch =
  ({ call }: Pick<Host, 'call'>): Find =>
  async (search) => {
    const { structured, problem } = await call('workspace_search', { ...search });
    return problem ? { results: [], problem } : structured;
  };

export const routeSearch =
  ({ call }: Account): Find =>
  async ({ types, ...search }) => {
    const parameters = Object.entries({ ...search, types: types && JSON.stringify(types) });
    const given = parameters.filter(([, value]) => value !== undefined).map(([name, value]) => [name, String(value)]);
    const { status, body } = await call(`GET /search?${new URLSearchParams(Object.fromEntries(given)).toString()}`);
    return status === 200 ? body : { results: [], problem: body };
  };

/**
 * A way to search. `pathOf` names a part of the search as its problems do: HTTP by parameter, a tool by JSON Pointer.
 */
type Surface = [name: string, find: Find, pathOf: (...part: string[]) => string];

interface Surfaces {
  readonly gateway: SharedGateway;
  readonly host: () => Host;
  readonly surfaces: Surface[];
}

/** A gateway and a host on the same folder, both for all tests of a file. */
export function sharedSurfaces(...users: NewUser[]): Surfaces {
  const gateway = sharedGateway(...users);
  let host: Host;
  beforeAll(async () => {
    host = await connectHost(gateway.dataFolder, ['--tools', 'sessions,channels']);
  });
  afterAll(() => host.client.close());
  return {
    gateway,
    host: () => host,
    surfaces: [
      ['the tool', (search) => toolSearch(host)(search), (...part) => `/${part.join('/')}`],
      ['the HTTP route', (search) => routeSearch(gateway.admin)(search), (parameter) => parameter],
    ],
  };
}

export const titles = ({ results }: Found): string[] => results.map(({ title }) => title);

/** Every result, page by page. */
export async function everyResult(find: Find, search: Search): Promise<SearchResult[]> {
  const all: SearchResult[] = [];
  let cursor: string | undefined;
  do {
    const page = await find({ ...search, cursor });
    if (page.problem) throw new Error(page.problem.detail);
    all.push(...page.results);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return all;
}
