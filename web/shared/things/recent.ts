import type { IconName } from '../../ui/icon.tsx';
import { notHere } from '../../ui/not-here.tsx';

/** A page of something that was looked at in this tab. */
interface Visited {
  readonly url: string;
  readonly label: string;
}

interface Kept {
  readonly by: string | undefined;
  readonly pages: readonly Visited[];
}

const key = 'workspace.visited';
const mostVisited = 8;
const ending = ' · Workspace';
const page = /^(?:\/channels\/([^/]+))?\/(artifacts|files|sessions|records|posts|views|data-sets|people)\/([^/]+)$/;

/** The kinds of pages that are remembered, as addresses name them. */
export type Room = 'artifacts' | 'files' | 'sessions' | 'records' | 'posts' | 'views' | 'data-sets' | 'people';

const icons: Readonly<Record<Room, IconName>> = {
  artifacts: 'document',
  files: 'file',
  sessions: 'session',
  records: 'record',
  posts: 'hash',
  views: 'view',
  'data-sets': 'table',
  people: 'person',
};

/** Whose pages this tab remembers. */
let person: string | undefined;

/** A tab may show one person after another: each sees their own pages alone. */
function visited(): readonly Visited[] {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<Kept>;
    return kept.by === person ? (kept.pages ?? []) : [];
  } catch {
    return [];
  }
}

/** The thing that the address of a remembered page names. */
export function partsOf(url: string): { room: Room; id: string; channelId: string } {
  const [, channelId = '', room, id = ''] = page.exec(url)!;
  return { room: room as Room, id, channelId };
}

export type RecentPage = ReturnType<typeof recentPages>[number];

/** The pages that were looked at last, without the one that is open. */
export const recentPages = () =>
  visited()
    .filter(({ url }) => url !== location.pathname)
    .map(({ url, label }) => ({ url, label, icon: icons[partsOf(url).room], note: 'seen lately' }));

const keep = (pages: readonly Visited[]): void => sessionStorage.setItem(key, JSON.stringify({ by: person, pages }));

/** Remembers a page no longer, because it is not shared any more. */
export const forgetPage = (url: string): void => keep(visited().filter((one) => one.url !== url));

function remember(): void {
  const url = location.pathname;
  const label = document.title;
  if (!page.test(url) || !label.endsWith(ending)) return;
  const others = visited().filter((one) => one.url !== url);
  const title = label.slice(0, -ending.length);
  keep(title === notHere ? others : [{ url, label: title }, ...others].slice(0, mostVisited));
}

/** Remembers in this tab which pages this person opens. Each page names the tab of the browser. */
export function rememberPages(by: string): void {
  const isFirst = person === undefined;
  person = by;
  if (!isFirst) return;
  remember();
  new MutationObserver(remember).observe(document.head, { subtree: true, childList: true, characterData: true });
}
