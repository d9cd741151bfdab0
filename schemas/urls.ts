import { limits } from './limits.ts';

/** Resources with a page of their own in the app, wherever they are attached. */
type Standalone = 'artifact' | 'file' | 'session';

/** Resources with a page within a channel. */
type InChannel = 'record' | 'view' | 'post' | 'artifact' | 'file' | 'session';

/** The page of the app that a link to sign in opens. Its fragment holds what the page needs. */
export const openingPath = '/session/open';

/** The addresses that answers name as `url`. */
export const linkedPaths = [
  '/channels/:channel',
  '/channels/:channel/:type/:id',
  '/artifacts/:id',
  '/files/:id',
  '/sessions/:id',
] as const;

/** The page on which a person uploads a file that an agent asked for. */
const handoffPage = '/uploads/new';

/** The other addresses of the app. */
export const appPaths = [
  '/',
  openingPath,
  '/search',
  '/inbox',
  '/activity',
  '/trash',
  '/account',
  '/connect',
  '/people',
  '/people/:id',
  '/channels',
  '/channels/:channel/:type',
  '/channels/:channel/:type/:id/:part',
  '/artifacts',
  '/artifacts/:id/:part',
  '/files',
  '/files/:id/:part',
  '/sessions',
  '/sessions/:id/:part',
  handoffPage,
  '/admin',
  '/admin/:part',
  '/admin/:part/:id',
] as const;

/** A path of this site with its query and fragment; `/` for whatever could lead elsewhere. */
export function pathHere(path: string | null | undefined): string {
  const here = 'http://here.invalid';
  const url = path?.startsWith('/') && path.length <= limits.appPath ? URL.parse(path, here) : null;
  return url?.origin === here ? url.pathname.replace(/^\/+/, '/') + url.search + url.hash : '/';
}

/** The page of a channel in the app, below the public URL. */
export const channelPath = (slug: string): string => `/channels/${slug}`;

/** The page of a resource in the app, below the public URL. */
export const resourcePath = (type: Standalone, id: string): string => `/${type}s/${id}`;

/** The page of a resource within a channel: of a View by its slug, of all others by their ID. */
export const pathInChannel = (channelSlug: string, type: InChannel, id: string): string =>
  `${channelPath(channelSlug)}/${type}s/${id}`;

/** Where a person uploads what an agent asked for. Anybody may write such an address, so it is only shown. */
export interface Handoff {
  readonly channel?: string | undefined;
  readonly session?: string | undefined;
  readonly record?: string | undefined;
  readonly name?: string | undefined;
  readonly sha256?: string | undefined;
  readonly agent?: string | undefined;
}

/** The page of a handoff, below the public URL. It holds no secret. */
export function handoffPath(handoff: Handoff): string {
  const given = Object.entries(handoff).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const query = new URLSearchParams(given).toString();
  return query === '' ? handoffPage : `${handoffPage}?${query}`;
}
