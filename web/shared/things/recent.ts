import type { IconName } from '../../ui/icon.tsx';

/** A page of something that was looked at in this tab. */
interface Visited {
  readonly url: string;
  readonly label: string;
}

const key = 'workspace.visited';
const mostVisited = 8;
const ending = ' · Workspace';
const page = /^(?:\/channels\/[^/]+)?\/(artifacts|files|sessions|records|posts|views|data-sets|people)\/[^/]+$/;

const icons: Readonly<Record<string, IconName>> = {
  artifacts: 'document',
  files: 'file',
  sessions: 'session',
  records: 'record',
  posts: 'hash',
  views: 'view',
  'data-sets': 'table',
  people: 'person',
};

function visited(): Visited[] {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '[]') as Visited[];
  } catch {
    return [];
  }
}

/** The pages that were looked at last, without the one that is open. */
export const recentPages = () =>
  visited()
    .filter(({ url }) => url !== location.pathname)
    .map(({ url, label }) => ({ url, label, icon: icons[page.exec(url)![1]!]!, note: 'seen lately' }));

function remember(): void {
  const url = location.pathname;
  const label = document.title;
  if (!page.test(url) || !label.endsWith(ending)) return;
  const others = visited().filter((one) => one.url !== url);
  const now = [{ url, label: label.slice(0, -ending.length) }, ...others].slice(0, mostVisited);
  sessionStorage.setItem(key, JSON.stringify(now));
}

let isRemembering = false;

/** Remembers in this tab which pages are opened. Each page names the tab of the browser. */
export function rememberPages(): void {
  if (isRemembering) return;
  isRemembering = true;
  remember();
  new MutationObserver(remember).observe(document.head, { subtree: true, childList: true, characterData: true });
}
